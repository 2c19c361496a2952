/**
 * Compares syntheses before and after each change of settings, in both directions: CloudFormation accepts the upgrade and
 * no stateful resource is replaced. A failed first deployment can be repeated.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isNightly, pickSome } from '../../support/test-profile.ts';
import { type StackName, templates } from './support.ts';
import { findFixedName, findUpgradeFaults, type StackTemplate, stateful } from './upgrade.ts';

const production = {
  stage: 'prod',
  alarmEmail: 'guardia@cantera.example',
  company: '{"name":"Cantera SL","taxId":"B12345674","address":"Murcia","email":"hola@cantera.example"}',
};
const domain = { domain: 'cantera.example', certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/1' };

/** Synthesises the stacks in the order of deployment. */
function deployment(context: Record<string, unknown>): StackTemplate[] {
  const { app, nested } = templates({ ...production, ...context });
  const stacks = app.synth().stacks.map(({ stackName, template }) => ({ name: stackName, template }));
  return [
    ...stacks,
    ...nested.map((template, at) => ({ name: `cantera-prod-api/${at}`, template: template.toJSON() })),
  ];
}

const plain = deployment({});

describe('an upgrade and its rollback', () => {
  const upgrades: [string, Record<string, string | boolean>, Record<string, string | boolean>][] = [
    ['no domain → domain', {}, domain],
    ['no domain → domain in a zone of ours', {}, { ...domain, hostedZoneId: 'Z000000000000' }],
    ['domain → its zone', domain, { ...domain, hostedZoneId: 'Z000000000000' }],
    ['a sender → domain', { emailFrom: 'hola@cantera.example' }, { ...domain, hostedZoneId: 'Z000000000000' }],
    // Production requires alarms.
    ['no alarms → alarms', { stage: 'dev', alarmEmail: '' }, { stage: 'dev' }],
    ['no captcha → captcha', {}, { captchaSiteKey: 'site-key' }],
    ['no firewall → firewall', {}, { firewall: true }],
    ['no analytics → analytics', {}, { analyticsId: 'G-1' }],
    ['keyGeneration 1 → 2', { keyGeneration: '1' }, { keyGeneration: '2' }],
    ['keyGeneration 2 → 3', { keyGeneration: '2' }, { keyGeneration: '3' }],
    ['nothing protected → everything protected', { existingResources: '-' }, {}],
  ];

  test.each(pickSome(upgrades, 6))('succeed: %s', (_, from, to) => {
    const [before, after] = [deployment(from), deployment(to)];
    expect(findUpgradeFaults(before, after)).toEqual([]);
    expect(findUpgradeFaults(after, before)).toEqual([]);
  });

  test.runIf(isNightly)('the rules detect exports in use, taken names and lost data', () => {
    const strong = { '@aws-cdk/core:defaultCrossStackReferences': 'strong' };
    expect(findUpgradeFaults(deployment(strong), deployment({ ...strong, ...domain })).join()).toMatch(
      /which is in use/,
    );
    const [data, ...rest] = structuredClone(plain) as [StackTemplate, ...StackTemplate[]];
    const { Resources } = data.template;
    const [[id, table] = ['', {} as never]] = Object.entries(Resources as Record<string, { Type: string }>).filter(
      ([, { Type }]) => Type === 'AWS::DynamoDB::Table',
    );
    delete Resources[id];
    Resources.Renamed = table;
    expect(findUpgradeFaults(plain, [data, ...rest])).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/would be lost/),
        expect.stringMatching(new RegExp(`Renamed .* takes the name that .*/${id} has`)),
      ]),
    );
  });

  test('succeed from one Api stack of 399 resources to a nested stack for each module', () => {
    const lines = readFileSync(new URL('api-one-stack.jsonl', import.meta.url), 'utf8')
      .trim()
      .split('\n');
    const resources = lines.map((line) => JSON.parse(line) as { id: string; resource: object });
    const Resources = Object.fromEntries(resources.map(({ id, resource }) => [id, resource]));
    const before = plain.filter(({ name }) => !name.startsWith('cantera-prod-api/'));
    const previous = before.map((stack) =>
      stack.name === 'cantera-prod-api' ? { ...stack, template: { Resources } } : stack,
    );
    expect(Object.keys(Resources)).toHaveLength(399);
    expect(findUpgradeFaults(previous, plain)).toEqual([]);
  });

  /** The file has one line per stateful resource; add new ones with `vitest -u`, never remove any. */
  test('stateful resources are unchanged since the previous release', async () => {
    const file = new URL('standing.jsonl', import.meta.url);
    const before = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as StatefulResource);
    const previous = (['data', 'media', 'web'] as const).map((stack) => ({
      name: `cantera-prod-${stack}`,
      template: {
        Resources: Object.fromEntries(
          before.filter((one) => one.stack === stack).map(({ id, resource }) => [id, resource]),
        ),
      },
    }));
    expect(findUpgradeFaults(previous, plain).filter((refusal) => refusal.endsWith('would be lost'))).toEqual([]);
    await expect(
      listStatefulResources()
        .map((one) => JSON.stringify(one))
        .join('\n'),
    ).toMatchFileSnapshot(file.pathname);
  });
});

interface StatefulResource {
  stack: StackName;
  id: string;
  resource: unknown;
}

/** Properties that identify a stateful resource; others may change. */
const identity = [
  'TableName',
  'KeySchema',
  'BucketName',
  'ObjectLockEnabled',
  'UserPoolName',
  'AliasAttributes',
  'UsernameAttributes',
  'ProtocolType',
  'Name',
];

function listStatefulResources(): StatefulResource[] {
  return plain.flatMap(({ name, template }) =>
    Object.entries(template.Resources as Record<string, { Type: string; Properties?: object }>)
      .filter(([, { Type }]) => stateful.includes(Type))
      .map(([id, { Type, Properties = {} }]) => ({
        stack: name.replace('cantera-prod-', '') as StackName,
        id,
        resource: {
          Type,
          Properties: Object.fromEntries(Object.entries(Properties).filter(([key]) => identity.includes(key))),
        },
      })),
  );
}

describe('a first deployment that fails can be repeated', () => {
  const first = deployment({ existingResources: '-' });
  const all = first.flatMap(({ template }) =>
    Object.entries(template.Resources as Record<string, TemplateResource>).map(([id, resource]) => ({
      id,
      ...resource,
    })),
  );

  test('retained resources are removed when their creation fails', () => {
    const retained = all.filter(({ DeletionPolicy }) => DeletionPolicy && DeletionPolicy !== 'Delete');
    expect(retained.length).toBeGreaterThan(20);
    for (const { id, DeletionPolicy, UpdateReplacePolicy } of retained) {
      expect(DeletionPolicy, id).toBe('RetainExceptOnCreate');
      expect(UpdateReplacePolicy, id).toBe('Retain');
    }
  });

  test('stateful resources and those with fixed names have a deletion policy', () => {
    for (const resource of all) {
      const holdsData = [
        'AWS::DynamoDB::Table',
        'AWS::S3::Bucket',
        'AWS::SecretsManager::Secret',
        'AWS::Cognito::UserPool',
      ];
      if (holdsData.includes(resource.Type)) expect(resource.DeletionPolicy, resource.id).toBe('RetainExceptOnCreate');
      // A retained resource of a failed creation would block the next one.
      if (findFixedName(resource)) expect(resource.DeletionPolicy, resource.id).not.toBe('Retain');
    }
  });

  test('new resources are not protected, existing ones are', () => {
    expect(JSON.stringify(first)).not.toMatch(/"DeletionProtection(Enabled)?":/);
    const data = JSON.stringify(plain[0]);
    const tables = data.match(/"AWS::DynamoDB::Table"/g)?.length;
    expect(data.match(/"DeletionProtectionEnabled":true/g)).toHaveLength(tables ?? 0);
    expect(data).toContain('"DeletionProtection":"ACTIVE"');
    const protection = (context: object) => templates({ ...production, ...context }).app.node.findChild('Data');
    expect(protection({ existingResources: '-' })).toMatchObject({ terminationProtection: false });
    expect(protection({})).toMatchObject({ terminationProtection: true });
  });
});

interface TemplateResource {
  Type: string;
  Properties?: Record<string, unknown>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}
