/**
 * Validates the templates against CloudFormation's resource schemas (@aws-cdk/aws-service-spec), which finds errors that
 * CDK's classes accept, and checks that synthesis is deterministic.
 */
import { execFile as execute } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import type { Property, PropertyType } from '@aws-cdk/service-spec-types';
import { describe, expect, test } from 'vitest';
import { isNightly } from '../../support/test-profile.ts';
import { productionContext, synthesize, templates } from './support.ts';

const execFile = promisify(execute);

const everything = {
  ...productionContext,
  firewall: true,
  repository: 'cantera/tv',
  stagingStage: 'staging',
  productionStage: 'prod',
};

const synthesizeTemplates = ({ app }: ReturnType<typeof templates>) =>
  app.synth().stacks.map(({ stackName, template }) => ({ stackName, template: template as Template }));

interface Template {
  Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
}

const stacks = synthesizeTemplates(templates(everything));

describe('each resource', () => {
  const db = loadAwsServiceSpecSync();

  test.each(stacks)('matches its schema in $stackName', ({ template }) => {
    const faults = Object.entries(template.Resources).flatMap(([id, { Type, Properties = {} }]) => {
      // Custom resources have no schema.
      if (Type === 'AWS::CloudFormation::CustomResource' || Type.startsWith('Custom::')) return [];
      const [resource] = db.lookup('resource', 'cloudFormationType', 'equals', Type);
      return resource
        ? findFaults(Properties, resource.properties, `${id} (${Type})`)
        : [`${id}: no such type ${Type}`];
    });
    expect(faults).toEqual([]);
  });

  test('is rejected with an unknown, missing or mistyped property', () => {
    const table = db.lookup('resource', 'cloudFormationType', 'equals', 'AWS::DynamoDB::Table').only();
    const wrong = {
      KeySchema: [],
      StreamSpecification: 'on',
      PointInTimeRecoverySpecification: { Enabled: true },
      Sizes: 1,
    };
    expect(findFaults(wrong, table.properties, 'Table')).toEqual([
      'Table.StreamSpecification is no object',
      'Table.PointInTimeRecoverySpecification.Enabled is unknown',
      'Table.Sizes is unknown',
    ]);
    expect(findFaults({}, table.properties, 'Table')).toEqual(['Table.KeySchema is missing']);
  });

  function findFaults(value: object, properties: Record<string, Property>, where: string): string[] {
    const missing = Object.entries(properties).flatMap(([name, { required }]) =>
      required && !(name in value) ? [`${where}.${name} is missing`] : [],
    );
    const wrong = Object.entries(value).flatMap(([name, inner]) => {
      const property = properties[name];
      if (!property) return [`${where}.${name} is unknown`];
      const kinds = [property.type, ...(property.previousTypes ?? [])];
      const each = kinds.map((kind) => findTypeFaults(inner, kind, `${where}.${name}`));
      return each.find((faults) => faults.length === 0) ?? each[0] ?? [];
    });
    return [...missing, ...wrong];
  }

  function findTypeFaults(value: unknown, type: PropertyType, where: string): string[] {
    // The type of an intrinsic function is unknown.
    if (isIntrinsic(value)) return [];
    switch (type.type) {
      case 'array':
        if (!Array.isArray(value)) return [`${where} is no array`];
        return value.flatMap((inner, index) => findTypeFaults(inner, type.element, `${where}[${index}]`));
      case 'map':
        if (!isObject(value)) return [`${where} is no map`];
        return Object.entries(value).flatMap(([name, inner]) =>
          findTypeFaults(inner, type.element, `${where}.${name}`),
        );
      case 'ref': {
        if (!isObject(value)) return [`${where} is no object`];
        return findFaults(value, db.get('typeDefinition', type.reference).properties, where);
      }
      case 'union': {
        const each = type.types.map((one) => findTypeFaults(value, one, where));
        return each.find((faults) => faults.length === 0) ?? each[0] ?? [];
      }
      case 'json':
        return [];
      case 'boolean':
        return value === true || value === false || /^(true|false)$/.test(String(value))
          ? []
          : [`${where} is no boolean`];
      case 'number':
      case 'integer':
        return Number.isFinite(Number(value)) ? [] : [`${where} is no number`];
      case 'tag':
        return isObject(value) && 'Key' in value && 'Value' in value ? [] : [`${where} is no tag`];
      default:
        return typeof value === 'object' && value !== null ? [`${where} is no text`] : [];
    }
  }
});

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isIntrinsic(value: unknown): boolean {
  if (!isObject(value)) return false;
  const [name = '', ...others] = Object.keys(value);
  return others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'));
}

describe('a second synthesis of the same sources', () => {
  const startUsage = process.cpuUsage();
  const second = synthesize(everything);
  second.app.synth();
  const { user, system } = process.cpuUsage(startUsage);

  test('equals the first byte for byte', () => {
    expect(JSON.stringify(synthesizeTemplates(second))).toBe(JSON.stringify(stacks));
  });

  // CPU time, independent of other processes. The rules take as long again (nag.test.ts).
  test('takes less than 15 s', () => {
    expect((user + system) / 1e6).toBeLessThan(15);
  });

  test.runIf(isNightly)('has no differences in `cdk diff`', async () => {
    const before = templates(everything).app.synth();
    const { directory, stacks: after } = second.app.synth();
    for (const { id, templateFile } of after) {
      const template = join(before.directory, templateFile);
      const options = ['--app', directory, '--template', template, '--exclusively', '--no-change-set', '--fail'];
      // The folder has no cdk.json, whose command would build first.
      const output = await execFile(resolve('node_modules/.bin/cdk'), ['diff', id, ...options], { cwd: tmpdir() });
      // CI gets stdout, a terminal stderr.
      expect(output.stdout + output.stderr).toContain('Number of stacks with differences: 0');
    }
  });
});
