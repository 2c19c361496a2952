/**
 * CloudWatch emulator: GetMetricData for four ingest metrics of IVS, each as one data point of the current time.
 * Unsupported: other calls, namespaces, metrics, statistics, expressions and paging.
 */
import * as z from 'zod';
import type { IngestReading } from '../ivs/ivs.ts';
import type { Emulator } from '../wire/http-server.ts';
import { defineOperation, startJsonService } from '../wire/json-service.ts';

export function startCloudWatch(options: {
  /** Reads a channel's ingest metrics by the last part of its ARN; undefined while it is not live. */
  readIngest: (channelId: string) => IngestReading | undefined;
}): Promise<Emulator> {
  const answer = ({ MetricDataQueries }: z.infer<typeof GetMetricData>) => ({
    MetricDataResults: MetricDataQueries.map(({ Id, MetricStat }) => {
      const { MetricName, Dimensions } = MetricStat.Metric;
      const reading = options.readIngest(Dimensions[0].Value);
      const value = reading && readMetric[MetricName](reading);
      const point =
        value === undefined ? { Timestamps: [], Values: [] } : { Timestamps: [nowSeconds()], Values: [value] };
      return { Id, Label: MetricName, StatusCode: 'Complete', ...point };
    }),
    Messages: [],
  });
  const operations = { GetMetricData: defineOperation(GetMetricData, answer) };
  return startJsonService({ name: 'cloudwatch', target: 'GraniteServiceVersion20100801', operations });
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

const readMetric = {
  IngestVideoBitrate: ({ videoBitrate }: IngestReading) => videoBitrate,
  IngestAudioBitrate: ({ audioBitrate }: IngestReading) => audioBitrate,
  IngestFramerate: ({ framerate }: IngestReading) => framerate,
  KeyframeInterval: ({ keyframeInterval }: IngestReading) => keyframeInterval,
};

const MetricName = z.enum(['IngestVideoBitrate', 'IngestAudioBitrate', 'IngestFramerate', 'KeyframeInterval']);

const GetMetricData = z.strictObject({
  StartTime: z.number(),
  EndTime: z.number(),
  ScanBy: z.literal('TimestampDescending'),
  MetricDataQueries: z
    .array(
      z.strictObject({
        Id: z.string().regex(/^[a-z][a-zA-Z0-9_]*$/),
        MetricStat: z.strictObject({
          Metric: z.strictObject({
            Namespace: z.literal('AWS/IVS'),
            MetricName,
            Dimensions: z.tuple([z.strictObject({ Name: z.literal('Channel'), Value: z.string() })]),
          }),
          Period: z.number().int().min(1),
          Stat: z.literal('Average'),
        }),
      }),
    )
    .min(1)
    .max(500),
});
