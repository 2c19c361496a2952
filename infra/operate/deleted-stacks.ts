/**
 * Deletes stacks whose creation failed, so that a failed first deployment can be repeated, and optional ones whose
 * setting was turned off, because the CDK leaves them in place and a firewall would still cost.
 */
import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStacksCommand,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';
import { hasWebAcl } from '../costs/edge-plans.ts';
import { edgeAlarmsStackName, firewallStackName, resourcePrefix } from '../names.ts';
import type { DeployConfig } from '../settings.ts';
import { stackExists } from './deployed-resources.ts';
import { ignoreMissing } from './doctor/finding.ts';

/** Stacks of a stage's region, in the order of deployment. */
export const stackNames = ['data', 'media', 'web', 'jobs', 'api', 'operations'];

/** States of a stack that was never complete, and contains no data: it can only be deleted, not updated. */
export const neverCreated = /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|CREATE_FAILED)$/;

/** Deletes the failed stacks, the last first, because they depend on earlier ones. Returns their names. */
export async function deleteFailedStacks(
  { stage, region }: Pick<DeployConfig, 'stage' | 'region'>,
  createClient = (name: string) => new CloudFormationClient({ region: name }),
): Promise<string[]> {
  const regional = createClient(region);
  const global = createClient('us-east-1');
  const stacks = [
    ...stackNames.map((name) => ({ client: regional, StackName: resourcePrefix(stage) + name })),
    ...[firewallStackName(stage), edgeAlarmsStackName(stage)].map((StackName) => ({ client: global, StackName })),
  ];
  const deleted: string[] = [];
  for (const { client, StackName } of stacks.reverse()) {
    const answer = await ignoreMissing(client.send(new DescribeStacksCommand({ StackName })));
    if (!neverCreated.test(answer?.Stacks?.[0]?.StackStatus ?? '')) continue;
    deleted.push(await deleteStack(StackName, client));
  }
  return deleted;
}

/**
 * Runs after a deployment, when no stack refers to the optional ones. Returns the names of the deleted stacks. `client`
 * must be for us-east-1, where they all are.
 */
export async function deleteUnusedStacks(config: DeployConfig, client: CloudFormationClient): Promise<string[]> {
  const unwanted = [
    ...(hasWebAcl(config) ? [] : [firewallStackName(config.stage)]),
    ...(config.alarmEmail ? [] : [edgeAlarmsStackName(config.stage)]),
  ];
  const deleted: string[] = [];
  for (const name of unwanted) if (await stackExists(name, client)) deleted.push(await deleteStack(name, client));
  return deleted;
}

async function deleteStack(StackName: string, client: CloudFormationClient): Promise<string> {
  await client.send(new DeleteStackCommand({ StackName }));
  await waitUntilStackDeleteComplete({ client, maxWaitTime: 1800, minDelay: 2, maxDelay: 10 }, { StackName });
  return StackName;
}
