/**
 * CloudWatch metrics of what the encoder of an IVS channel sends, published every few seconds. The key-frame interval
 * is available nowhere else.
 */
import { CloudWatchClient, GetMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { makeOnce, withRetries } from './retries.ts';

const cloudWatch = /* @__PURE__ */ makeOnce(() => new CloudWatchClient(withRetries()));

const metrics = {
  videoBitrate: 'IngestVideoBitrate',
  audioBitrate: 'IngestAudioBitrate',
  framerate: 'IngestFramerate',
  keyframeInterval: 'KeyframeInterval',
} as const;

type Name = keyof typeof metrics;

/** Bits per second, frames per second and seconds; null if not measured yet. */
export type IngestMetrics = Record<Name, number | null>;

/** High-resolution metrics need a period of 5 s; the newest may be half a minute old. */
const periodSeconds = 5;
const lookBackMs = 60_000;

export async function readIngestMetrics(channelArn: string, now: number): Promise<IngestMetrics> {
  const channel = channelArn.slice(channelArn.lastIndexOf('/') + 1);
  const names = Object.keys(metrics) as Name[];
  const { MetricDataResults = [] } = await cloudWatch().send(
    new GetMetricDataCommand({
      StartTime: new Date(now - lookBackMs),
      EndTime: new Date(now),
      ScanBy: 'TimestampDescending',
      MetricDataQueries: names.map((name) => ({
        Id: name,
        MetricStat: {
          Metric: {
            Namespace: 'AWS/IVS',
            MetricName: metrics[name],
            Dimensions: [{ Name: 'Channel', Value: channel }],
          },
          Period: periodSeconds,
          Stat: 'Average',
        },
      })),
    }),
  );
  const readNewest = (name: Name) => MetricDataResults.find(({ Id }) => Id === name)?.Values?.[0] ?? null;
  return Object.fromEntries(names.map((name) => [name, readNewest(name)])) as IngestMetrics;
}
