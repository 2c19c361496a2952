/**
 * Deletes optional stacks whose setting was turned off, because the CDK leaves them in place and a firewall would still
 * cost. Runs after a deployment, when no stack refers to them.
 */
import {
  type CloudFormationClient,
  DeleteStackCommand,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';
import { hasWebAcl } from '../costs/edge-plans.ts';
import { edgeAlarmsStackName, firewallStackName } from '../names.ts';
import type { DeployConfig } from '../settings.ts';
import { stackExists } from './deployed-resources.ts';

/** Returns the names of the deleted stacks. `client` must be for us-east-1, where they all are. */
export async function deleteUnusedStacks(config: DeployConfig, client: CloudFormationClient): Promise<string[]> {
  const unwanted = [
    ...(hasWebAcl(config) ? [] : [firewallStackName(config.stage)]),
    ...(config.alarmEmail ? [] : [edgeAlarmsStackName(config.stage)]),
  ];
  const deleted: string[] = [];
  for (const StackName of unwanted) {
    if (!(await stackExists(StackName, client))) continue;
    await client.send(new DeleteStackCommand({ StackName }));
    await waitUntilStackDeleteComplete({ client, maxWaitTime: 600, minDelay: 2, maxDelay: 10 }, { StackName });
    deleted.push(StackName);
  }
  return deleted;
}
