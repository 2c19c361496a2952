/** Costs of requests and months, with figures that can be checked by hand. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { countAlarmMetrics } from '../../../infra/alarms.ts';
import { compareOffers } from '../../../infra/costs/compare-plans.ts';
import { computeDurationMs, requestKinds } from '../../../infra/costs/journeys.ts';
import { sum } from '../../../infra/costs/lines.ts';
import { computeBill } from '../../../infra/costs/month.ts';
import { prices } from '../../../infra/costs/prices.ts';
import { computeRequestPrice } from '../../../infra/costs/request-price.ts';
import { productionContext, templates } from '../stacks/support.ts';
import { findPrice, measured, month } from './example-month.ts';

/** Resources billed by time or by runs that nobody asks for, with the start of their line in the bill. */
const idleLines: Record<string, string> = {
  'AWS::CloudWatch::Alarm': 'CloudWatch, 54 metrics of alarms',
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

const onPro = { edgePlans: { media: 'PRO', web: '' } } as const;

test('the cost calculation has a measurement of every kind of request', () => {
  expect(Object.keys(measured.requests).toSorted()).toEqual([...requestKinds].toSorted());
  for (const cost of Object.values(measured.requests)) expect(cost.cpuMs).toBeGreaterThan(0);
  expect(Date.parse(measured.date)).not.toBeNaN();
});

describe('a request', () => {
  const cost = { cpuMs: 10, calls: 2, reads: 3, writes: { leases: 1, views: 1 }, sharedReads: 1, bytes: 1024 };

  test('takes the CPU time on a share of a core plus the time of its DynamoDB calls', () => {
    expect(computeDurationMs(cost)).toBeCloseTo(10 * (1769 / 512) + 2 * 4, 6);
  });

  test('costs the sum of its parts', () => {
    const { lambda, httpApi, dynamo } = prices;
    const without = computeRequestPrice({ ...cost, reads: 0, writes: {} });
    expect(computeRequestPrice(cost) - without).toBeCloseTo(3 * dynamo.read + 2 * dynamo.write, 12);
    expect(without).toBeGreaterThan(httpApi.request + lambda.request);
  });
});

describe('a month', () => {
  test('costs only the fixed price without viewers', () => {
    const bill = computeBill({ ...month, viewers: 0 }, measured);
    expect(bill.total).toBeCloseTo(sum(bill.idle), 9);
    // Without free tiers. Of these, the alarms are $5.30 and the dashboard is $3.
    expect(bill.total).toBeLessThan(14);
    expect(sum(computeBill({ ...month, alarms: false }, measured).idle)).toBeLessThan(8.5);
  });

  test('contains each kind of resource that is billed while nobody watches', () => {
    const watched = templates({ ...productionContext, firewall: true });
    const made = [...Object.values(watched.templates), ...watched.nested].flatMap((template) =>
      Object.values(template.toJSON().Resources as Record<string, { Type: string }>).map(({ Type }) => Type),
    );
    expect([...new Set(made)].filter((type) => !(type in idleLines) && !freeWhileIdle.test(type))).toEqual([]);
    const lines = computeBill({ ...month, firewall: true }, measured).idle.map(([what]) => what);
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
    const { idle } = computeBill(month, measured);
    expect(findPrice(idle, 'EventBridge Scheduler')).toBeCloseTo(runs * prices.scheduler.run, 9);
    expect(findPrice(idle, 'CloudWatch, their log lines')).toBeCloseTo(
      ((runs * 600) / 1024 ** 3) * prices.logs.gigabyte,
      9,
    );
    expect(findPrice(idle, 'scheduled jobs') / runs).toBeGreaterThan(prices.lambda.request);
  });

  test('equals the figures in the documents', () => {
    const findings = readFileSync('infra/FINDINGS.md', 'utf8');
    const { idle, uploadedHour, broadcastHour, liveHour, recordedHour } = computeBill(
      { ...month, height: 720 },
      measured,
    );
    const quiet = computeBill({ ...month, alarms: false }, measured).idle;
    const [, , second = ''] = readFileSync('README.md', 'utf8').split('\n\n');
    for (const text of [second, readFileSync('infra/README.md', 'utf8')]) {
      expect(text).toMatch(/\*\*Nobody has deployed (it|this product) to AWS yet/);
      expect(text.replace(/\s+/g, ' ')).toContain(`$${sum(quiet).toFixed(2)} a month`);
      expect(text).toContain(`with alarms $${sum(idle).toFixed(2)}`);
    }
    expect(findings).toContain(`| ${sum(quiet).toFixed(2)}, with alarms ${sum(idle).toFixed(2)} |`);
    const fast = computeBill({ ...month, framesPerSecond: 50 }, measured);
    for (const [hour, fastHour] of [
      [uploadedHour, fast.uploadedHour],
      [broadcastHour, fast.broadcastHour],
    ] as const) {
      expect(findings).toContain(`| ${sum(hour).toFixed(2)} (50 frames a second: ${sum(fastHour).toFixed(2)}) |`);
    }
    expect(findings).toContain(
      `alarms ${(countAlarmMetrics() * prices.alarmMetric).toFixed(2)} (${countAlarmMetrics()} metrics)`,
    );
    const plan = compareOffers(
      'media',
      computeBill({ ...month, uploaded: 20, broadcast: 40 }, measured).edge.media,
      1000,
    );
    const { from, to } = plan.find(({ name }) => name === 'PRO') ?? {};
    expect(findings).toContain(`from ${from} to ${to?.toLocaleString('en')} viewers`);
    for (const { name, dollars } of plan.slice(1))
      expect(findings).toMatch(new RegExp(`^\\| ${name} \\| \\$${dollars.toLocaleString('en')} \\|`, 'im'));
    for (const hour of [liveHour, recordedHour]) expect(findings).toContain(`| ${sum(hour).toFixed(3)} (1080 lines: `);
  });

  test.each([
    ['the defaults', {}],
    ["`edgePlans: { media: 'PRO', web: '' }`", onPro],
    ["`channelType: 'ADVANCED_HD'`", { channelType: 'ADVANCED_HD' }],
    ["`channelType: 'ADVANCED_SD'`", { channelType: 'ADVANCED_SD' }],
    ["`channelType: 'BASIC'`", { channelType: 'BASIC' }],
    ["`ladder: 'LIGHT'`", { ladder: 'LIGHT' }],
    ['Pro, `ADVANCED_HD` and `LIGHT`', { ...onPro, channelType: 'ADVANCED_HD', ladder: 'LIGHT' }],
    ["`liveDelivery: 'RECORDING'`", { liveDelivery: 'RECORDING' }],
    ["`broadcastEncoding: 'WATCHED'`", { broadcastEncoding: 'WATCHED' }],
    ["`broadcastEncoding: 'NEVER'`", { broadcastEncoding: 'NEVER' }],
    ["Pro and `broadcastEncoding: 'NEVER'`", { ...onPro, broadcastEncoding: 'NEVER' }],
    ["Pro and `liveDelivery: 'RECORDING'`", { ...onPro, liveDelivery: 'RECORDING' }],
    [
      'Pro, `RECORDING`, `ADVANCED_HD` and `LIGHT`',
      { ...onPro, liveDelivery: 'RECORDING', channelType: 'ADVANCED_HD', ladder: 'LIGHT' },
    ],
    [
      'Pro, `RECORDING`, `BASIC` and `LIGHT`',
      { ...onPro, liveDelivery: 'RECORDING', channelType: 'BASIC', ladder: 'LIGHT' },
    ],
    [
      'Pro, `RECORDING`, `ADVANCED_HD`, `LIGHT` and `WATCHED`',
      {
        ...onPro,
        liveDelivery: 'RECORDING',
        channelType: 'ADVANCED_HD',
        ladder: 'LIGHT',
        broadcastEncoding: 'WATCHED',
      },
    ],
    [
      'Pro, `RECORDING`, `ADVANCED_HD`, `LIGHT` and `NEVER`',
      { ...onPro, liveDelivery: 'RECORDING', channelType: 'ADVANCED_HD', ladder: 'LIGHT', broadcastEncoding: 'NEVER' },
    ],
  ] as const)('costs what its line in the findings says, with %s', (setting, change) => {
    const totals = [1000, 50].map((viewers) => {
      const { total } = computeBill({ ...month, uploaded: 20, broadcast: 40, ...change, viewers }, measured);
      return `$${total.toFixed(0)}`;
    });
    expect(readFileSync('infra/FINDINGS.md', 'utf8')).toContain(`| ${setting} | ${totals.join(' | ')} |`);
  });

  test('costs at most $200 in the example with a plan and lives delivered from their recording', () => {
    const saving = { ...onPro, liveDelivery: 'RECORDING', channelType: 'BASIC', ladder: 'LIGHT' } as const;
    for (const viewers of [50, 1000])
      expect(computeBill({ ...month, uploaded: 20, broadcast: 40, ...saving, viewers }, measured).total).toBeLessThan(
        200,
      );
  });

  test('pays for bytes by use with lives delivered from their recording, but on a plan only for access checks', () => {
    const delayed = { ...month, height: 720, liveDelivery: 'RECORDING' } as const;
    const byUse = computeBill(delayed, measured);
    const flat = computeBill({ ...delayed, ...onPro }, measured);
    const findings = readFileSync('infra/FINDINGS.md', 'utf8');
    expect(findings).toContain(
      `| ${sum(byUse.liveHour).toFixed(3)} (on a flat-rate plan: ${sum(flat.liveHour).toFixed(3)}) |`,
    );
    // 3.4 Mbit/s are 1.53 GB per hour; 360 segments of ten seconds.
    const { cloudFront, keyValueStore } = prices;
    const segments = 360 * (cloudFront.request + cloudFront.functionCall + keyValueStore.read);
    const gibibytes = 1.53e9 / 1024 ** 3;
    expect(findPrice(byUse.liveHour, 'CloudFront, files of IVS')).toBeCloseTo(
      gibibytes * cloudFront.gigabyte + segments,
      9,
    );
    expect(findPrice(flat.liveHour, 'CloudFront, files of IVS')).toBe(0);
    expect(findPrice(flat.liveHour, 'growing')).toBeCloseTo(120 * computeRequestPrice(measured.requests.rendition), 9);
    expect(findPrice(flat.liveHour, 'IVS output')).toBeNaN();
    const byIvs = computeBill({ ...month, height: 720 }, measured).edge.media;
    // 1,000 viewers of two live hours: segments, and a reload every six seconds.
    expect(byUse.edge.media.requests - byIvs.requests).toBeCloseTo(2000 * (360 + 600), 6);
    const { to } = compareOffers('media', byUse.edge.media, 1000).find(({ name }) => name === 'PRO') ?? {};
    expect(findings).toContain(`the plan lasts for ${to?.toLocaleString('en')} viewers`);
  });

  test('saves the encoding with unencoded broadcasts, and pays for the larger files only without a plan', () => {
    const matches = { ...month, height: 720, uploaded: 20, broadcast: 40 } as const;
    const [always, watched, never] = (['ALWAYS', 'WATCHED', 'NEVER'] as const).map((broadcastEncoding) =>
      computeBill({ ...matches, broadcastEncoding, watchedShare: 0.25 }, measured),
    );
    const [ofAlways, ofWatched, ofNever] = [always, watched, never].map((bill) => sum(bill?.broadcastHour ?? []));
    const saved = Number(ofAlways) - Number(ofNever);
    expect(saved).toBeCloseTo(4.96, 2);
    expect(Number(ofAlways) - Number(ofWatched)).toBeCloseTo(0.75 * saved, 9);
    // Two thirds of the 2,000 recorded hours are of broadcasts.
    const more = sum(never?.unencodedHour ?? []) - sum(never?.recordedHour ?? []);
    expect(Number(never?.total) - Number(always?.total)).toBeCloseTo((4000 / 3) * more - 40 * saved, 6);
    const findings = readFileSync('infra/FINDINGS.md', 'utf8');
    const onPlan = computeBill({ ...matches, ...onPro, broadcastEncoding: 'NEVER' }, measured);
    expect(findings).toContain(
      `| ${sum(never?.unencodedHour ?? []).toFixed(3)} (on a flat-rate plan: ${sum(onPlan.unencodedHour).toFixed(3)}) |`,
    );
    const light = { ...matches, ladder: 'LIGHT' } as const;
    const [full, half] = [saved, sum(computeBill(light, measured).broadcastHour) - Number(ofNever)];
    expect(findings).toContain(`costs $${more.toFixed(3)} more`);
    expect(findings).toContain(
      `encoding ($${full.toFixed(2)} an hour) is cheaper from ${Math.ceil(full / more)} viewers`,
    );
    expect(findings).toContain(`\`LIGHT\` ($${half.toFixed(2)}) from ${Math.ceil(half / more)}`);
    expect(onPlan.edge.media.bytes).toBeGreaterThan(always?.edge.media.bytes ?? 0);
  });

  test('counts the metrics of all alarms, as the stacks create them', () => {
    const watched = templates({ alarmEmail: 'guardia@cantera.example' });
    const created = (['operations', 'edgeAlarms'] as const)
      .flatMap((name) => watched.resources(name, 'AWS::CloudWatch::Alarm'))
      .flatMap(({ Properties: { Metrics } }) =>
        Metrics ? Metrics.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat) : [1],
      );
    expect(countAlarmMetrics()).toBe(created.length);
    expect(countAlarmMetrics()).toBe(54);
  });

  test('pays for an edge function call and a store read per segment, and for the polling of match cards', () => {
    const find = (prefix: string) =>
      computeBill(month, measured).recordedHour.find(([what]) => what.startsWith(prefix))?.[1] ?? 0;
    const { cloudFront, keyValueStore } = prices;
    const request = cloudFront.request + cloudFront.functionCall;
    const byte = cloudFront.gigabyte / 1024 ** 3;
    // The web host serves the pages, the media host their thirty pictures.
    expect(find('CloudFront, the pages')).toBeCloseTo(500_000 * byte + 70 * request + 10 * keyValueStore.read, 12);
    expect(find('CloudFront, their')).toBeCloseTo(1_000_000 * byte + 30 * request + 30 * keyValueStore.read, 12);
    expect(find('CloudFront, 720p')).toBeGreaterThan(900 * (request + keyValueStore.read));
    const idle = computeBill(month, measured).idle.find(([what]) => what.startsWith('CloudFront KeyValueStore'));
    expect(idle?.[1]).toBeCloseTo(120 * keyValueStore.call, 9);
  });

  test('pays a quarter more for encoding above 30 fps, for 900 segments an hour, and for listing each camera', () => {
    const [slow, fast] = [computeBill(month, measured), computeBill({ ...month, framesPerSecond: 50 }, measured)];
    expect(findPrice(fast.uploadedHour, 'MediaConvert') / findPrice(slow.uploadedHour, 'MediaConvert')).toBeCloseTo(
      1.25,
      9,
    );
    expect(findPrice(slow.uploadedHour, 'S3, writing')).toBeCloseTo(4 * 900 * prices.s3.put, 9);
    const more = computeBill({ ...month, cameras: 1010 }, measured);
    expect(sum(more.idle) - sum(slow.idle)).toBeCloseTo(1000 * 2 * 30 * prices.s3.list, 9);
    expect(findPrice(slow.broadcastHour, 'S3, listings')).toBeCloseTo((3 * 288 * prices.s3.list) / 2, 9);
  });

  test('halves the encoding with the light ladder, and more than halves IVS input with a 720p channel', () => {
    const [full, light] = [computeBill(month, measured), computeBill({ ...month, ladder: 'LIGHT' }, measured)];
    expect(findPrice(light.uploadedHour, 'MediaConvert') / findPrice(full.uploadedHour, 'MediaConvert')).toBeCloseTo(
      0.5,
      9,
    );
    const { broadcastHour } = computeBill({ ...month, channelType: 'ADVANCED_HD' }, measured);
    expect(findPrice(full.broadcastHour, 'IVS input') - findPrice(broadcastHour, 'IVS input')).toBeCloseTo(1.15, 9);
  });

  test('grows by the price of an hour for each hour watched', () => {
    const [one, two] = [computeBill(month, measured), computeBill({ ...month, hours: 5 }, measured)];
    const hour = (sum(one.liveHour) + sum(one.recordedHour)) / 2;
    expect(two.total - one.total).toBeCloseTo(1000 * hour, 6);
  });

  test('grows with matches; a broadcast costs more than an upload', () => {
    const one = computeBill({ ...month, uploaded: 1, broadcast: 1 }, measured);
    const none = computeBill(month, measured);
    expect(one.total - none.total).toBeCloseTo(sum(one.uploadedHour) + sum(one.broadcastHour), 6);
    expect(sum(one.broadcastHour)).toBeGreaterThan(sum(one.uploadedHour));
  });

  test('costs less with a lower resolution and more with a firewall', () => {
    const [hd, sd] = [computeBill(month, measured), computeBill({ ...month, height: 360 }, measured)];
    expect(sum(sd.liveHour)).toBeLessThan(sum(hd.liveHour));
    expect(sum(sd.recordedHour)).toBeLessThan(sum(hd.recordedHour));
    expect(computeBill({ ...month, firewall: true }, measured).total - hd.total).toBeCloseTo(7, 6);
  });
});
