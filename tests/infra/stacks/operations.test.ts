/** Alarms of infra/alarms.ts: created, documented, and based on metrics that the code publishes. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { measure, metrics } from '../../../functions/platform/observability/metrics.ts';
import { alarms, edgeAlarms } from '../../../infra/alarms.ts';
import { jobFunctions } from '../../../infra/jobs.ts';
import { synthesize, templates, text } from './support.ts';

/** Lists each scheduled job with its interval, and once more with that of its rarer work, if it has any. */
function listSchedules() {
  const schedules = jobFunctions.flatMap(({ name, on }) =>
    'everyMinutes' in on ? [on.everyMinutes, on.rarestMinutes ?? []].flat().map((minutes) => ({ name, minutes })) : [],
  );
  if (schedules.length < 15) throw new Error('There are fewer scheduled jobs than expected');
  return schedules;
}

const watched = templates({ alarmEmail: 'guardia@cantera.example' });
const found = watched.resources('operations', 'AWS::CloudWatch::Alarm');

interface Statement {
  Effect: string;
  Action: string;
  Resource: unknown;
  Principal?: { Service?: string };
  Condition?: { StringEquals?: Record<string, unknown> };
}

describe('alarms', () => {
  test('exist and send email where an address is set', () => {
    // More than ten jobs need several alarms, numbered ' (2)' and so on.
    const names = new Set(found.map(({ AlarmName }) => AlarmName.replace(/ \(\d+\)$/, '')));
    expect([...names].toSorted()).toEqual(alarms.map(({ name }) => `cantera-dev-${name}`).toSorted());
    for (const { AlarmActions } of found) expect(AlarmActions).toHaveLength(1);
    const edge = watched.resources('edgeAlarms', 'AWS::CloudWatch::Alarm');
    expect(edge.map(({ AlarmName }) => AlarmName)).toEqual(edgeAlarms.map(({ name }) => `cantera-dev-${name}`));
    const mailed = (['operations', 'edgeAlarms'] as const).flatMap((name) =>
      watched.resources(name, 'AWS::SNS::Subscription'),
    );
    expect(mailed.map(({ Endpoint }) => Endpoint)).toEqual(Array(2).fill('guardia@cantera.example'));
  });

  test('may all publish to the topic of their action', () => {
    for (const name of ['operations', 'edgeAlarms'] as const) {
      const topics = watched
        .resources(name, 'AWS::SNS::TopicPolicy')
        .flatMap(({ PolicyDocument }) =>
          PolicyDocument.Statement.filter(
            ({ Effect, Action, Principal, Condition }: Statement) =>
              Effect === 'Allow' &&
              Action === 'sns:Publish' &&
              Principal?.Service === 'cloudwatch.amazonaws.com' &&
              text(Condition?.StringEquals?.['aws:SourceAccount']) === '<AWS::AccountId>',
          ).map(({ Resource }: Statement) => text(Resource)),
        );
      const actions = watched
        .resources(name, 'AWS::CloudWatch::Alarm')
        .flatMap(({ AlarmActions }) => AlarmActions.map(text));
      expect(actions.length).toBeGreaterThan(0);
      expect(actions.filter((action: string) => !topics.includes(action))).toEqual([]);
    }
  });

  test('are all documented in the README', () => {
    const lines = readFileSync('infra/README.md', 'utf8').split('## Alarms')[1]?.split('\n## ')[0] ?? '';
    const documented = [...lines.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].slice(1);
    expect(documented.map(([, name]) => name)).toEqual([...alarms, ...edgeAlarms].map(({ name }) => name));
    for (const [, name, todo = ''] of documented) expect(todo.length, name).toBeGreaterThan(20);
  });

  test('cover every custom metric, and each metric is published', () => {
    const watchedMetrics = alarms.flatMap(({ figure }) => ('custom' in figure ? figure.custom : []));
    expect(watchedMetrics.toSorted()).toEqual(metrics.filter((metric) => metric !== 'RequestsFailed').toSorted());
    const sources = globSync('functions/**/*.ts').map((path) => readFileSync(path, 'utf8'));
    for (const metric of metrics) {
      const publishers = sources.filter((source) => source.includes(`'${metric}'`) && source.includes('measure('));
      expect(publishers.length, metric).toBeGreaterThan(0);
    }
  });

  test('detect stopped minutely jobs, also by missing data', () => {
    const stopped = found.find(({ AlarmName }) => AlarmName === 'cantera-dev-Scheduled jobs have stopped');
    expect(stopped).toMatchObject({ TreatMissingData: 'breaching', ComparisonOperator: 'LessThanThreshold' });
    const names = stopped?.Metrics.flatMap(
      ({ MetricStat }: { MetricStat?: { Metric: { Dimensions: { Value: string }[] } } }) =>
        MetricStat?.Metric.Dimensions.map(({ Value }) => Value) ?? [],
    );
    const everyMinute = jobFunctions.filter(({ on }) => 'everyMinutes' in on && on.everyMinutes === 1);
    expect(names.toSorted()).toEqual(everyMinute.map(({ name }) => `cantera-dev-${name}`).toSorted());
    // CloudWatch's limit of metrics in an expression.
    expect(names.length).toBeLessThanOrEqual(10);
  });

  test.each(listSchedules())(
    'include one that is raised when the work of $name, every $minutes minutes, keeps failing',
    ({ name, minutes }) => {
      const ofJob = found.filter(({ AlarmName, Metrics }) =>
        Metrics?.some(
          ({ MetricStat }: { MetricStat?: { Metric: { MetricName: string; Dimensions: { Value: string }[] } } }) =>
            MetricStat?.Metric.MetricName === 'Errors' &&
            MetricStat.Metric.Dimensions.some(({ Value }) => Value === `cantera-dev-${name}`) &&
            AlarmName,
        ),
      );
      expect(ofJob).toHaveLength(1);
      const { Metrics, EvaluationPeriods, DatapointsToAlarm, Threshold } = ofJob[0] ?? {};
      expect(Threshold).toBe(1);
      const [{ MetricStat }] = Metrics.filter((metric: { MetricStat?: object }) => metric.MetricStat);
      const periodMinutes = MetricStat.Period / 60;
      // Simulates three days of failing runs, and looks for a window with enough failing periods to alarm.
      for (let phase = 0; phase < periodMinutes; phase++) {
        const failing = new Set<number>();
        for (let at = phase; at < 3 * 24 * 60; at += minutes) failing.add(Math.floor(at / periodMinutes));
        const isHeard = [...failing].some((last) => {
          const window = Array.from({ length: EvaluationPeriods }, (_, back) => last - back);
          return window.filter((period) => failing.has(period)).length >= DatapointsToAlarm;
        });
        expect(isHeard, `first failure in minute ${phase}`).toBe(true);
      }
    },
  );

  test('stay within ten metrics each, also with eleven more jobs', () => {
    const scheduled = jobFunctions.find(({ on }) => 'everyMinutes' in on && on.everyMinutes === 1);
    if (!scheduled) throw new Error('There is no scheduled job');
    const more = Array.from({ length: 11 }, (_, at) => ({
      ...scheduled,
      name: `more-${at}`,
      lambdaName: `more-${at}`,
    }));
    jobFunctions.push(...more);
    const made = synthesize({ alarmEmail: 'guardia@cantera.example' });
    jobFunctions.splice(-more.length);
    const ofClock = made
      .resources('operations', 'AWS::CloudWatch::Alarm')
      .filter(({ AlarmName }) => /scheduled jobs/i.test(AlarmName));
    const frequent = ofClock.filter(({ AlarmName }) => !AlarmName.includes('Rare'));
    expect(frequent.map(({ AlarmName }) => AlarmName).toSorted()).toEqual([
      'cantera-dev-Scheduled jobs fail',
      'cantera-dev-Scheduled jobs fail (2)',
      'cantera-dev-Scheduled jobs have stopped',
      'cantera-dev-Scheduled jobs have stopped (2)',
      'cantera-dev-Scheduled jobs have stopped (3)',
    ]);
    const watchedJobs = ofClock.map(
      ({ Metrics }) => Metrics.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat).length as number,
    );
    expect(Math.max(...watchedJobs)).toBeLessThanOrEqual(10);
    const minutely = jobFunctions.filter(({ on }) => 'everyMinutes' in on && on.everyMinutes === 1).length;
    const all = jobFunctions.filter(({ on }) => 'everyMinutes' in on).length;
    expect(watchedJobs.reduce((sum, count) => sum + count)).toBe(minutely + all + 2 * more.length);
  });

  test('do not exist without an address, which production requires', () => {
    const silent = templates();
    expect(silent.resources('operations', 'AWS::CloudWatch::Alarm')).toEqual([]);
    expect(silent.resources('operations', 'AWS::CloudWatch::Dashboard')).toHaveLength(1);
    const company = '{"name":"Cantera SL","taxId":"B12345674","address":"Murcia","email":"hola@cantera.example"}';
    expect(() => templates({ stage: 'prod', company })).toThrow(/alarmEmail/);
  });

  test('include a budget with an early warning', () => {
    const [budget] = watched.resources('operations', 'AWS::Budgets::Budget');
    expect(budget?.Budget).toMatchObject({ TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 100, Unit: 'USD' } });
    expect(budget?.NotificationsWithSubscribers).toHaveLength(2);
  });
});

test('a scheduled run that is throttled is dropped once the next is due', () => {
  const scheduled = jobFunctions.filter(({ on }) => 'everyMinutes' in on);
  const settings = watched.resources('jobs', 'AWS::Lambda::EventInvokeConfig');
  const schedules = watched.resources('jobs', 'AWS::Scheduler::Schedule');
  for (const { name, on } of scheduled) {
    const seconds = 'everyMinutes' in on ? on.everyMinutes * 60 : 0;
    const id = name.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());
    const ofJob = settings.find(({ FunctionName }) => text(FunctionName).startsWith(`<${id}`));
    expect(ofJob, name).toMatchObject({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: seconds });
    const { Target } = schedules.find(({ Name }) => Name === `cantera-dev-${name}`) ?? {};
    expect(Target.RetryPolicy, name).toEqual({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: seconds });
  }
});

describe('unhandled events', () => {
  test('are kept for two weeks, whether undelivered or failed three times', () => {
    const [queue, failed, alerts] = watched.resources('jobs', 'AWS::SQS::Queue');
    expect(failed).toMatchObject({ QueueName: 'cantera-dev-alerts-failed', MessageRetentionPeriod: 1_209_600 });
    expect(alerts).toMatchObject({ QueueName: 'cantera-dev-alerts', RedrivePolicy: { maxReceiveCount: 3 } });
    expect(queue).toMatchObject({ QueueName: 'cantera-dev-undelivered', MessageRetentionPeriod: 1_209_600 });
    for (const { Targets } of watched.resources('jobs', 'AWS::Events::Rule'))
      for (const target of Targets) expect(text(target.DeadLetterConfig.Arn)).toContain('Undelivered');
    const byEvents = jobFunctions.filter(({ on }) => 'domainEvents' in on || 'source' in on);
    const withDestination = watched
      .resources('jobs', 'AWS::Lambda::EventInvokeConfig')
      .filter(({ DestinationConfig }) => DestinationConfig?.OnFailure);
    expect(withDestination).toHaveLength(byEvents.length);
  });
});

test('a metric is one line in embedded metric format', () => {
  vi.stubEnv('LOG_LEVEL', 'info');
  vi.stubEnv('STAGE', 'dev');
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  measure('MailsRefused', 2, { message: '01' });
  const line = String(write.mock.calls[0]?.[0]);
  write.mockRestore();
  vi.unstubAllEnvs();
  expect(line).toMatch(/^\{.*\}\n$/);
  expect(JSON.parse(line)).toEqual({
    _aws: {
      Timestamp: expect.any(Number),
      CloudWatchMetrics: [
        { Namespace: 'Cantera', Dimensions: [['stage']], Metrics: [{ Name: 'MailsRefused', Unit: 'Count' }] },
      ],
    },
    message: '01',
    stage: 'dev',
    MailsRefused: 2,
  });
});
