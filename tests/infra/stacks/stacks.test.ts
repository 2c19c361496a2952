/** Properties of the stacks, read from their templates. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failoverStatuses, mediaBehaviours, webBehaviours } from '../../../infra/cdn.ts';
import { isWokenWriter } from '../../../infra/function-spec.ts';
import { allFunctions } from '../../../infra/functions.ts';
import { jobFunctions } from '../../../infra/jobs.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { splitKey } from '../../../shared/contract/endpoint.ts';
import { productionContext, synthesize, templates, text } from './support.ts';

const trial = templates();
const production = templates(productionContext);

test('functions run on arm64, except those with a binary for x64', () => {
  const functions = [
    ...trial.resources('api', 'AWS::Lambda::Function'),
    ...trial.resources('jobs', 'AWS::Lambda::Function'),
  ];
  const specs = allFunctions.map(({ lambdaName, native }) => [lambdaName, native ? 'x86_64' : 'arm64']);
  const architectures = new Map(
    functions.map(({ FunctionName, Architectures = ['x86_64'] }) => [text(FunctionName), text(Architectures[0])]),
  );
  expect(specs.map(([name]) => [name, architectures.get(`cantera-dev-${name}`)])).toEqual(specs);
});

describe('the API', () => {
  const routes = trial.resources('api', 'AWS::ApiGatewayV2::Route').map(({ RouteKey }) => RouteKey);

  test('[A-GEN-8] has exactly one route per path of the contract, and a default route', () => {
    const paths = Object.keys(contract).map((key) => `ANY ${splitKey(key).path}`);
    expect(routes.toSorted()).toEqual([...new Set(paths), '$default'].toSorted());
  });

  test('stays within the quota of routes', () => expect(routes.length).toBeLessThanOrEqual(300));

  test('may invoke each of its functions, also for the default route', () => {
    const sources = trial
      .resources('api', 'AWS::Lambda::Permission')
      .filter(({ Principal }) => Principal === 'apigateway.amazonaws.com')
      .map(({ SourceArn }) => text(SourceArn).replace(/^.*>/, ''));
    // Covers `<api>/<stage>/<method>/<path>` and the default route's `<api>/<stage>/$default`.
    expect(new Set(sources)).toEqual(new Set(['/*']));
    expect(sources).toHaveLength(trial.resources('api', 'AWS::ApiGatewayV2::Integration').length);
  });

  test('is throttled, and its access log contains neither path nor query', () => {
    const [stage] = trial.resources('data', 'AWS::ApiGatewayV2::Stage');
    expect(stage?.DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 1000 });
    expect(stage?.AccessLogSettings.Format).not.toMatch(/path|query|authorization/i);
  });
});

describe('the distributions', () => {
  const findDistributionConfig = (stack: 'media' | 'web') =>
    trial.resources(stack, 'AWS::CloudFront::Distribution')[0]?.DistributionConfig;

  test('have the behaviours of infra/cdn.ts in order', () => {
    for (const [stack, behaviours] of [
      ['media', mediaBehaviours],
      ['web', webBehaviours],
    ] as const) {
      const paths = findDistributionConfig(stack).CacheBehaviors.map(
        (behaviour: { PathPattern: string }) => behaviour.PathPattern,
      );
      expect([...paths, '*']).toEqual(behaviours.map(({ path }) => path));
    }
  });

  test('[E-SHARE-1] fall back to the plain app where the function or the API fails', () => {
    const { DefaultCacheBehavior, CacheBehaviors, OriginGroups, Origins } = findDistributionConfig('web');
    const group = OriginGroups.Items[0];
    expect(OriginGroups.Quantity).toBe(1);
    expect(group.FailoverCriteria.StatusCodes.Items).toEqual(failoverStatuses.api);
    const members = group.Members.Items.map(({ OriginId }: { OriginId: string }) =>
      Origins.find(({ Id }: { Id: string }) => Id === OriginId),
    );
    expect([text(members[0].DomainName), text(members[1].DomainName)]).toEqual([
      expect.stringContaining('execute-api'),
      expect.stringMatching(/bucket/i),
    ]);
    const pages = [
      DefaultCacheBehavior,
      CacheBehaviors.find((one: { PathPattern: string }) => one.PathPattern === '/index.html'),
    ];
    for (const behaviour of pages) {
      expect(behaviour.TargetOriginId).toBe(group.Id);
      // Origin groups allow only these methods.
      expect(behaviour.AllowedMethods).toEqual(['GET', 'HEAD', 'OPTIONS']);
      // The viewer's query and headers must not reach S3.
      expect(behaviour.OriginRequestPolicyId).toBeUndefined();
    }
  });

  test('require signed URLs for segments, not for playlists and keys', () => {
    const { DefaultCacheBehavior, CacheBehaviors } = findDistributionConfig('media');
    expect(DefaultCacheBehavior.TrustedKeyGroups).toHaveLength(1);
    const signed = mediaBehaviours.filter(({ signedUrls }) => signedUrls).map(({ path }) => path);
    for (const { PathPattern, TrustedKeyGroups } of CacheBehaviors)
      expect(TrustedKeyGroups?.length, PathPattern).toBe(signed.includes(PathPattern) ? 1 : undefined);
  });

  test('use the stage’s domain and certificate', () => {
    for (const [stack, host] of [
      ['media', 'media.cantera.example'],
      ['web', 'cantera.example'],
    ] as const) {
      const [distribution] = production.resources(stack, 'AWS::CloudFront::Distribution');
      expect(distribution?.DistributionConfig).toMatchObject({
        Aliases: [host],
        ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
      });
      const names = production.resources(stack, 'AWS::Route53::RecordSet').map(({ Name }) => Name);
      expect(names).toEqual([`${host}.`, `${host}.`]);
    }
  });
});

describe('the functions', () => {
  const listOfBothStacks = (type: string) =>
    (['jobs', 'api'] as const).flatMap((stack) => trial.resources(stack, type));

  test('are those of infra/functions.ts, on Node.js 24, with logs that expire', () => {
    const ours = listOfBothStacks('AWS::Lambda::Function').filter(({ FunctionName }) =>
      String(FunctionName).startsWith('cantera-'),
    );
    expect(ours.map(({ FunctionName }) => FunctionName).toSorted()).toEqual(
      allFunctions.map(({ lambdaName }) => `cantera-dev-${lambdaName}`).toSorted(),
    );
    for (const { Runtime } of ours) expect(Runtime).toBe('nodejs24.x');
    for (const { RetentionInDays } of listOfBothStacks('AWS::Logs::LogGroup')) expect(RetentionInDays).toBe(30);
  });

  test('have exactly the environment variables that functions read', async () => {
    const { readFile } = await import('node:fs/promises');
    const source = await readFile('functions/platform/aws/environment.ts', 'utf8');
    const declared = [...source.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, name]) => name);
    const [vods] = production
      .resources('api', 'AWS::Lambda::Function')
      .filter(({ FunctionName }) => FunctionName === 'cantera-prod-recordings-vods');
    const given = Object.keys(vods?.Environment.Variables);
    expect(given.filter((name) => !declared.includes(name))).toEqual([]);
    expect(declared.filter((name) => !given.includes(name as string))).toEqual(optional);
  });

  test('have at most Lambda’s 4 KB of environment variables', () => {
    // Account and region have 14 characters at most, ARNs and addresses of this product fewer than 130.
    const resolve = (value: string) =>
      value.replace(/<AWS::\w+>/g, '.'.repeat(14)).replace(/<[^>]*>/g, '.'.repeat(130));
    const sizes = listOfBothStacks('AWS::Lambda::Function').map(({ FunctionName: name, Environment }) => {
      const variables = Object.entries(Environment?.Variables ?? {});
      const size = variables.reduce((sum, [name, value]) => sum + name.length + resolve(text(value)).length, 0);
      return { name, size };
    });
    expect(sizes.length).toBeGreaterThan(30);
    expect(sizes.filter(({ size }) => size > 4096)).toEqual([]);
  });

  test('include the jobs, each with a rule, a schedule or a queue', () => {
    const rules = trial.resources('jobs', 'AWS::Events::Rule').map(({ Name }) => Name);
    const schedules = trial.resources('jobs', 'AWS::Scheduler::Schedule').map(({ Name }) => Name);
    const byQueue = jobFunctions.flatMap(({ name, on }) => ('queue' in on ? `cantera-dev-${name}` : []));
    const woken = jobFunctions.filter(({ on }) => isWokenWriter(on));
    expect(trial.resources('jobs', 'AWS::Lambda::EventSourceMapping')).toHaveLength(byQueue.length + woken.length);
    expect([...rules, ...schedules, ...byQueue].toSorted()).toEqual(
      jobFunctions.map(({ name }) => `cantera-dev-${name}`).toSorted(),
    );
  });

  test('[F-TAKE-1] write the edge’s store one at a time: events reach the writer through one group of a FIFO queue', () => {
    const rule = trial
      .resources('jobs', 'AWS::Events::Rule')
      .find(({ Name }) => Name === 'cantera-dev-apply-withdrawals');
    expect(rule?.Targets).toMatchObject([{ SqsParameters: { MessageGroupId: 'apply-withdrawals' } }]);
    const queues = trial.resources('jobs', 'AWS::SQS::Queue').filter(({ FifoQueue }) => FifoQueue);
    expect(queues).toMatchObject([
      { QueueName: 'cantera-dev-apply-withdrawals.fifo', ContentBasedDeduplication: true, VisibilityTimeout: 60 },
    ]);
  });
});

/** Set only with contact addresses, with a firewall, or with an emulated push service or Stripe. */
const optional = ['CONTACT_ADDRESSES', 'EDGE_ONLY', 'STRIPE_API_URL', 'PUSH_ORIGIN'];

test('each template has at most two thirds of the bytes and resources that CloudFormation allows', () => {
  const { app } = synthesize({ ...productionContext, firewall: true });
  const assembly = app.synth();
  const files = readdirSync(assembly.directory).filter((name) => name.endsWith('template.json'));
  expect(files.length).toBeGreaterThan(10);
  const sizes = files.map((name) => {
    const template = readFileSync(join(assembly.directory, name), 'utf8');
    return { name, bytes: template.length, resources: Object.keys(JSON.parse(template).Resources ?? {}).length };
  });
  expect(sizes.filter(({ bytes, resources }) => bytes > 666_000 || resources > 333)).toEqual([]);
});

test('the requests of viewers are traced, the runs of schedules are not', () => {
  const traced = [
    ...trial.resources('api', 'AWS::Lambda::Function'),
    ...trial.resources('jobs', 'AWS::Lambda::Function'),
  ]
    .filter(({ TracingConfig }) => TracingConfig?.Mode === 'Active')
    .map(({ FunctionName }) => FunctionName.replace('cantera-dev-', ''));
  const scheduled = jobFunctions.filter(({ on }) => 'everyMinutes' in on).map(({ lambdaName }) => lambdaName);
  expect(traced.toSorted()).toEqual(
    allFunctions
      .map(({ lambdaName }) => lambdaName)
      .filter((name) => !scheduled.includes(name))
      .toSorted(),
  );
});

describe('settings', () => {
  test('[A-LEGAL-3] reject a production stage without company data', () => {
    expect(() => templates({ stage: 'prod' })).toThrow(/company/);
  });

  test.each(['registry', 'contactPoint', 'complaints', 'accessibilityReview'])(
    '[F-LAW-7] reject a production stage without legal.%s',
    (name) => {
      const legal = JSON.stringify({ ...JSON.parse(productionContext.legal), [name]: '' });
      expect(() => templates({ ...productionContext, legal })).toThrow(`legal.${name}`);
    },
  );

  test.each(['termsAddress', 'maker'])('[F-LAW-7] reject a production stage without %s', (name) => {
    const { [name as 'maker']: _, ...others } = productionContext;
    expect(() => templates(others)).toThrow(name);
  });

  test.each([
    ['contactPoint', 'nobody'],
    ['accessibilityReview', 'yesterday'],
    ['consentAge', 12],
  ])('[F-LAW-7] reject a %s of %s', (name, value) => {
    const legal = JSON.stringify({ ...JSON.parse(productionContext.legal), [name]: value });
    expect(() => templates({ legal })).toThrow(`legal.${name}`);
  });

  test.each([
    ['{"PT":23}', 'default'],
    ['{"default":210}', 'default 210'],
    ['{"default":21,"Portugal":23}', 'Portugal'],
  ])('[F-LAW-5] reject the rates %s', (vat, names) => expect(() => templates({ vat })).toThrow(names));

  test.each([
    ['seller', 'somebody', 'seller must be own or managed'],
    ['prices', '{"season":400.01}', 'prices must be at most 400'],
    ['prices', '{"eventMax":500}', 'prices must be at most 400'],
  ])('[F-LAW-5] [F-LAW-8] reject %s of %s', (name, value, says) =>
    expect(() => templates({ [name]: value })).toThrow(says),
  );

  test('reject a domain without a certificate', () => {
    expect(() => templates({ domain: 'cantera.example' })).toThrow(/certificateArn/);
  });

  test('reject an invalid stage name', () => {
    expect(() => templates({ stage: 'Prod_1' })).toThrow(/stage/);
  });
});
