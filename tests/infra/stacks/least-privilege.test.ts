/**
 * Roles grant nothing unneeded: an action is excessive where the function's bundle contains no such call. The local
 * platform enforces grants (infra/local/lambda/permissions.ts), so API tests prove that they suffice.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleBudget } from '../../../infra/build.ts';
import type { FunctionSpec } from '../../../infra/function-spec.ts';
import { allFunctions } from '../../../infra/functions.ts';
import type { Grants } from '../../../infra/grants.ts';
import { bundleFunctions } from '../../support/bundles.ts';
import { listIamGaps } from './iam-gaps.ts';
import { productionContext, templates, text } from './support.ts';

const { folder: outdir, bundles } = await bundleFunctions();

describe.each(allFunctions)('$name', (spec) => {
  test('has no grant for a call that its bundle lacks', () => {
    const code = readFileSync(join(outdir, spec.name, 'index.mjs'), 'utf8');
    const excess = listGrantedCalls(spec.grants).filter(
      ({ commands }) => !commands.some((command) => containsCommand(code, command)),
    );
    expect(excess.map(({ grant }) => grant)).toEqual([]);
  });

  test('has no grant for a table that its sources never name', () => {
    const sources = readSources(spec);
    const unnamed = Object.keys(spec.grants.tables ?? {}).filter((table) => !sources.includes(`'${table}'`));
    expect(unnamed).toEqual([]);
  });

  test(`stays within ${bundleBudget / 1000} KB`, () => {
    expect(bundles[spec.name]?.bytes).toBeLessThanOrEqual(bundleBudget);
  });
});

test('the check detects calls missing from a bundle', () => {
  const code = (name: string) => readFileSync(join(outdir, name, 'index.mjs'), 'utf8');
  expect(containsCommand(code('upload-arrived'), 'CreateJob')).toBe(true);
  for (const name of ['clubs', 'playback', 'sweep']) expect(containsCommand(code(name), 'CreateJob'), name).toBe(false);
});

describe('the roles', () => {
  const policies = readPolicies(templates());
  const ofFunctions = policies.flatMap(({ role, statements }) =>
    statements.map(({ Action, Resource }) => ({
      role,
      actions: [Action].flat(),
      resources: [Resource].flat().map(text),
    })),
  );

  test('exist for all functions, each with separate statements', () => {
    expect(policies.map(({ role }) => role).toSorted()).toEqual(
      allFunctions.map(({ lambdaName }) => `cantera-dev-${lambdaName}-function`).toSorted(),
    );
  });

  test('contain existing actions with all their required resource types', async () => {
    const byAction = Map.groupBy(
      ofFunctions.flatMap(({ role, actions, resources }) => actions.map((action) => ({ role, action, resources }))),
      ({ role, action }) => `${role} ${action}`,
    );
    const grants = [...byAction.values()].map((all) => ({
      action: all[0]?.action ?? '',
      resources: all.flatMap(({ resources }) => resources),
    }));
    expect(await listIamGaps(grants, (resource) => resource.startsWith('<'))).toEqual([]);
  });

  test('contain no wildcard action', () => {
    expect(ofFunctions.flatMap(({ actions }) => actions).filter((action) => action.includes('*'))).toEqual([]);
  });

  test('contain tables and buckets by name only', () => {
    const vague = ofFunctions
      .filter(({ actions }) => actions.some((action) => /^(dynamodb|s3|secretsmanager|cognito-idp):/.test(action)))
      .flatMap(({ resources: named }) => named)
      .filter((name) => name === '*' || /(table|:::)\/?\*/.test(name));
    expect(vague).toEqual([]);
  });

  test('reach jobs, channels and stream keys of their own stage only', () => {
    const vague = policies.flatMap(({ role, statements }) =>
      statements
        .filter(({ Action }) => [Action].flat().some((action) => /^(ivs|mediaconvert):/.test(action)))
        .filter(({ Resource }) =>
          [Resource].flat().some((name) => /(channel|jobs|stream-key|Default)\b/.test(text(name))),
        )
        .filter(({ Condition }) => !/"aws:Re(source|quest)Tag\/stage":"dev"/.test(JSON.stringify(Condition ?? {})))
        .flatMap(({ Action }) => [Action].flat().map((action) => `${role} ${action}`)),
    );
    // Lists of the account's channels and streams, in which each stage looks for its own. For a channel's key, these
    // calls ask about the channel too, whose tag decides.
    const bySomethingElse = /ivs:(List(Channels|Streams|StreamKeys)|(Create|Delete)Channel)$/;
    expect(vague.filter((call) => !bySomethingElse.test(call))).toEqual([]);
  });

  test('send mail from the stage’s domain only, also to the verified recipients of an account in the sandbox', () => {
    const senders = readPolicies(templates(productionContext))
      .flatMap(({ statements }) => statements)
      .filter(({ Action }) => [Action].flat().includes('ses:SendEmail'));
    expect(senders.length).toBeGreaterThan(0);
    for (const { Resource, Condition } of senders) {
      const names = [Resource].flat().map(text);
      if (names.some((name) => name.endsWith('identity/*')))
        expect(Condition).toEqual({ StringLike: { 'ses:FromAddress': '*@cantera.example' } });
      else
        expect(names).toEqual([
          expect.stringMatching(/configuration-set\/cantera-prod-mail$/),
          expect.stringMatching(/identity\/cantera\.example$/),
        ]);
    }
    const recipients = senders.filter(({ Resource }) => text(Resource).endsWith('identity/*'));
    expect(recipients.length * 2).toBe(senders.length);
  });

  test('pass a role to MediaConvert only', () => {
    const passing = policies
      .flatMap(({ statements }) => statements)
      .filter((statement) => [statement.Action].flat().includes('iam:PassRole'));
    expect(passing.length).toBeGreaterThan(0);
    for (const statement of passing) {
      expect(statement.Condition).toEqual({ StringEquals: { 'iam:PassedToService': 'mediaconvert.amazonaws.com' } });
      expect(text(statement.Resource)).toContain('MediaConvertRole');
    }
  });
});

function readPolicies({ resources }: ReturnType<typeof templates>): { role: string; statements: Statement[] }[] {
  return (['jobs', 'api'] as const).flatMap((stack) =>
    resources(stack, 'AWS::IAM::Role').flatMap(({ RoleName, Policies = [] }) =>
      Policies.map(({ PolicyDocument }: { PolicyDocument: { Statement: Statement[] } }) => ({
        role: text(RoleName),
        statements: PolicyDocument.Statement,
      })),
    ),
  );
}

interface Statement {
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

/** SDK commands that use each granted action. */
function listGrantedCalls({ tables = {}, buckets = {}, services = [], secrets = [] }: Grants) {
  const calls: { grant: string; commands: string[] }[] = [];
  for (const [table, actions] of Object.entries(tables)) {
    for (const action of actions) {
      const isWrite = /^(Put|Update|Delete)Item$/.test(action);
      const commands = [action, ...(isWrite ? ['TransactWriteItems'] : [])];
      calls.push({ grant: `dynamodb:${action} on ${table}`, commands });
    }
  }
  for (const [bucket, actions] of Object.entries(buckets)) {
    for (const action of actions)
      calls.push({ grant: `s3:${action} on ${bucket}`, commands: bucketCommands[action] ?? [] });
  }
  for (const service of services) {
    const action = service.replace(/^.*:/, '');
    calls.push({ grant: service, commands: action === 'SendMessage' ? [action, 'SendMessageBatch'] : [action] });
  }
  for (const secret of secrets) calls.push({ grant: `secret ${secret}`, commands: ['GetSecretValue'] });
  return calls;
}

const bucketCommands: Record<string, string[]> = {
  GetObject: ['GetObject', 'HeadObject'],
  PutObject: ['PutObject', 'CreateMultipartUpload', 'CompleteMultipartUpload', 'UploadPart'],
  DeleteObject: ['DeleteObject', 'DeleteObjects'],
  // GetObject and HeadObject need it to distinguish missing from forbidden objects.
  ListBucket: ['ListObjectsV2', 'GetObject', 'HeadObject'],
  ListMultipartUploadParts: ['ListParts'],
  AbortMultipartUpload: ['AbortMultipartUpload'],
};

/** Returns whether the bundle contains the command's class; its name alone is in every bundle with the service's client. */
const containsCommand = (code: string, command: string) =>
  new RegExp(`extends [\\w$]+\\([\\w$]+,[\\w$]+,["'\`]${command}["'\`]`).test(code);

function readSources({ name }: FunctionSpec): string {
  const ours = bundles[name]?.inputs.filter((path) => path.startsWith('functions/')) ?? [];
  return ours.map((path) => readFileSync(path, 'utf8')).join('\n');
}
