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

type Watching = Omit<AlarmSpec, 'name' | 'figure' | 'threshold'>;

const repeatedFailure = { statistic: 'Sum', minutes: 5, datapoints: [2, 3] } as const;
const anyFailure = { statistic: 'Sum', minutes: 5, datapoints: [1, 1] } as const;
const anyMaximum = { ...anyFailure, statistic: 'Maximum' } as const;
const anyHour = { statistic: 'Average', minutes: 60, datapoints: [1, 1] } as const;

const watch = (name: string, figure: Figure, threshold: number, watching: Watching): AlarmSpec => ({
  ...{ name, figure, threshold },
  ...watching,
});

const watchQueue = (name: string, queue: 'events' | QueueName): AlarmSpec =>
  watch(name, { service: 'sqs', metric: 'ApproximateNumberOfMessagesVisible', queue }, 1, anyMaximum);

const watchJobs = (name: string, metric: 'Errors' | 'Invocations', jobs: JobGroup, watching: Watching): AlarmSpec =>
  watch(name, { service: 'schedule', metric, jobs }, 1, watching);

export const alarms: AlarmSpec[] = [
  // Single failures are retried, so only repeated ones alarm.
  watch('API answers 5xx', { service: 'api', metric: '5xx' }, 1, repeatedFailure),
  watch('Services throttle requests', { custom: 'RequestsBusy' }, 10, repeatedFailure),
  watch('Functions are throttled', { service: 'lambda', metric: 'Throttles' }, 10, repeatedFailure),
  watchQueue('Events are not handled', 'events'),
  watchQueue('Alerts are not sent', 'alerts'),
  watchJobs('Scheduled jobs fail', 'Errors', 'frequent', repeatedFailure),
  // These run at most every ten minutes, so that one failure has to alarm.
  watchJobs('Rare scheduled jobs fail', 'Errors', 'rare', anyFailure),
  watchJobs('Scheduled jobs have stopped', 'Invocations', 'minutely', {
    ...{ statistic: 'Sum', minutes: 5, datapoints: [3, 3], below: true, isBreachingWithoutData: true },
  }),
  watch('Encodings fail', { custom: 'EncodingsFailed' }, 3, anyFailure),
  watch('Videos are stuck', { custom: 'VideosStuck' }, 1, anyMaximum),
  watch('Broadcasts are not recorded', { custom: 'RecordingsFailed' }, 1, anyFailure),
  watch('Broadcasts have no video', { custom: 'BroadcastsWithoutVideo' }, 1, anyFailure),
  watch('Emails are rejected', { custom: 'MailsRefused' }, 5, repeatedFailure),
  watch('One origin hides many items', { custom: 'UnusualHides' }, 1, anyFailure),
  watch('Emails are given up', { custom: 'MailsGivenUp' }, 1, anyFailure),
  // SES reviews an account at 5 % and may pause it at 10 %.
  watch('Emails bounce', { service: 'ses', metric: 'Reputation.BounceRate' }, 0.04, anyHour),
  // SES reviews at 0.1 % and may pause at 0.5 %.
  watch('Emails are reported as spam', { service: 'ses', metric: 'Reputation.ComplaintRate' }, 0.0008, anyHour),
  watch('Payments are not applied', { custom: 'PaymentEventsFailed' }, 1, repeatedFailure),
  watch('Refunds fail', { custom: 'RefundsFailed' }, 1, anyFailure),
  watch('Stripe rejects calls', { custom: 'PaymentCallsFailed' }, 3, repeatedFailure),
  watch('First pictures are late', { quality: 'FirstPictureP95' }, 6_000, {
    // Milliseconds. Alarms when one viewer in twenty waits longer than this for an hour, three times the good limit.
    ...{ statistic: 'Average', minutes: 15, datapoints: [4, 4] },
  }),
  watch('A list lacks its snapshot', { custom: 'SnapshotsUnusable' }, 1, anyFailure),
  watch('The audit was altered', { custom: 'AuditBroken' }, 1, anyFailure),
  // Seconds. Withdrawn items are to be gone from the edge within 60; the metric is published from 30 on.
  watch('Withdrawals are late', { custom: 'WithdrawalsWaiting' }, 60, anyMaximum),
  watch('The edge store is nearly full', { custom: 'EdgeStoreFull' }, 1, anyFailure),
  watch('The edge blocks unexplained items', { custom: 'EdgeEntriesUnexplained' }, 1, anyMaximum),
  watch('Domain events are not published', { custom: 'DomainEventsWaiting' }, 1, anyMaximum),
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
