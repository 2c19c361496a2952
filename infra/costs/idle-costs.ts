/** Monthly costs of a stage without viewers or matches. Pure. */
import { countAlarmMetrics, listScheduledJobs } from '../alarms.ts';
import { runsOnSchedule } from '../function-spec.ts';
import { type EdgePlansSetting, edgePlans as flatRates } from './edge-plans.ts';
import type { Line } from './lines.ts';
import { prices } from './prices.ts';

interface IdleStage {
  cameras: number;
  alarms: boolean;
  firewall: boolean;
  edgePlans: EdgePlansSetting;
}

/** `reconcile-withdrawals` lists the edge's store once a day, 50 keys a call, here of 200 withdrawn items. */
const storeCallsPerDay = 200 / 50;

/** Lambda polls a queue five times every 20 s. */
const pollsPerMonth = 5 * 3 * 60 * 24 * 30;

const minutesPerMonth = 60 * 24 * 30;

/** Three lines of Lambda's own, with the 26 bytes that CloudWatch adds to each; the jobs log nothing while idle. */
const logBytesPerRun = 600;

/** Seven secrets: edge, playback, partner, Stripe, push, captcha and the audit's. A job is assumed to run 0.1 s. */
export function listIdleCosts({ alarms, firewall, cameras, edgePlans }: IdleStage): Line[] {
  const scheduled = [...listScheduledJobs('frequent'), ...listScheduledJobs('rare')];
  const runs = scheduled.reduce((sum, { on }) => sum + (runsOnSchedule(on) ? minutesPerMonth / on.everyMinutes : 0), 0);
  const job = prices.lambda.request + 0.1 * 0.5 * prices.lambda.gigabyteSecond + 4 * prices.dynamo.read;
  return [
    ['Secrets Manager, seven secrets', 7 * prices.secret],
    ['CloudWatch, dashboard', prices.dashboard],
    ['scheduled jobs', runs * job],
    ['EventBridge Scheduler, their runs', runs * prices.scheduler.run],
    ['CloudWatch, their log lines', ((runs * logBytesPerRun) / 1024 ** 3) * prices.logs.gigabyte],
    ['SQS, pollers of the two queues', pollsPerMonth * (prices.sqs.request + prices.sqs.inOrder)],
    ['Route 53, hosted zone', prices.hostedZone],
    ['CloudFront KeyValueStore, comparisons', storeCallsPerDay * 30 * prices.keyValueStore.call],
    [`S3, a nightly listing of ${cameras} cameras`, 2 * cameras * 30 * prices.s3.list],
    ...(alarms
      ? [[`CloudWatch, ${countAlarmMetrics()} metrics of alarms`, countAlarmMetrics() * prices.alarmMetric] as Line]
      : []),
    ...(firewall && !edgePlans.web ? [['WAF', prices.firewall.acl + 2 * prices.firewall.rule] as Line] : []),
    ...Object.entries(edgePlans).flatMap(([host, plan]): Line[] =>
      plan ? [[`CloudFront, plan ${plan} of the ${host} host`, flatRates[plan].dollars]] : [],
    ),
  ];
}
