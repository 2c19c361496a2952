/** Lists a stack's existing resources, which DataStack protects against deletion. */
import {
  type CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';

/** Stands for a missing stack: no logical id starts with it. */
export const noResources = '-';

/** Returns the logical ids of a stack's existing resources, sorted and separated by commas. */
export async function listResourceIds(StackName: string, client: CloudFormationClient): Promise<string> {
  if (!(await stackExists(StackName, client))) return noResources;
  const ids: string[] = [];
  for await (const { StackResourceSummaries } of paginateListStackResources({ client }, { StackName })) {
    for (const { LogicalResourceId, ResourceStatus } of StackResourceSummaries ?? []) {
      const isGone = ResourceStatus?.startsWith('DELETE') || ResourceStatus === 'CREATE_FAILED';
      if (LogicalResourceId && !isGone) ids.push(LogicalResourceId);
    }
  }
  return ids.toSorted().join(',');
}

/** Returns whether a stack exists; one whose creation failed does not count, because it is created again. */
export async function stackExists(StackName: string, client: CloudFormationClient): Promise<boolean> {
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName }));
    return !/^(ROLLBACK|CREATE_FAILED|REVIEW_IN_PROGRESS|DELETE)/.test(Stacks?.[0]?.StackStatus ?? 'DELETE');
  } catch (error) {
    if (error instanceof Error && error.name === 'ValidationError') return false;
    throw error;
  }
}
