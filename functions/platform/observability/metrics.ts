/**
 * Figures for whoever is on duty, in CloudWatch's embedded metric format: a line of the log becomes a metric, without a
 * call that a request would wait for. Only what went wrong is told, so that a quiet stage pays for none of them.
 * infra/alarms.ts says which of them wake somebody.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
import { environment } from '../aws/environment.ts';
import { currentRequest } from './current-request.ts';
import { isLogged } from './log.ts';

export const metricNamespace = 'Cantera';

export const metrics = [
  /** An answer 500: a fault of ours. */
  'RequestsFailed',
  /** An answer 503: a service of AWS refused for the load, after all retries. */
  'RequestsBusy',
  /** Encodings that MediaConvert gave up. */
  'EncodingsFailed',
  /** Videos whose encoding has not ended hours after it was asked for. */
  'VideosStuck',
  /** IVS could not record a broadcast. */
  'RecordingsFailed',
  /** Broadcasts of a match of which no video came. */
  'BroadcastsWithoutVideo',
  /** Mails that SES did not take; they are tried again. */
  'MailsRefused',
  /** Mails that are not tried any more. */
  'MailsGivenUp',
  /** Events of Stripe that could not be taken over. */
  'PaymentEventsFailed',
  /** Calls that Stripe refused or did not answer. */
  'PaymentCallsFailed',
  /** Facts that other wings have not been told for minutes. */
  'FactsWaiting',
] as const;

export type Metric = (typeof metrics)[number];

/** Details help whoever reads the line; they are no part of the metric. Never anything personal. */
export function measure(metric: Metric, value = 1, details: Record<string, unknown> = {}): void {
  if (!isLogged('info')) return;
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        { Namespace: metricNamespace, Dimensions: [['stage']], Metrics: [{ Name: metric, Unit: 'Count' }] },
      ],
    },
    requestId: currentRequest.getStore()?.id,
    ...details,
    stage: environment('STAGE'),
    [metric]: value,
  };
  // Lambda's console puts words before a line, and CloudWatch would not know it for a metric any more.
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
