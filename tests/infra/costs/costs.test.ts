/** Costs of requests and months, with figures that can be checked by hand. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { countAlarmMetrics } from '../../../infra/alarms.ts';
import { compareOffers } from '../../../infra/costs/edge-plans.ts';
import { computeDurationMs, measured } from '../../../infra/costs/journeys.ts';
import { computeBill, computeRequestPrice, type Line, type Month, sum } from '../../../infra/costs/month.ts';
import { prices } from '../../../infra/costs/prices.ts';
import { productionContext, templates } from '../stacks/support.ts';
import { findPrice, month } from './example-month.ts';

/** Resources billed by time or by scheduled runs, with the start of their line in the bill. */
const idleLines: Record<string, string> = {
  'AWS::CloudWatch::Alarm': 'CloudWatch, 55 metrics of alarms',
  'AWS::CloudWatch::Dashboard': 'CloudWatch, dashboard',
  'AWS::CloudFront::KeyValueStore': 'CloudFront KeyValueStore',
  'AWS::Lambda::EventSourceMapping': 'SQS, pollers of the two queues',
  'AWS::Logs::LogGroup': 'CloudWatch, their log lines',
  'AWS::Route53::RecordSet': 'Route 53, hosted zone',
  'AWS::Scheduler::Schedule': 'EventBridge Scheduler, their runs',
  'AWS::SecretsManager::Secret': 'Secrets Manager, seven secrets',
  'AWS::WAFv2::WebACL': 'WAF',
};
/** Resources billed by use or by stored bytes, or not at all. An account's first two budgets are free. */
const freeWhileIdle = new RegExp(
  `^AWS::(${[
    'ApiGatewayV2::',
    'Budgets::Budget',
    'CloudFormation::',
    'CloudFront::',
    'Cognito::',
    'DynamoDB::',
    'Events::',
    'IAM::',
    'IVS::',
    'Lambda::(Function|Permission|EventInvokeConfig|LayerVersion)',
    'MediaConvert::',
    'S3::',
    'SES::',
    'SNS::',
    'SQS::',
    'CDK::Metadata',
  ].join('|')})|^Custom::`,
);

/** Settings by the words that name them in the findings. */
const choices = {
  Pro: { edgePlans: { media: 'PRO', web: '' } },
  ADVANCED_HD: { channelType: 'ADVANCED_HD' },
  ADVANCED_SD: { channelType: 'ADVANCED_SD' },
  BASIC: { channelType: 'BASIC' },
  LIGHT: { ladder: 'LIGHT' },
  RECORDING: { liveDelivery: 'RECORDING' },
  WATCHED: { broadcastEncoding: 'WATCHED' },
  NEVER: { broadcastEncoding: 'NEVER' },
} as const satisfies Record<string, Partial<Month>>;

const findings = readFileSync('infra/FINDINGS.md', 'utf8');
const matches: Month = { ...month, uploaded: 20, broadcast: 40 };
const format = (lines: Line[], digits: number) => sum(lines).toFixed(digits);

describe('a month', () => {
  test('costs only the fixed price without viewers', () => {
    const bill = computeBill({ ...month, viewers: 0 });
    expect(bill.total).toBeCloseTo(sum(bill.idle), 9);
    // Without free tiers. Of these, the alarms are $5.30 and the dashboard is $3.
    expect(bill.total).toBeLessThan(14);
    expect(sum(computeBill({ ...month, alarms: false }).idle)).toBeLessThan(8.5);
  });

  test('contains each kind of resource that is billed while nobody watches', () => {
    const watched = templates({ ...productionContext, firewall: true });
    const made = [...Object.values(watched.templates), ...watched.nested].flatMap((template) =>
      Object.values(template.toJSON().Resources as Record<string, { Type: string }>).map(({ Type }) => Type),
    );
    expect([...new Set(made)].filter((type) => !(type in idleLines) && !freeWhileIdle.test(type))).toEqual([]);
    const lines = computeBill({ ...month, firewall: true }).idle.map(([what]) => what);
    for (const [type, line] of Object.entries(idleLines)) {
      expect(made, type).toContain(type);
      expect(
        lines.filter((what) => what.startsWith(line)),
        type,
      ).toHaveLength(1);
    }
  });

  test('pays for each run of each schedule: function, scheduler and log lines, but no trace', () => {
    const runs = [10 * 43_200, 3 * 4_320, 2 * 2_880, 4 * 720].reduce((total, count) => total + count);
    const { idle } = computeBill(month);
    expect(findPrice(idle, 'EventBridge Scheduler')).toBeCloseTo(runs * prices.scheduler.run, 9);
    expect(findPrice(idle, 'CloudWatch, their log lines')).toBeCloseTo(
      ((runs * 600) / 1024 ** 3) * prices.logs.gigabyte,
      9,
    );
    expect(findPrice(idle, 'scheduled jobs') / runs).toBeGreaterThan(prices.lambda.request);
  });

  test('equals the figures in the documents', () => {
    const onIvs = computeBill(matches);
    const { idle, uploadedHour, broadcastHour, liveHour, recordedHour } = onIvs;
    const quiet = computeBill({ ...month, alarms: false }).idle;
    const [, , second = ''] = readFileSync('README.md', 'utf8').split('\n\n');
    for (const text of [second, readFileSync('infra/README.md', 'utf8')]) {
      expect(text).toMatch(/\*\*Nobody has deployed (it|this product) to AWS yet/);
      expect(text.replace(/\s+/g, ' ')).toContain(`$${format(quiet, 2)} a month`);
      expect(text).toContain(`with alarms $${format(idle, 2)}`);
    }
    expect(findings).toContain(`| ${format(quiet, 2)}, with alarms ${format(idle, 2)} |`);
    const alarms = (countAlarmMetrics() * prices.alarmMetric).toFixed(2);
    expect(findings).toContain(`alarms ${alarms} (${countAlarmMetrics()} metrics)`);
    const fast = computeBill({ ...month, framesPerSecond: 50 });
    for (const [hour, fastHour] of [
      [uploadedHour, fast.uploadedHour],
      [broadcastHour, fast.broadcastHour],
    ] as const)
      expect(findings).toContain(`| ${format(hour, 2)} (50 frames a second: ${format(fastHour, 2)}) |`);
    for (const hour of [liveHour, recordedHour]) expect(findings).toContain(`| ${format(hour, 3)} (1080 lines: `);

    const offers = compareOffers('media', onIvs.edge.media, 1000);
    const { from, to } = offers.find(({ name }) => name === 'PRO') ?? {};
    expect(findings).toContain(`from ${from} to ${to?.toLocaleString('en')} viewers`);
    for (const { name, dollars } of offers.slice(1))
      expect(findings).toMatch(new RegExp(`^\\| ${name} \\| \\$${dollars.toLocaleString('en')} \\|`, 'im'));

    const [delayed, never] = [choices.RECORDING, choices.NEVER].map((choice) => ({ ...matches, ...choice }));
    const [byUse, played] = [computeBill(delayed ?? matches), computeBill(never ?? matches)];
    const flat = [delayed, never].map((choice) => computeBill({ ...(choice ?? matches), ...choices.Pro }));
    for (const [hour, flatHour] of [
      [byUse.liveHour, flat[0]?.liveHour ?? []],
      [played.unencodedHour, flat[1]?.unencodedHour ?? []],
    ] as const)
      expect(findings).toContain(`| ${format(hour, 3)} (on a flat-rate plan: ${format(flatHour, 3)}) |`);
    const lasting = compareOffers('media', computeBill({ ...month, ...choices.RECORDING }).edge.media, 1000)[2]?.to;
    expect(findings).toContain(`the plan lasts for ${lasting?.toLocaleString('en')} viewers`);
    const more = sum(played.unencodedHour) - sum(recordedHour);
    const light = computeBill({ ...matches, ...choices.LIGHT }).broadcastHour;
    const [full, half] = [broadcastHour, light].map((hour) => sum(hour) - sum(played.broadcastHour));
    expect(findings).toContain(`costs $${more.toFixed(3)} more`);
    const first = `encoding ($${full?.toFixed(2)} an hour) is cheaper from ${Math.ceil((full ?? 0) / more)} viewers`;
    expect(findings).toContain(first);
    expect(findings).toContain(`\`LIGHT\` ($${half?.toFixed(2)}) from ${Math.ceil((half ?? 0) / more)}`);
  });

  const rows = [...findings.matchAll(/^\| (the defaults|Pro\b.*?|`.*?'`.*?) \| (\$\d+ \| \$\d+) \|/gm)];
  test.each(rows.map(([, setting = '', dollars = '']) => [setting, dollars]))(
    'costs what its line in the findings says, with %s',
    (setting, dollars) => {
      const chosen = Object.entries(choices).filter(([name]) => new RegExp(`\\b${name}\\b`, 'i').test(setting));
      const change = Object.assign({}, ...chosen.map(([, choice]) => choice));
      const totals = [1000, 50].map((viewers) => computeBill({ ...matches, ...change, viewers }).total);
      expect(totals.map((total) => `$${total.toFixed(0)}`).join(' | ')).toBe(dollars);
    },
  );

  test('has a line in the findings for each setting, of which one costs at most $200', () => {
    for (const name of Object.keys(choices)) expect(rows.join(), name).toMatch(new RegExp(`\\b${name}\\b`, 'i'));
    const dollars = rows.map(([, , both = '']) => both.split(' | ').map((amount) => Number(amount.slice(1))));
    expect(dollars.some((both) => both.every((amount) => amount <= 200))).toBe(true);
  });

  test('pays for what can be counted by hand', () => {
    const { cloudFront, keyValueStore, dynamo } = prices;
    const request = cloudFront.request + cloudFront.functionCall;
    const gigabyte = (cloudFront.gigabyte * 1e9) / 1024 ** 3;
    const delayed = computeBill({ ...matches, ...choices.RECORDING });
    // 3.4 Mbit/s are 1.53 GB per hour; 360 segments of ten seconds, and a reload every six seconds.
    const files = 1.53 * gigabyte + 360 * (request + keyValueStore.read);
    expect(findPrice(delayed.liveHour, 'CloudFront, files of IVS')).toBeCloseTo(files, 9);
    const bill = computeBill(matches);
    expect(delayed.edge.media.requests - bill.edge.media.requests).toBeCloseTo(2000 * (360 + 600), 6);
    // The web host serves the pages, the media host their thirty pictures.
    const pages = 0.0005 * gigabyte + 70 * request + 10 * keyValueStore.read;
    expect(findPrice(bill.recordedHour, 'CloudFront, the pages')).toBeCloseTo(pages, 12);
    expect(findPrice(bill.recordedHour, 'CloudFront, their')).toBeCloseTo(
      0.001 * gigabyte + 30 * (request + keyValueStore.read),
      12,
    );
    expect(findPrice(bill.uploadedHour, 'S3, writing')).toBeCloseTo(4 * 900 * prices.s3.put, 9);
    expect(findPrice(bill.broadcastHour, 'S3, listings')).toBeCloseTo((3 * 288 * prices.s3.list) / 2, 9);
    // A request takes its CPU time on a share of a core, and 4 ms for each call of DynamoDB.
    const cost = { cpuMs: 10, calls: 2, reads: 3, writes: { leases: 1, views: 1 }, sharedReads: 1, bytes: 1024 };
    expect(computeDurationMs(cost)).toBeCloseTo(10 * (1769 / 512) + 2 * 4, 6);
    const units = computeRequestPrice(cost) - computeRequestPrice({ ...cost, reads: 0, writes: {} });
    expect(units).toBeCloseTo(3 * dynamo.read + 2 * dynamo.write, 12);
    // A viewer who has gone back in a live is checked each half minute, not at each reload.
    const check = computeRequestPrice(measured.requests.rendition);
    expect(computeBill({ ...matches, ...choices.Pro }).growing).toBeCloseTo(120 * check, 9);
  });

  test('counts the metrics of all alarms, as the stacks create them', () => {
    const watched = templates({ alarmEmail: 'guardia@cantera.example' });
    const created = (['operations', 'edgeAlarms'] as const)
      .flatMap((name) => watched.resources(name, 'AWS::CloudWatch::Alarm'))
      .flatMap(({ Metrics }) =>
        Metrics ? Metrics.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat) : [1],
      );
    expect(countAlarmMetrics()).toBe(created.length);
    expect(countAlarmMetrics()).toBe(55);
  });

  test('grows with hours, matches, resolution and a firewall', () => {
    const bill = computeBill(month);
    const grow = (change: Partial<Month>) => computeBill({ ...month, ...change }).total - bill.total;
    expect(grow({ hours: 5 })).toBeCloseTo((1000 * (sum(bill.liveHour) + sum(bill.recordedHour))) / 2, 6);
    expect(grow({ uploaded: 1, broadcast: 1 })).toBeCloseTo(sum(bill.uploadedHour) + sum(bill.broadcastHour), 6);
    expect(grow({ height: 360 })).toBeLessThan(0);
    expect(grow({ firewall: true })).toBeCloseTo(7, 6);
  });
});
