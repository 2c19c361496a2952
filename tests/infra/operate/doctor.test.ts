/** The doctor with mocked service responses for every state of an account. */
import { DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { ListChannelsCommand } from '@aws-sdk/client-ivs';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { ListServiceQuotasCommand } from '@aws-sdk/client-service-quotas';
import { GetAccountCommand, GetEmailIdentityCommand } from '@aws-sdk/client-sesv2';
import { GetTopicAttributesCommand, ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { describe, expect, test } from 'vitest';
import { readDeployConfig } from '../../../infra/config.ts';
import { describeRecord, listMissingRecords } from '../../../infra/operate/dns.ts';
import { examineAfter, examineBefore } from '../../../infra/operate/doctor/doctor.ts';
import { type Finding, preventsDeployment } from '../../../infra/operate/doctor/finding.ts';
import { clients, createPolicy, failure, production, publish, settings } from './doctor-account.ts';

const filterFindings = (findings: Finding[], what: string) => findings.filter((finding) => finding.what === what);

describe('before a deployment', () => {
  test('finds nothing wrong in a complete account', async () => {
    const findings = await examineBefore(production);
    expect(findings.filter(({ state }) => state !== 'good')).toEqual([]);
    expect(filterFindings(findings, 'Bootstrap')).toHaveLength(2);
    expect(filterFindings(findings, 'Stacks')[0]?.message).toContain('first deployment');
  });

  test('makes no further calls without credentials', async () => {
    clients.sts.on(GetCallerIdentityCommand).rejects(failure('ExpiredToken', 'The token has expired'));
    const findings = await examineBefore(production);
    expect(findings).toEqual([
      expect.objectContaining({ state: 'bad', todo: expect.stringContaining('aws sso login') }),
    ]);
    expect(clients.cloudformation.calls()).toHaveLength(0);
  });

  test('reports a region without CDK bootstrap, and one without IVS', async () => {
    clients.cloudformation.on(DescribeStacksCommand).rejects(failure('ValidationError', 'Stack does not exist'));
    clients.ivs.on(ListChannelsCommand).rejects(Object.assign(failure('Error', 'getaddrinfo'), { code: 'ENOTFOUND' }));
    const findings = await examineBefore(production);
    expect(filterFindings(findings, 'Bootstrap').map(({ state }) => state)).toEqual(['bad', 'bad']);
    expect(filterFindings(findings, 'Bootstrap').map(({ todo }) => todo)).toContainEqual(
      expect.stringContaining('us-east-1'),
    );
    expect(filterFindings(findings, 'Region')[0]).toMatchObject({ state: 'bad' });
  });

  test.each([
    ['UPDATE_ROLLBACK_FAILED', 'continue-update-rollback --stack-name cantera-prod-data'],
    ['UPDATE_IN_PROGRESS', 'wait'],
  ] as const)('suggests an action for a stack in %s', async (StackStatus, todo) => {
    clients.cloudformation
      .on(DescribeStacksCommand, { StackName: 'cantera-prod-data' })
      .resolves({ Stacks: [{ StackName: 'cantera-prod-data', StackStatus, CreationTime: new Date(0) }] });
    const [finding] = filterFindings(await examineBefore(production), 'Stacks');
    expect(finding).toMatchObject({ state: 'bad', todo: expect.stringContaining(todo) });
  });

  test.each(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'CREATE_FAILED'] as const)(
    'a failed first deployment (%s) can be repeated',
    async (StackStatus) => {
      clients.cloudformation
        .on(DescribeStacksCommand, { StackName: 'cantera-prod-data' })
        .resolves({ Stacks: [{ StackName: 'cantera-prod-data', StackStatus, CreationTime: new Date(0) }] });
      const findings = await examineBefore(production);
      expect(filterFindings(findings, 'Stacks')).toEqual([
        expect.objectContaining({ state: 'missing', todo: expect.stringMatching(/^npm run deploy -- --stage prod/) }),
      ]);
      expect(findings.filter(({ state }) => state === 'bad')).toEqual([]);
    },
  );

  test.each([
    ['is not yet issued', { Status: 'PENDING_VALIDATION' }],
    ['lacks the media host', { Status: 'ISSUED', DomainName: 'cantera.example' }],
    [
      'expires soon without renewal',
      {
        Status: 'ISSUED',
        DomainName: 'cantera.example',
        SubjectAlternativeNames: ['media.cantera.example'],
        NotAfter: new Date(Date.now() + 5 * 86_400_000),
        RenewalEligibility: 'INELIGIBLE',
      },
    ],
  ])('reports a certificate that %s', async (_, Certificate) => {
    clients.acm.on(DescribeCertificateCommand).resolves({ Certificate } as object);
    expect(filterFindings(await examineBefore(production), 'Certificate')[0]?.state).toBe('bad');
  });

  test('reports the low concurrency of a new account: bad in production, but it prevents no deployment', async () => {
    clients.lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 10 } });
    const findings = await examineBefore(production);
    expect(filterFindings(findings, 'Functions')[0]).toMatchObject({
      state: 'bad',
      message: expect.stringContaining('only 10'),
    });
    expect(findings.filter(preventsDeployment)).toEqual([]);
    const trial = await examineBefore(readDeployConfig(() => undefined, {}));
    expect(filterFindings(trial, 'Functions')[0]).toMatchObject({ state: 'missing' });
  });

  test('asks for the expected audience, and says for how many viewers the settings are enough', async () => {
    const silent = readDeployConfig(() => undefined, { ...settings, CANTERA_AUDIENCE: '0' });
    const [finding] = filterFindings(await examineBefore(silent), 'Audience');
    expect(finding).toMatchObject({ state: 'missing', todo: expect.stringContaining('audience') });
    expect(finding?.message).toContain('1000 requests a second are enough for 8,500 viewers');
  });

  test('lists the settings and quotas that follow from the audience', async () => {
    const derby = readDeployConfig(() => undefined, { ...settings, CANTERA_AUDIENCE: '50000' });
    const findings = filterFindings(await examineBefore(derby), 'Audience');
    expect(findings.map(({ state }) => state)).toEqual(['missing', 'missing', 'missing']);
    expect(findings.map(({ message }) => message).join()).toMatch(/IVS, concurrent views.*15,000/);
    expect(findings.map(({ todo }) => todo).join()).toMatch(/`requestsPerSecond`.*Concurrent views.*warm throughput/);
    clients.quotas
      .on(ListServiceQuotasCommand)
      .resolves({ Quotas: [{ QuotaName: 'Concurrent views', Value: 60_000 }] });
    const raised = readDeployConfig(() => undefined, {
      ...settings,
      CANTERA_AUDIENCE: '50000',
      CANTERA_REQUESTS_PER_SECOND: '10000',
    });
    expect(filterFindings(await examineBefore(raised), 'Audience').map(({ todo }) => todo)).toEqual([
      expect.stringContaining('warm throughput'),
    ]);
  });

  test('reads quotas of any page, and warns of concurrent streams where many matches are on air', async () => {
    clients.quotas
      .on(ListServiceQuotasCommand)
      .resolves({ Quotas: [{ QuotaName: 'Channels', Value: 5000 }], NextToken: '2' });
    clients.quotas
      .on(ListServiceQuotasCommand, { NextToken: '2' })
      .resolves({ Quotas: [{ QuotaName: 'Concurrent views', Value: 200_000 }] });
    const weekend = readDeployConfig(() => undefined, {
      ...settings,
      CANTERA_AUDIENCE: '8000',
      CANTERA_MATCHES: '200',
    });
    const before = await examineBefore(weekend);
    expect(filterFindings(before, 'Lives')[0]?.message).toBe('channels 5000, concurrent views 200000');
    expect(filterFindings(before, 'Audience')).toEqual([
      expect.objectContaining({
        message: '8,000 viewers at once, of 200 matches, need 200 of IVS, concurrent streams, the limit is 100',
        todo: expect.stringContaining('"Concurrent streams"'),
      }),
    ]);
  });

  test('reports a failed check as unknown', async () => {
    clients.lambda.on(GetAccountSettingsCommand).rejects(failure('AccessDeniedException', 'not authorized'));
    expect(filterFindings(await examineBefore(production), 'Functions')[0]).toMatchObject({ state: 'unknown' });
  });
});

describe('after a deployment', () => {
  test('lists missing settings of a deployed stage', async () => {
    const findings = await examineAfter(production);
    expect(findings.filter(({ state }) => state === 'bad')).toEqual([]);
    expect(findings.filter(({ state }) => state === 'missing').map(({ what }) => what)).toEqual([
      'Payments',
      'Captcha',
    ]);
  });

  test('lists all settings as missing for a bare trial stage', async () => {
    clients.secrets.on(GetSecretValueCommand).rejects(failure('ResourceNotFoundException', 'no such secret'));
    const waiting = (await examineAfter(readDeployConfig(() => undefined, {}))).filter(
      ({ state }) => state === 'missing',
    );
    expect(waiting.map(({ what }) => what)).toEqual([
      'Legal data',
      'Legal statements',
      'Mail',
      'Contact form',
      'Alarms',
      'Payments',
      'Captcha',
      'Partner',
    ]);
  });

  test.each([
    ['own', 'sold by Cantera SL', 'neither signed nor sent to the tax agency'],
    ['managed', 'whether live matches may be sold so', 'Stripe’s for new orders'],
  ] as const)('[F-LAW-8] says what selling by %s lacks', async (seller, sale, invoices) => {
    const findings = await examineAfter({ ...production, seller });
    const message = (what: string) => filterFindings(findings, what)[0]?.message;
    expect([message('Sale'), message('Invoices')]).toEqual([
      expect.stringContaining(sale),
      expect.stringContaining(invoices),
    ]);
  });

  test.each([
    ['ALWAYS', '', 'good', 'every broadcast is encoded'],
    ['WATCHED', '', 'good', 'until a viewer watches'],
    ['NEVER', '', 'missing', 'more than encoding a broadcast'],
    ['NEVER', 'PRO', 'good', 'as IVS recorded them'],
  ] as const)('explains broadcastEncoding %s with the plan "%s"', async (broadcastEncoding, media, state, message) => {
    const findings = await examineAfter({ ...production, broadcastEncoding, edgePlans: { media, web: '' } });
    expect(filterFindings(findings, 'Recordings')).toMatchObject([
      { state, message: expect.stringContaining(message) },
    ]);
  });

  test('reports the SES sandbox, missing DKIM records and unconfirmed alarms', async () => {
    clients.ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: false, SendingEnabled: true });
    clients.ses
      .on(GetEmailIdentityCommand)
      .resolves({ VerifiedForSendingStatus: false, DkimAttributes: { Tokens: ['abc'] } });
    clients.sns
      .on(ListSubscriptionsByTopicCommand)
      .resolves({ Subscriptions: [{ SubscriptionArn: 'PendingConfirmation' }] });
    const findings = await examineAfter(production);
    expect(filterFindings(findings, 'Mail').map(({ todo }) => todo)).toEqual([
      expect.stringContaining('abc._domainkey.cantera.example'),
      expect.stringContaining('production access'),
    ]);
    expect(filterFindings(findings, 'Alarms').map(({ state }) => state)).toEqual(['bad', 'bad']);
    expect(filterFindings(findings, 'Mail')[1]?.message).toContain('not equipos@cantera.example');
  });

  test('reports hosts that do not resolve, with the record to set', async () => {
    const target = (OutputKey: string) => ({
      Stacks: [
        {
          StackName: 'web',
          StackStatus: 'CREATE_COMPLETE' as const,
          CreationTime: new Date(0),
          Outputs: [{ OutputKey, OutputValue: 'd1.cloudfront.net' }],
        },
      ],
    });
    clients.cloudformation
      .on(DescribeStacksCommand, { StackName: 'cantera-prod-web' })
      .resolves(target('WebTarget'))
      .on(DescribeStacksCommand, { StackName: 'cantera-prod-media' })
      .resolves(target('MediaTarget'));
    const missing = await listMissingRecords(production, async (host) => host.startsWith('media.'));
    expect(missing).toEqual([{ host: 'cantera.example', target: 'd1.cloudfront.net' }]);
    expect(describeRecord({ host: 'cantera.example', target: 'd1.cloudfront.net' })).toContain(
      'cantera.example → d1.cloudfront.net',
    );
    expect(await listMissingRecords(production, async () => true)).toEqual([]);
    expect(await listMissingRecords({ ...production, domain: '' }, async () => false)).toEqual([]);
  });

  test.each([
    ['only denies', createPolicy(), 'bad'],
    [
      'lets another service publish',
      createPolicy({ ...publish, Principal: { Service: 'events.amazonaws.com' } }),
      'bad',
    ],
    ['lets CloudWatch publish', createPolicy(publish), 'good'],
    ['is SNS’s default', createPolicy({ ...publish, Principal: { AWS: '*' }, Action: ['SNS:Publish'] }), 'good'],
  ])('looks at the topic’s policy, which %s', async (_, Policy, state) => {
    clients.sns.on(GetTopicAttributesCommand).resolves({ Attributes: { Policy } });
    expect(filterFindings(await examineAfter(production), 'Alarms').map((finding) => finding.state)).toEqual([
      state,
      state,
    ]);
  });

  test('reports active alarms and unhandled events', async () => {
    clients.cloudwatch
      .on(DescribeAlarmsCommand)
      .resolves({ MetricAlarms: [{ AlarmName: 'cantera-prod-Encodings fail' }] });
    clients.sqs.on(GetQueueAttributesCommand).resolves({ Attributes: { ApproximateNumberOfMessages: '3' } });
    const findings = await examineAfter(production);
    expect(filterFindings(findings, 'Trouble')[0]).toMatchObject({ state: 'bad', message: 'Encodings fail' });
    expect(filterFindings(findings, 'Events')[0]?.todo).toBe('npm run redeliver -- --stage prod');
  });
});
