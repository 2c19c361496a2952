/**
 * Compares syntheses before and after each change of settings, in both directions: CloudFormation accepts the upgrade and
 * no stateful resource is replaced. A failed first deployment can be repeated.
 */
import { describe, expect, test } from 'vitest';
import { isNightly, pickSome } from '../../support/test-profile.ts';
import { describeTemplates, findReleaseFaults, type RecordedResource, readRelease } from './release.ts';
import { productionContext, templates } from './support.ts';
import { findFixedName, findUpgradeFaults, type StackTemplate } from './upgrade.ts';

const { stage, alarmEmail, company, maker, termsAddress, legal } = productionContext;
const production = { stage, alarmEmail, company, maker, termsAddress, legal };
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
});

describe('an upgrade from the last release', () => {
  const { reason, replacing, resources: released } = readRelease();
  const today = describeTemplates(replacing);

  /** If this fails, make the change in another way, or in two releases. `npm run release:record` is for releases. */
  test('is accepted by CloudFormation, loses nothing, and stays within the routes of an API', () => {
    expect(reason.length).toBeGreaterThan(10);
    expect(released.length).toBeGreaterThan(300);
    expect(findReleaseFaults(released, today)).toEqual([]);
  });

  test('is refused for lost data, taken names, changed references and too many routes in between', () => {
    const change = (type: string, edit: (resource: RecordedResource) => Partial<RecordedResource> | undefined) => {
      const at = today.findIndex((resource) => resource.type === `AWS::${type}`);
      const [found] = today.slice(at, at + 1);
      const edited = found && edit(found);
      return findReleaseFaults(today, today.toSpliced(at, 1, ...(found && edited ? [{ ...found, ...edited }] : [])));
    };
    const other = { fixed: 'other' };
    expect(change('DynamoDB::Table', () => undefined)).toEqual([expect.stringMatching(/Table.* would be lost$/)]);
    expect(change('S3::Bucket', () => other)).toEqual(
      expect.arrayContaining([expect.stringMatching(/would be lost$/)]),
    );
    expect(change('Lambda::Function', () => other)).toEqual([
      expect.stringMatching(/Function\) takes the name that .* has$/),
    ]);
    expect(change('Lambda::Function', ({ id }) => ({ id: `${id}2` }))).toEqual([
      expect.stringMatching(/2 \(AWS::Lambda::Function\) takes the name/),
    ]);
    expect(change('IAM::Role', () => ({ type: 'AWS::IAM::User' })).join()).toMatch(/cannot change its type/);
    expect(change('CloudFront::PublicKey', () => ({ reference: 'other' })).join()).toMatch(/CallerReference/);
    const routes = today.filter(({ type }) => type === 'AWS::ApiGatewayV2::Route');
    expect(routes.length).toBeLessThan(290);
    const moved = routes.map((route) => ({ ...route, id: `${route.id}2`, name: `${route.name}2` }));
    expect(findReleaseFaults(today, moved).join()).toMatch(
      new RegExp(`the API would have ${2 * routes.length} routes in between, of 300`),
    );
  });
});

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
