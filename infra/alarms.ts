/** Operational alarms; infra/README.md says what to do for each, and a test compares both lists. */
import type { Metric as CustomMetric, QualityMetric } from '../functions/platform/observability/metrics.ts';
import { isRare, type JobFunction, type QueueName, runsOnSchedule, type Schedule } from './function-spec.ts';
import { jobFunctions } from './jobs.ts';

/** A CloudWatch metric. Stacks add the dimensions with resource names. */
export type Figure =
  | { custom: CustomMetric }
  /** Published every 15 minutes while enough viewers report. */
  | { quality: QualityMetric }
  | { service: 'api'; metric: '5xx' }
  | { service: 'lambda'; metric: 'Throttles' }
  | { service: 'ses'; metric: 'Reputation.BounceRate' | 'Reputation.ComplaintRate' }
  /** Messages in a dead-letter queue of unhandled events or failed work. */
  | { service: 'sqs'; metric: 'ApproximateNumberOfMessagesVisible'; queue: 'events' | QueueName }
  | { service: 'schedule'; metric: 'Errors' | 'Invocations'; jobs: JobGroup };

/** Scheduled jobs that an alarm watches together; `frequent` and `rare` are all of them (function-spec.ts). */
export type JobGroup = 'frequent' | 'minutely' | 'rare';

export interface AlarmSpec {
  name: string;
  figure: Figure;
  statistic: 'Sum' | 'Maximum' | 'Average';
  /** Alarms at this value and above or, with `below`, under it. */
  threshold: number;
  below?: true;
  minutes: number;
  /** The alarm is raised when `breaching` of the last `periods` periods breach. */
  datapoints: readonly [breaching: number, periods: number];
  isBreachingWithoutData?: true;
}

const repeatedFailure = { statistic: 'Sum', minutes: 5, datapoints: [2, 3] } as const;
const anyFailure = { statistic: 'Sum', minutes: 5, datapoints: [1, 1] } as const;

export const alarms: AlarmSpec[] = [
  // Single failures are retried, so only repeated ones alarm.
  { name: 'API answers 5xx', figure: { service: 'api', metric: '5xx' }, threshold: 1, ...repeatedFailure },
  { name: 'Services throttle requests', figure: { custom: 'RequestsBusy' }, threshold: 10, ...repeatedFailure },
  {
    name: 'Functions are throttled',
    figure: { service: 'lambda', metric: 'Throttles' },
    threshold: 10,
    ...repeatedFailure,
  },
  {
    name: 'Events are not handled',
    figure: { service: 'sqs', metric: 'ApproximateNumberOfMessagesVisible', queue: 'events' },
    ...{ statistic: 'Maximum', threshold: 1, minutes: 5, datapoints: [1, 1] },
  },
  {
    name: 'Alerts are not sent',
    figure: { service: 'sqs', metric: 'ApproximateNumberOfMessagesVisible', queue: 'alerts' },
    ...{ statistic: 'Maximum', threshold: 1, minutes: 5, datapoints: [1, 1] },
  },
  {
    name: 'Scheduled jobs fail',
    figure: { service: 'schedule', metric: 'Errors', jobs: 'frequent' },
    threshold: 1,
    ...repeatedFailure,
  },
  {
    // These run at most every ten minutes, so that one failure has to alarm.
    name: 'Rare scheduled jobs fail',
    figure: { service: 'schedule', metric: 'Errors', jobs: 'rare' },
    threshold: 1,
    ...anyFailure,
  },
  {
    ...{
      name: 'Scheduled jobs have stopped',
      figure: { service: 'schedule', metric: 'Invocations', jobs: 'minutely' },
    },
    ...{ statistic: 'Sum', threshold: 1, below: true, minutes: 5, datapoints: [3, 3], isBreachingWithoutData: true },
  },
  { name: 'Encodings fail', figure: { custom: 'EncodingsFailed' }, threshold: 3, ...anyFailure },
  { name: 'Videos are stuck', figure: { custom: 'VideosStuck' }, ...anyFailure, statistic: 'Maximum', threshold: 1 },
  { name: 'Broadcasts are not recorded', figure: { custom: 'RecordingsFailed' }, threshold: 1, ...anyFailure },
  { name: 'Broadcasts have no video', figure: { custom: 'BroadcastsWithoutVideo' }, threshold: 1, ...anyFailure },
  { name: 'Emails are rejected', figure: { custom: 'MailsRefused' }, threshold: 5, ...repeatedFailure },
  { name: 'One origin hides many items', figure: { custom: 'UnusualHides' }, threshold: 1, ...anyFailure },
  { name: 'Emails are given up', figure: { custom: 'MailsGivenUp' }, threshold: 1, ...anyFailure },
  {
    ...{ name: 'Emails bounce', figure: { service: 'ses', metric: 'Reputation.BounceRate' } },
    // SES reviews an account at 5 % and may pause it at 10 %.
    ...{ statistic: 'Average', threshold: 0.04, minutes: 60, datapoints: [1, 1] },
  },
  {
    ...{ name: 'Emails are reported as spam', figure: { service: 'ses', metric: 'Reputation.ComplaintRate' } },
    // SES reviews at 0.1 % and may pause at 0.5 %.
    ...{ statistic: 'Average', threshold: 0.0008, minutes: 60, datapoints: [1, 1] },
  },
  { name: 'Payments are not applied', figure: { custom: 'PaymentEventsFailed' }, threshold: 1, ...repeatedFailure },
  { name: 'Stripe rejects calls', figure: { custom: 'PaymentCallsFailed' }, threshold: 3, ...repeatedFailure },
  {
    ...{ name: 'First pictures are late', figure: { quality: 'FirstPictureP95' } },
    // Milliseconds. Alarms when one viewer in twenty waits longer than this for an hour, three times the good limit.
    ...{ statistic: 'Average', threshold: 6_000, minutes: 15, datapoints: [4, 4] },
  },
  { name: 'A list lacks its snapshot', figure: { custom: 'SnapshotsUnusable' }, threshold: 1, ...anyFailure },
  { name: 'The audit was altered', figure: { custom: 'AuditBroken' }, threshold: 1, ...anyFailure },
  {
    // Seconds. Withdrawn items are to be gone from the edge within 60; the metric is published from 30 on.
    ...{ name: 'Withdrawals are late', figure: { custom: 'WithdrawalsWaiting' } },
    ...{ ...anyFailure, statistic: 'Maximum', threshold: 60 },
  },
  { name: 'The edge store is nearly full', figure: { custom: 'EdgeStoreFull' }, threshold: 1, ...anyFailure },
  {
    ...{ name: 'The edge blocks unexplained items', figure: { custom: 'EdgeEntriesUnexplained' } },
    ...{ ...anyFailure, statistic: 'Maximum', threshold: 1 },
  },
  {
    name: 'Domain events are not published',
    figure: { custom: 'DomainEventsWaiting' },
    ...anyFailure,
    statistic: 'Maximum',
    threshold: 1,
  },
];

/** Alarms of the CloudFront hosts. `parameter` is the stack parameter that receives the distribution's id. */
export const edgeAlarms = [
  { name: 'Web host answers 5xx', stack: 'web', parameter: 'WebDistribution' },
  { name: 'Media host answers 5xx', stack: 'media', parameter: 'MediaDistribution' },
] as const;

/** Metrics of all alarms, each billed; scheduled jobs have one metric each. */
export const countAlarmMetrics = () =>
  edgeAlarms.length +
  alarms.reduce(
    (sum, { figure }) =>
      sum + ('service' in figure && figure.service === 'schedule' ? listScheduledJobs(figure.jobs).length : 1),
    0,
  );

export const listScheduledJobs = (group: JobGroup): JobFunction[] =>
  jobFunctions.filter(({ on }) => runsOnSchedule(on) && groups[group](on));

const groups: Record<JobGroup, (on: Schedule) => boolean> = {
  frequent: (on) => !isRare(on),
  minutely: ({ everyMinutes }) => everyMinutes === 1,
  rare: isRare,
};
