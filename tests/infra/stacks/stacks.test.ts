/** What the stacks would make on AWS, read from their templates. */
import { describe, expect, test } from 'vitest';
import { failoverStatuses, mediaBehaviours, webBehaviours } from '../../../infra/cdn.ts';
import { allFunctions } from '../../../infra/functions.ts';
import { jobFunctions } from '../../../infra/jobs.ts';
import { tables } from '../../../infra/tables.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { splitKey } from '../../../shared/contract/endpoint.ts';
import { productionContext, templates, text } from './support.ts';

const trial = templates();
const production = templates(productionContext);

test('functions run on arm64, where a second costs a fifth less, but those that hold a binary for x64', () => {
  const made = [
    ...trial.resources('api', 'AWS::Lambda::Function'),
    ...trial.resources('jobs', 'AWS::Lambda::Function'),
  ];
  const specs = allFunctions.map(({ lambdaName, native }) => [lambdaName, native ? 'x86_64' : 'arm64']);
  const architectures = new Map(
    made.map(({ Properties }) => [text(Properties.FunctionName), text((Properties.Architectures ?? ['x86_64'])[0])]),
  );
  expect(specs.map(([name]) => [name, architectures.get(`cantera-dev-${name}`)])).toEqual(specs);
});

describe('the API', () => {
  const routes = trial.resources('api', 'AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties.RouteKey);

  test('[A-GEN-8] has exactly one route for each path of the contract, and one for the rest', () => {
    const paths = Object.keys(contract).map((key) => `ANY ${splitKey(key).path}`);
    expect(routes.toSorted()).toEqual([...new Set(paths), '$default'].toSorted());
  });

  test('stays within what HTTP APIs and stacks may hold', () => {
    expect(routes.length).toBeLessThanOrEqual(300);
    // CloudFormation takes 500.
    for (const template of [...Object.values(trial.templates), ...trial.nested]) {
      const resources = Object.keys(template.toJSON().Resources);
      expect(resources.length, resources[0]).toBeLessThan(400);
    }
  });

  test('may call each of its functions, also for what no route matches', () => {
    const sources = trial
      .resources('api', 'AWS::Lambda::Permission')
      .filter(({ Properties }) => Properties.Principal === 'apigateway.amazonaws.com')
      .map(({ Properties }) => text(Properties.SourceArn).replace(/^.*>/, ''));
    // Covers `<api>/<stage>/<method>/<path>` and the default route's `<api>/<stage>/$default`.
    expect(new Set(sources)).toEqual(new Set(['/*']));
    expect(sources).toHaveLength(trial.resources('api', 'AWS::ApiGatewayV2::Integration').length);
  });

  test('is throttled, and its log holds no path and no query', () => {
    const [stage] = trial.resources('data', 'AWS::ApiGatewayV2::Stage');
    expect(stage?.Properties.DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 1000 });
    expect(stage?.Properties.AccessLogSettings.Format).not.toMatch(/path|query|authorization/i);
  });
});

describe('the tables', () => {
  test.each(tables)('$name is as infra/tables.ts says', ({ name, ttl }) => {
    const found = production
      .resources('data', 'AWS::DynamoDB::Table')
      .find(({ Properties }) => Properties.TableName === `cantera-prod-${name}`);
    expect(found?.DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(found?.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      ...(ttl && { TimeToLiveSpecification: { AttributeName: ttl, Enabled: true } }),
    });
  });

  test('there are no others', () => {
    expect(production.resources('data', 'AWS::DynamoDB::Table')).toHaveLength(tables.length);
  });
});

describe('the buckets', () => {
  const buckets = (['data', 'media', 'web'] as const).flatMap((stack) => trial.resources(stack, 'AWS::S3::Bucket'));

  test('are five, all private and encrypted', () => {
    expect(buckets).toHaveLength(5);
    for (const { Properties } of buckets) {
      expect(Object.values(Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
      expect(Properties.BucketEncryption).toBeDefined();
    }
  });

  test('answer over TLS only', () => {
    const policies = (['data', 'media', 'web'] as const).flatMap((stack) =>
      trial.resources(stack, 'AWS::S3::BucketPolicy'),
    );
    expect(policies).toHaveLength(buckets.length);
    for (const { Properties } of policies) {
      expect(Properties.PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      );
    }
  });

  test('[D-DVR-2] of recordings lets this account’s distributions read what the streaming service records', () => {
    const statements = trial
      .resources('data', 'AWS::S3::BucketPolicy')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Principal }) => Principal.Service === 'cloudfront.amazonaws.com');
    expect(statements).toHaveLength(1);
    const [{ Action, Resource, Condition }] = statements;
    expect(Action).toBe('s3:GetObject');
    expect(text(Resource)).toContain('/ivs/*');
    expect(text(Condition.ArnLike['AWS:SourceArn'])).toMatch(/:cloudfront::.*AccountId.*:distribution\/\*/);
  });

  test('of uploads lets the web put parts, and forgets those of a week ago', () => {
    const uploads = production
      .resources('data', 'AWS::S3::Bucket')
      .find(({ Properties }) => text(Properties.BucketName).includes('-uploads-'));
    expect(uploads?.Properties.CorsConfiguration.CorsRules).toEqual([
      expect.objectContaining({
        AllowedMethods: ['PUT'],
        AllowedOrigins: ['https://cantera.example'],
        ExposedHeaders: ['ETag'],
      }),
    ]);
    expect(uploads?.Properties.LifecycleConfiguration.Rules).toContainEqual(
      expect.objectContaining({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 } }),
    );
    expect(uploads?.Properties.NotificationConfiguration).toEqual({
      EventBridgeConfiguration: { EventBridgeEnabled: true },
    });
  });
});

describe('the distributions', () => {
  const configOf = (stack: 'media' | 'web') =>
    trial.resources(stack, 'AWS::CloudFront::Distribution')[0]?.Properties.DistributionConfig;

  test('have the behaviours of infra/cdn.ts, in their order', () => {
    for (const [stack, behaviours] of [
      ['media', mediaBehaviours],
      ['web', webBehaviours],
    ] as const) {
      const paths = configOf(stack).CacheBehaviors.map((behaviour: { PathPattern: string }) => behaviour.PathPattern);
      expect([...paths, '*']).toEqual(behaviours.map(({ path }) => path));
    }
  });

  test('[E-SHARE-1] give the app without its head where the function or the API fails', () => {
    const { DefaultCacheBehavior, CacheBehaviors, OriginGroups, Origins } = configOf('web');
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
      // A group may be asked for nothing else.
      expect(behaviour.AllowedMethods).toEqual(['GET', 'HEAD', 'OPTIONS']);
      // What S3 would be told by a viewer's query or headers is told to nobody.
      expect(behaviour.OriginRequestPolicyId).toBeUndefined();
    }
  });

  test('serve segments to signed addresses only, and what is judged to everyone', () => {
    const { DefaultCacheBehavior, CacheBehaviors } = configOf('media');
    expect(DefaultCacheBehavior.TrustedKeyGroups).toHaveLength(1);
    const signed = mediaBehaviours.filter(({ signedUrls }) => signedUrls).map(({ path }) => path);
    for (const { PathPattern, TrustedKeyGroups } of CacheBehaviors)
      expect(TrustedKeyGroups?.length, PathPattern).toBe(signed.includes(PathPattern) ? 1 : undefined);
  });

  test('use the stage’s domain and its certificate', () => {
    for (const [stack, host] of [
      ['media', 'media.cantera.example'],
      ['web', 'cantera.example'],
    ] as const) {
      const [distribution] = production.resources(stack, 'AWS::CloudFront::Distribution');
      expect(distribution?.Properties.DistributionConfig).toMatchObject({
        Aliases: [host],
        ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
      });
      const names = production.resources(stack, 'AWS::Route53::RecordSet').map(({ Properties }) => Properties.Name);
      expect(names).toEqual([`${host}.`, `${host}.`]);
    }
  });
});

describe('the functions', () => {
  const both = (type: string) => (['jobs', 'api'] as const).flatMap((stack) => trial.resources(stack, type));

  test('are those of infra/functions.ts, on Node.js 24, each with a log that ends', () => {
    const ours = both('AWS::Lambda::Function').filter(({ Properties }) =>
      String(Properties.FunctionName).startsWith('cantera-'),
    );
    expect(ours.map(({ Properties }) => Properties.FunctionName).toSorted()).toEqual(
      allFunctions.map(({ lambdaName }) => `cantera-dev-${lambdaName}`).toSorted(),
    );
    for (const { Properties } of ours) expect(Properties.Runtime).toBe('nodejs24.x');
    for (const log of both('AWS::Logs::LogGroup')) expect(log.Properties.RetentionInDays).toBe(30);
  });

  test('have every variable that functions read, and no other', async () => {
    const { readFile } = await import('node:fs/promises');
    const source = await readFile('functions/platform/aws/environment.ts', 'utf8');
    const known = [...source.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, name]) => name);
    const [vods] = production
      .resources('api', 'AWS::Lambda::Function')
      .filter(({ Properties }) => Properties.FunctionName === 'cantera-prod-recordings-vods');
    const given = Object.keys(vods?.Properties.Environment.Variables);
    expect(given.filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !given.includes(name as string))).toEqual(optional);
  });

  test('that are jobs hear what they react to', () => {
    const rules = trial.resources('jobs', 'AWS::Events::Rule').map(({ Properties }) => Properties.Name);
    const schedules = trial.resources('jobs', 'AWS::Scheduler::Schedule').map(({ Properties }) => Properties.Name);
    const byQueue = jobFunctions.flatMap(({ name, on }) => ('queue' in on ? `cantera-dev-${name}` : []));
    expect(trial.resources('jobs', 'AWS::Lambda::EventSourceMapping')).toHaveLength(byQueue.length);
    expect([...rules, ...schedules, ...byQueue].toSorted()).toEqual(
      jobFunctions.map(({ name }) => `cantera-dev-${name}`).toSorted(),
    );
  });
});

/** Set where there are people to write to; behind a firewall; where a push service or Stripe is another. */
const optional = ['CONTACT_ADDRESSES', 'EDGE_ONLY', 'STRIPE_API_URL', 'PUSH_ORIGIN'];

describe('settings', () => {
  test('[A-LEGAL-3] a production stage without its own legal data is refused', () => {
    expect(() => templates({ stage: 'prod' })).toThrow(/company/);
  });

  test('a domain without its certificate is refused', () => {
    expect(() => templates({ domain: 'cantera.example' })).toThrow(/certificateArn/);
  });

  test('a stage with a name that AWS would not take is refused', () => {
    expect(() => templates({ stage: 'Prod_1' })).toThrow(/stage/);
  });
});
