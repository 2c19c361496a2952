/** Deletes stacks whose creation failed, so that a failed first deployment can be repeated. They contain no data. */
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

/** States of a stack that was never completely created; it cannot be updated, only deleted. */
export const neverCreated = /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|CREATE_FAILED)$/;

/** Deletes the last ones first, because they depend on the others; returns their names. */
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
