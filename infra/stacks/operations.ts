/**
 * Alarms by email, a budget, and a dashboard with one row per journey. Without `alarmEmail`, only the dashboard is
 * created (an account has three for free).
 */
import { Duration, Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  TextWidget,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { metricNamespace, type QualityMetric } from '../../functions/platform/observability/metrics.ts';
import { type AlarmSpec, alarms, type Figure, listScheduledJobs } from '../alarms.ts';
import { createAlarmAction } from '../constructs/alarm-topic.ts';
import { allFunctions } from '../functions.ts';
import type { Module } from '../modules.ts';
import { alarmTopicName, failedName, resourcePrefix, undeliveredName } from '../names.ts';
import type { DeployConfig } from '../settings.ts';
import type { DataStack } from './data.ts';

/** CloudWatch's limit for one alarm. */
const maxMetrics = 10;

export class OperationsStack extends Stack {
  readonly #prefix: string;
  readonly #stage: string;
  readonly #apiId: string;

  constructor(scope: Construct, id: string, config: DeployConfig, data: DataStack) {
    const prefix = resourcePrefix(config.stage);
    super(scope, id, { stackName: `${prefix}operations`, env: { region: config.region } });
    this.#prefix = prefix;
    this.#stage = config.stage;
    this.#apiId = data.api.apiId;
    this.#createDashboard();
    if (!config.alarmEmail) return;
    const topicName = alarmTopicName(config.stage);
    const action = createAlarmAction(this, 'Alarms', { topicName, email: config.alarmEmail });
    for (const spec of alarms) {
      for (const [at, metric] of this.#metrics(spec.figure, spec).entries()) {
        const name = at === 0 ? spec.name : `${spec.name} (${at + 1})`;
        createAlarm(this, { ...spec, name }, metric).addAlarmAction(action);
      }
    }
    if (config.monthlyBudget > 0) this.#createBudget(config);
  }

  /** Returns one metric, or those of all scheduled jobs, of which each alarm takes at most ten. */
  #metrics(figure: Figure, { statistic, minutes }: Pick<AlarmSpec, 'statistic' | 'minutes'>): IMetric[] {
    const createMetric = (namespace: string, metricName: string, dimensionsMap: Record<string, string> = {}) =>
      new Metric({ namespace, metricName, dimensionsMap, statistic, period: Duration.minutes(minutes) });
    if ('custom' in figure) return [createMetric(metricNamespace, figure.custom, { stage: this.#stage })];
    if ('quality' in figure) return [createMetric(metricNamespace, figure.quality, { stage: this.#stage })];
    switch (figure.service) {
      case 'api':
        return [createMetric('AWS/ApiGateway', figure.metric, { ApiId: this.#apiId })];
      case 'lambda':
        // The metric of the whole account, because its functions share one limit.
        return [createMetric('AWS/Lambda', figure.metric)];
      case 'ses':
        return [createMetric('AWS/SES', figure.metric)];
      case 'sqs':
        return [
          createMetric('AWS/SQS', figure.metric, {
            QueueName: figure.queue === 'events' ? undeliveredName(this.#stage) : failedName(this.#stage, figure.queue),
          }),
        ];
      case 'schedule': {
        const jobMetrics = listScheduledJobs(figure.jobs).map(({ name }) =>
          createMetric('AWS/Lambda', figure.metric, { FunctionName: this.#prefix + name }),
        );
        const groups = Array.from({ length: Math.ceil(jobMetrics.length / maxMetrics) }, (_, at) =>
          jobMetrics.slice(at * maxMetrics, (at + 1) * maxMetrics),
        );
        return groups.map((group) => {
          const each = Object.fromEntries(group.map((metric, index) => [`m${index}`, metric]));
          const filled = Object.keys(each).map((key) => `FILL(${key}, 0)`);
          return new MathExpression({
            expression: `${figure.metric === 'Errors' ? 'SUM' : 'MIN'}([${filled.join(', ')}])`,
            usingMetrics: each,
            label: figure.metric,
            period: Duration.minutes(minutes),
          });
        });
      }
    }
  }

  #createDashboard(): void {
    const period = Duration.minutes(5);
    const createApiMetric = (metricName: string, statistic = 'Sum') =>
      new Metric({ namespace: 'AWS/ApiGateway', metricName, statistic, period, dimensionsMap: { ApiId: this.#apiId } });
    const createFunctionMetrics = (metricName: string, modules: readonly Module[], statistic = 'Sum') =>
      allFunctions
        .filter(({ module }) => modules.includes(module))
        .map(
          ({ name, lambdaName }) =>
            new Metric({
              namespace: 'AWS/Lambda',
              metricName,
              statistic,
              period,
              label: name,
              dimensionsMap: { FunctionName: this.#prefix + lambdaName },
            }),
        );
    const createQualityMetrics = (quality: QualityMetric) =>
      this.#metrics({ quality }, { statistic: 'Average', minutes: 15 });
    const customMetrics = alarms.flatMap(({ figure }) => ('custom' in figure ? [figure] : []));
    new Dashboard(this, 'Dashboard', {
      dashboardName: `${this.#prefix}overview`,
      defaultInterval: Duration.hours(12),
      widgets: [
        [
          createGraph('Answers', [createApiMetric('Count'), createApiMetric('4xx'), createApiMetric('5xx')]),
          createGraph('Latency (ms)', [createApiMetric('Latency', 'p50'), createApiMetric('Latency', 'p99')]),
          createGraph(
            'Trouble',
            customMetrics.flatMap((figure) => this.#metrics(figure, { statistic: 'Sum', minutes: 5 })),
          ),
        ],
        [new TextWidget({ markdown: '## What viewers feel', width: 24, height: 1 })],
        [
          createGraph('First picture, p50 and p95 (ms)', [
            ...createQualityMetrics('FirstPictureP50'),
            ...createQualityMetrics('FirstPictureP95'),
          ]),
          createGraph('Time that stood still (%)', createQualityMetrics('StalledTime')),
          createGraph('Pictures started', createQualityMetrics('PicturesStarted')),
        ],
        ...Object.entries(journeys).flatMap(([name, { modules, more = [] }]) => [
          [new TextWidget({ markdown: `## ${name}`, width: 24, height: 1 })],
          [
            createGraph('Calls', createFunctionMetrics('Invocations', modules)),
            createGraph('Duration p99 (ms)', createFunctionMetrics('Duration', modules, 'p99')),
            createGraph('Errors', [
              ...createFunctionMetrics('Errors', modules),
              ...more.map((createMetric) => createMetric()),
            ]),
          ],
        ]),
      ],
    });
  }

  /** Covers the whole account, because a budget by stage needs cost allocation tags that are activated by hand. */
  #createBudget({ monthlyBudget, alarmEmail }: DeployConfig): void {
    const notice = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
      subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: `${this.#prefix}month`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudget, unit: 'USD' },
      },
      notificationsWithSubscribers: [notice('ACTUAL', 80), notice('FORECASTED', 100)],
    });
  }
}

type AlarmSettings = Pick<AlarmSpec, 'name' | 'threshold' | 'datapoints' | 'below' | 'isBreachingWithoutData'>;

export function createAlarm(stack: Stack, spec: AlarmSettings, metric: IMetric): Alarm {
  const [datapointsToAlarm, evaluationPeriods] = spec.datapoints;
  const { LESS_THAN_THRESHOLD, GREATER_THAN_OR_EQUAL_TO_THRESHOLD } = ComparisonOperator;
  return new Alarm(
    stack,
    spec.name.replaceAll(/\W+(\w)?/g, (_, letter: string = '') => letter.toUpperCase()),
    {
      alarmName: `${stack.stackName.replace(/[^-]+$/, '')}${spec.name}`,
      alarmDescription: 'See infra/README.md, Alarms',
      metric,
      threshold: spec.threshold,
      datapointsToAlarm,
      evaluationPeriods,
      comparisonOperator: spec.below ? LESS_THAN_THRESHOLD : GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: spec.isBreachingWithoutData ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    },
  );
}

const createViewersMetric = () =>
  new MathExpression({
    expression: `SUM(SEARCH('{AWS/IVS,Channel} MetricName="ConcurrentViews"', 'Maximum', 60))`,
    usingMetrics: {},
    label: 'Viewers of lives',
    period: Duration.minutes(1),
  });

const journeys: Record<string, { modules: Module[]; more?: (() => IMetric)[] }> = {
  Browse: { modules: ['league', 'platform', 'reach'] },
  'Sign in': { modules: ['people', 'trust'] },
  Pay: { modules: ['money'] },
  Watch: { modules: ['viewing'] },
  Upload: { modules: ['recordings'] },
  Live: { modules: ['broadcast'], more: [createViewersMetric] },
};

const createGraph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 8, height: 6 });
