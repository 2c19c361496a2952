/**
 * What tells an operator that something is wrong: a handful of alarms, mailed, and one dashboard. Without an address
 * there is the dashboard alone (three of them are free; an alarm costs ten cents a month).
 */
import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { DeployConfig } from '../config.ts';
import { tablePrefix } from '../constructs/names.ts';
import { jobFunctions } from '../jobs.ts';
import type { DataStack } from './data.ts';

const period = Duration.minutes(5);

export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, config: DeployConfig, data: DataStack) {
    const prefix = tablePrefix(config.stage);
    super(scope, id, { stackName: `${prefix}operations`, env: { region: config.region } });
    const api = (metricName: string, statistic = 'Sum') =>
      new Metric({
        namespace: 'AWS/ApiGateway',
        metricName,
        dimensionsMap: { ApiId: data.api.apiId },
        statistic,
        period,
      });
    const answers = { 'API answers 5xx': api('5xx') };
    const jobs = Object.fromEntries(
      inGroups(jobFunctions).map((group, index) => [
        index === 0 ? 'Jobs fail' : `Jobs fail ${index + 1}`,
        sumOfErrors(group, prefix),
      ]),
    );
    new Dashboard(this, 'Dashboard', {
      dashboardName: `${prefix}overview`,
      defaultInterval: Duration.hours(12),
      widgets: [
        [graph('Requests', [api('Count')]), graph('Latency (ms)', [api('Latency', 'p50'), api('Latency', 'p99')])],
        [graph('Trouble', [...Object.values(answers), ...Object.values(jobs)]), graph('Viewers of lives', [viewers()])],
      ],
    });
    const failures = { ...answers, ...jobs };
    if (config.alarmEmail) this.#raiseAlarms(prefix, failures, config.alarmEmail);
  }

  #raiseAlarms(prefix: string, failures: Record<string, IMetric>, email: string): void {
    const topic = new Topic(this, 'Alarms', { topicName: `${prefix}alarms`, enforceSSL: true });
    topic.addSubscription(new EmailSubscription(email));
    for (const [name, metric] of Object.entries(failures)) {
      new Alarm(
        this,
        name.replaceAll(/\W+(\w)?/g, (_, letter: string = '') => letter.toUpperCase()),
        {
          alarmName: `${prefix}${name}`,
          metric,
          // One is a hiccup that repairs itself; a second five minutes later is not.
          threshold: 1,
          evaluationPeriods: 3,
          datapointsToAlarm: 2,
          comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
          treatMissingData: TreatMissingData.NOT_BREACHING,
        },
      ).addAlarmAction(new SnsAction(topic));
    }
  }
}

/** An alarm's sum takes ten metrics at most. */
function inGroups<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / 10) }, (_, index) => all.slice(index * 10, index * 10 + 10));
}

/** A metric is known by its function, for one graph shows several of these sums. */
function sumOfErrors(functions: readonly { name: string }[], prefix: string): IMetric {
  const usingMetrics = Object.fromEntries(
    functions.map(({ name }) => [
      `errors_${name.replaceAll('-', '_')}`,
      new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Errors',
        dimensionsMap: { FunctionName: prefix + name },
        statistic: 'Sum',
        period,
      }),
    ]),
  );
  return new MathExpression({ expression: 'SUM(METRICS())', usingMetrics, label: 'Errors of jobs', period });
}

const viewers = () =>
  new MathExpression({
    expression: `SUM(SEARCH('{AWS/IVS,Channel} MetricName="ConcurrentViews"', 'Maximum', 60))`,
    usingMetrics: {},
    label: 'Viewers',
    period: Duration.minutes(1),
  });

const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 12, height: 6 });
