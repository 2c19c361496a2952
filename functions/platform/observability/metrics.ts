/**
 * Metrics in CloudWatch's embedded metric format: a log line becomes a metric without a call that a request would wait
 * for. Only problems and busy hours are counted, so that a quiet stage pays for none. infra/alarms.ts defines the alarms.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
import { environment } from '../aws/environment.ts';
import { currentRequest } from './current-request.ts';
import { isLogged } from './log.ts';

export const metricNamespace = 'Cantera';

export const metrics = [
  /** Responses with 500: a bug. */
  'RequestsFailed',
  /** Responses with 503: an AWS service was throttling after all retries. */
  'RequestsBusy',
  /** Jobs that MediaConvert reported as failed. */
  'EncodingsFailed',
  /** Videos whose encoding has not ended hours after it was requested. */
  'VideosStuck',
  /** Broadcasts that IVS could not record. */
  'RecordingsFailed',
  'BroadcastsWithoutVideo',
  /** Emails that SES rejected; they are retried. */
  'MailsRefused',
  /** Emails that are no longer retried. */
  'MailsGivenUp',
  /** Items hidden by objections of one network or mailbox beyond the usual number an hour. */
  'UnusualHides',
  /** Stripe events that could not be applied. */
  'PaymentEventsFailed',
  /** Refunds that the buyers' banks sent back. */
  'RefundsFailed',
  /** Calls that Stripe rejected or did not answer. */
  'PaymentCallsFailed',
  /** Domain events that could not be published for minutes. */
  'DomainEventsWaiting',
  /** Chains of the audit that no longer contain what their last anchor recorded. */
  'AuditBroken',
  /** Snapshots of lists that are damaged, or that do not fit the log of their list. */
  'SnapshotsUnusable',
  /** Seconds that the oldest withdrawal has waited for the edge, once they are too many. */
  'WithdrawalsWaiting',
  /** Writes to the edge's store that found it full or nearly so. */
  'EdgeStoreFull',
  /** Entries of the edge that no withdrawal explains, and that stay until an operator decides. */
  'EdgeEntriesUnexplained',
] as const;

/** Metrics of playback quality, with their units; published only in hours with enough viewers. */
export const qualityMetrics = {
  /** Median and 95th percentile of the time to the first picture. */
  FirstPictureP50: 'Milliseconds',
  FirstPictureP95: 'Milliseconds',
  /** Share of the watched time that was stalled. */
  StalledTime: 'Percent',
  PicturesStarted: 'Count',
} as const;

export type Metric = (typeof metrics)[number];
export type QualityMetric = keyof typeof qualityMetrics;

/** Counts a metric. Details appear in the log line only, and must not be personal. */
export function measure(metric: Metric, value = 1, details: Record<string, unknown> = {}): void {
  publish([{ Name: metric, Unit: 'Count' }], { ...details, [metric]: value });
}

export function measureQuality(values: Record<QualityMetric, number>): void {
  publish(
    Object.entries(qualityMetrics).map(([Name, Unit]) => ({ Name, Unit })),
    values,
  );
}

function publish(named: readonly { Name: string; Unit: string }[], fields: Record<string, unknown>): void {
  if (!isLogged('info')) return;
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [{ Namespace: metricNamespace, Dimensions: [['stage']], Metrics: named }],
    },
    requestId: currentRequest.getStore()?.id,
    stage: environment('STAGE'),
    ...fields,
  };
  // console.log would prefix the line, and CloudWatch would not recognise it as a metric.
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
