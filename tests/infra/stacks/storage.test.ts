/** Tables and buckets of the stacks, read from their templates. */
import { describe, expect, test } from 'vitest';
import { tables } from '../../../infra/tables.ts';
import { productionContext, templates, text } from './support.ts';

const trial = templates();
const production = templates(productionContext);

describe('the tables', () => {
  test.each(tables)('$name matches infra/tables.ts', ({ name, ttl }) => {
    production.templates.data.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: {
        TableName: `cantera-prod-${name}`,
        BillingMode: 'PAY_PER_REQUEST',
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        ...(ttl && { TimeToLiveSpecification: { AttributeName: ttl, Enabled: true } }),
      },
    });
  });

  test('has no other tables', () => {
    expect(production.resources('data', 'AWS::DynamoDB::Table')).toHaveLength(tables.length);
  });
});

describe('the buckets', () => {
  const buckets = (['data', 'media', 'web'] as const).flatMap((stack) => trial.resources(stack, 'AWS::S3::Bucket'));

  test('are six, all private and encrypted', () => {
    expect(buckets).toHaveLength(6);
    for (const { PublicAccessBlockConfiguration, BucketEncryption } of buckets) {
      expect(Object.values(PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
      expect(BucketEncryption).toBeDefined();
    }
  });

  test('[F-AUDIT-1] lock the anchors of the audit for longer than its entries are kept, in production against everybody', () => {
    const [retention] = production
      .resources('data', 'AWS::S3::Bucket')
      .flatMap(({ ObjectLockConfiguration }) => ObjectLockConfiguration?.Rule.DefaultRetention ?? []);
    expect(retention.Mode).toBe('COMPLIANCE');
    expect(retention.Days).toBeGreaterThan(6 * 366);
  });

  test('answer over TLS only', () => {
    const policies = (['data', 'media', 'web'] as const).flatMap((stack) =>
      trial.resources(stack, 'AWS::S3::BucketPolicy'),
    );
    expect(policies).toHaveLength(buckets.length);
    for (const { PolicyDocument } of policies) {
      expect(PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      );
    }
  });

  test('[D-DVR-2] let this account’s distributions read IVS recordings', () => {
    const statements = trial
      .resources('data', 'AWS::S3::BucketPolicy')
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Principal }) => Principal.Service === 'cloudfront.amazonaws.com');
    expect(statements).toHaveLength(1);
    const [{ Action, Resource, Condition }] = statements;
    expect(Action).toBe('s3:GetObject');
    expect(text(Resource)).toContain('/ivs/*');
    expect(text(Condition.ArnLike['AWS:SourceArn'])).toMatch(/:cloudfront::.*AccountId.*:distribution\/\*/);
  });

  test('let the web app upload parts, and abort unfinished uploads after a week', () => {
    const uploads = production
      .resources('data', 'AWS::S3::Bucket')
      .find(({ BucketName }) => text(BucketName).includes('-uploads-'));
    expect(uploads?.CorsConfiguration.CorsRules).toEqual([
      expect.objectContaining({
        AllowedMethods: ['PUT'],
        AllowedOrigins: ['https://cantera.example'],
        ExposedHeaders: ['ETag'],
      }),
    ]);
    expect(uploads?.LifecycleConfiguration.Rules).toContainEqual(
      expect.objectContaining({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 } }),
    );
    expect(uploads?.NotificationConfiguration).toEqual({ EventBridgeConfiguration: { EventBridgeEnabled: true } });
  });
});
