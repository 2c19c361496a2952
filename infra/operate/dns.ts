/**
 * DNS records of a stage with a domain. Without a hosted zone, an operator can create them only once the distributions
 * exist.
 */
import { lookup } from 'node:dns/promises';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { resourcePrefix } from '../names.ts';
import type { DeployConfig } from '../settings.ts';
import { ignoreMissing } from './doctor/finding.ts';

export interface MissingRecord {
  host: string;
  /** Host name of the distribution. */
  target: string;
}

export async function listMissingRecords(
  { stage, domain, region }: Pick<DeployConfig, 'stage' | 'domain' | 'region'>,
  resolves = isResolved,
): Promise<MissingRecord[]> {
  if (!domain) return [];
  const client = new CloudFormationClient({ region });
  const hosts = [
    { stack: 'web', host: domain, output: 'WebTarget' },
    { stack: 'media', host: `media.${domain}`, output: 'MediaTarget' },
  ];
  const answers = await Promise.all(
    hosts.map(async ({ stack, host, output }) => {
      const StackName = resourcePrefix(stage) + stack;
      const answer = await ignoreMissing(client.send(new DescribeStacksCommand({ StackName })));
      const target = answer?.Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === output)?.OutputValue;
      return target && !(await resolves(host)) ? [{ host, target }] : [];
    }),
  );
  return answers.flat();
}

export const describeRecord = ({ host, target }: MissingRecord) =>
  `${host} does not resolve yet: set a CNAME record (ALIAS at the top of a zone) ${host} → ${target}`;

async function isResolved(host: string): Promise<boolean> {
  try {
    await lookup(host);
    return true;
  } catch (error) {
    if (/^(ENOTFOUND|ENODATA)$/.test(String((error as { code?: unknown }).code))) return false;
    throw error;
  }
}
