/** Deletes stacks whose creation failed, which contain no data, so that a failed first deployment can be repeated. */
import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStacksCommand,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';
import { edgeAlarmsStackName, firewallStackName, resourcePrefix } from '../names.ts';
import type { DeployConfig } from '../settings.ts';
import { ignoreMissing } from './doctor/finding.ts';

/** Stacks of a stage's region, in the order of deployment. */
export const stackNames = ['data', 'media', 'web', 'jobs', 'api', 'operations'];

/** States of a stack that was never complete: it can only be deleted, not updated. */
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
    await client.send(new DeleteStackCommand({ StackName }));
    await waitUntilStackDeleteComplete({ client, maxWaitTime: 1800, minDelay: 2, maxDelay: 10 }, { StackName });
    deleted.push(StackName);
  }
  return deleted;
}
