/**
 * What wakes whoever is on duty. README.md beside this has a line for each of them with what to do; a test holds the two
 * together. Metrics of our own come from functions/platform/observability/metrics.ts.
 */
import type { Metric as OwnMetric } from '../functions/platform/observability/metrics.ts';
import { type JobFunction, type QueueName, runsOnSchedule } from './function-spec.ts';
import { jobFunctions } from './jobs.ts';

/** A figure that CloudWatch knows. Dimensions that name a resource of the stack are filled in by it. */
export type Figure =
  | { own: OwnMetric }
  | { service: 'api'; metric: '5xx' }
  | { service: 'lambda'; metric: 'Throttles' }
  | { service: 'ses'; metric: 'Reputation.BounceRate' | 'Reputation.ComplaintRate' }
  /** Of the queue in which lies what no function could handle. */
  | { service: 'sqs'; metric: 'ApproximateNumberOfMessagesVisible'; of: 'events' | QueueName }
  /** Of the functions that a clock starts. */
  | { service: 'clock'; metric: 'Errors' | 'Invocations'; everyMinutes: 1 | 'any' };

export interface AlarmSpec {
  name: string;
  figure: Figure;
  /** How the figures of a period become one. */
  statistic: 'Sum' | 'Maximum' | 'Average';
  /** Alarm at this value and above; `below` turns it round. */
  threshold: number;
  below?: true;
  /** Minutes of a period, and how many of how many must be over. */
  minutes: number;
  of: readonly [over: number, periods: number];
  /** Nothing told is bad news too. */
  silenceIsBad?: true;
}

const hiccup = { statistic: 'Sum', minutes: 5, of: [2, 3] } as const;
const once = { statistic: 'Sum', minutes: 5, of: [1, 1] } as const;

export const alarms: AlarmSpec[] = [
  // One is a hiccup that repairs itself; a second five minutes later is not.
  { name: 'API answers 5xx', figure: { service: 'api', metric: '5xx' }, threshold: 1, ...hiccup },
  { name: 'Services refuse for the load', figure: { own: 'RequestsBusy' }, threshold: 10, ...hiccup },
  { name: 'Functions are throttled', figure: { service: 'lambda', metric: 'Throttles' }, threshold: 10, ...hiccup },
  {
    name: 'Events are not handled',
    figure: { service: 'sqs', metric: 'ApproximateNumberOfMessagesVisible', of: 'events' },
    ...{ statistic: 'Maximum', threshold: 1, minutes: 5, of: [1, 1] },
  },
  {
    name: 'Alerts are not sent',
    figure: { service: 'sqs', metric: 'ApproximateNumberOfMessagesVisible', of: 'alerts' },
    ...{ statistic: 'Maximum', threshold: 1, minutes: 5, of: [1, 1] },
  },
  {
    name: 'Jobs of the clock fail',
    figure: { service: 'clock', metric: 'Errors', everyMinutes: 'any' },
    threshold: 1,
    ...hiccup,
  },
  {
    ...{ name: 'Jobs of the clock have stopped', figure: { service: 'clock', metric: 'Invocations', everyMinutes: 1 } },
    ...{ statistic: 'Sum', threshold: 1, below: true, minutes: 5, of: [3, 3], silenceIsBad: true },
  },
  { name: 'Encodings fail', figure: { own: 'EncodingsFailed' }, threshold: 3, ...once },
  { name: 'Videos are stuck', figure: { own: 'VideosStuck' }, ...once, statistic: 'Maximum', threshold: 1 },
  { name: 'Broadcasts are not recorded', figure: { own: 'RecordingsFailed' }, threshold: 1, ...once },
  { name: 'Broadcasts have no video', figure: { own: 'BroadcastsWithoutVideo' }, threshold: 1, ...once },
  { name: 'Mails are refused', figure: { own: 'MailsRefused' }, threshold: 5, ...hiccup },
  { name: 'Mails are given up', figure: { own: 'MailsGivenUp' }, threshold: 1, ...once },
  {
    ...{ name: 'Mails bounce', figure: { service: 'ses', metric: 'Reputation.BounceRate' } },
    // SES looks into an account at 5 % and may stop it at 10 %.
    ...{ statistic: 'Average', threshold: 0.04, minutes: 60, of: [1, 1] },
  },
  {
    ...{ name: 'Mails are reported as spam', figure: { service: 'ses', metric: 'Reputation.ComplaintRate' } },
    // Looked into at 0.1 %, stopped at 0.5 %.
    ...{ statistic: 'Average', threshold: 0.0008, minutes: 60, of: [1, 1] },
  },
  { name: 'Payments are not taken over', figure: { own: 'PaymentEventsFailed' }, threshold: 1, ...hiccup },
  { name: 'Stripe refuses', figure: { own: 'PaymentCallsFailed' }, threshold: 3, ...hiccup },
  { name: 'Facts are not told', figure: { own: 'FactsWaiting' }, ...once, statistic: 'Maximum', threshold: 1 },
];

/** Of the hosts at CloudFront; the parameter of the stack is the distribution's id. */
export const edgeAlarms = [
  { name: 'Web host answers 5xx', stack: 'web', parameter: 'WebDistribution' },
  { name: 'Media host answers 5xx', stack: 'media', parameter: 'MediaDistribution' },
] as const;

/** The functions behind a clock's figure. */
export const scheduledJobs = (everyMinutes: 1 | 'any'): JobFunction[] =>
  jobFunctions.filter(({ on }) => runsOnSchedule(on) && (everyMinutes === 'any' || on.everyMinutes === everyMinutes));
