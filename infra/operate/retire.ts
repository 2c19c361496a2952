/**
 * Takes stacks away that a setting has brought and brings no more: the CDK leaves alone what it no longer knows, and a
 * firewall would cost on. After a deployment, when nothing refers to them.
 */
import {
  type CloudFormationClient,
  DeleteStackCommand,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';
import type { DeployConfig } from '../config.ts';
import { edgeAlarmsStackName, firewallStackName } from '../names.ts';
import { stands } from './standing.ts';

/** The names of those that went. `client` speaks to us-east-1, where all of them are. */
export async function retire(config: DeployConfig, client: CloudFormationClient): Promise<string[]> {
  const unwanted = [
    ...(config.firewall ? [] : [firewallStackName(config.stage)]),
    ...(config.alarmEmail ? [] : [edgeAlarmsStackName(config.stage)]),
  ];
  const gone: string[] = [];
  for (const StackName of unwanted) {
    if (!(await stands(StackName, client))) continue;
    await client.send(new DeleteStackCommand({ StackName }));
    await waitUntilStackDeleteComplete({ client, maxWaitTime: 600, minDelay: 2, maxDelay: 10 }, { StackName });
    gone.push(StackName);
  }
  return gone;
}
