/** Queries of existing stacks and resources by `npm run deploy`, against a fake CloudFormation. */
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { afterAll, expect, test } from 'vitest';
import { readDeployConfig } from '../../../infra/config.ts';
import { listen } from '../../../infra/local/wire/http-server.ts';
import { deleteFailedStacks, deleteUnusedStacks } from '../../../infra/operate/deleted-stacks.ts';
import { listResourceIds, noResources } from '../../../infra/operate/deployed-resources.ts';
import { toClientOptions } from '../local/client-options.ts';

/** Names of stacks whose deletion was requested. */
const deleted: string[] = [];

/** State of the stack; undefined if it does not exist. */
let state: string | undefined;

const resources = [
  ['VodsTable1', 'CREATE_COMPLETE'],
  ['ClubsTable1', 'UPDATE_COMPLETE'],
  ['OldTable1', 'DELETE_SKIPPED'],
];

/** Implements CloudFormation's query protocol: form in, XML out. */
const cloudFormation = await listen(async (request, response) => {
  let form = '';
  for await (const chunk of request) form += chunk;
  const answer = (status: number, xml: string) => response.writeHead(status, { 'content-type': 'text/xml' }).end(xml);
  const name = new URLSearchParams(form).get('StackName') ?? '';
  if (form.includes('Action=DeleteStack')) {
    deleted.push(name);
    return answer(200, wrap('DeleteStack', ''));
  }
  if (!state || deleted.includes(name)) {
    const error = '<Type>Sender</Type><Code>ValidationError</Code><Message>Stack does not exist</Message>';
    return answer(400, `<ErrorResponse><Error>${error}</Error></ErrorResponse>`);
  }
  if (form.includes('Action=DescribeStacks')) {
    const stack = `<member><StackName>data</StackName><StackStatus>${state}</StackStatus></member>`;
    return answer(200, wrap('DescribeStacks', `<Stacks>${stack}</Stacks>`));
  }
  const members = resources.map(
    ([id, status]) =>
      `<member><LogicalResourceId>${id}</LogicalResourceId><ResourceStatus>${status}</ResourceStatus></member>`,
  );
  answer(200, wrap('ListStackResources', `<StackResourceSummaries>${members.join('')}</StackResourceSummaries>`));
});

const wrap = (action: string, xml: string) =>
  `<${action}Response><${action}Result>${xml}</${action}Result></${action}Response>`;

const client = new CloudFormationClient(toClientOptions(cloudFormation.url));
afterAll(() => cloudFormation.close());

test.each([
  ['does not exist', undefined, noResources],
  ['failed to be created', 'ROLLBACK_COMPLETE', noResources],
  ['failed to be created and to roll back', 'ROLLBACK_FAILED', noResources],
  ['exists', 'CREATE_COMPLETE', 'ClubsTable1,VodsTable1'],
  ['exists after a failed update', 'UPDATE_ROLLBACK_COMPLETE', 'ClubsTable1,VodsTable1'],
])('lists the resources of a stack that %s', async (_, status, expected) => {
  state = status;
  expect(await listResourceIds('cantera-prod-data', client)).toBe(expected);
});

test('deletes only optional stacks whose setting is off', async () => {
  const settings = (more: Record<string, unknown>) =>
    readDeployConfig((name) => ({ stage: 'trial', ...more })[name], {});
  state = 'UPDATE_COMPLETE';
  expect(await deleteUnusedStacks(settings({ firewall: true, alarmEmail: 'guardia@cantera.example' }), client)).toEqual(
    [],
  );
  expect(await deleteUnusedStacks(settings({ alarmEmail: 'guardia@cantera.example' }), client)).toEqual([
    'cantera-trial-firewall',
  ]);
  expect(await deleteUnusedStacks(settings({}), client)).toEqual(['cantera-trial-edgealarms']);
  expect(deleted).toEqual(['cantera-trial-firewall', 'cantera-trial-edgealarms']);
  expect(await deleteUnusedStacks(settings({}), client)).toEqual([]);
});

test.each([
  ['ROLLBACK_COMPLETE', ['edgealarms', 'firewall', 'operations', 'api', 'jobs', 'web', 'media', 'data']],
  ['UPDATE_ROLLBACK_COMPLETE', []],
])('deletes stacks in %s before a deployment: those never created, the last ones first', async (status, names) => {
  const stage = status.slice(0, 2).toLowerCase();
  const expected = names.map((name) => `cantera-${stage}-${name}`);
  state = status;
  expect(await deleteFailedStacks({ stage, region: 'eu-west-1' }, () => client)).toEqual(expected);
  expect(deleted.filter((name) => name.startsWith(`cantera-${stage}-`))).toEqual(expected);
});
