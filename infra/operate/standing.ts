/** What a stack holds already. Protecting comes after it: see DataStack. */
import {
  type CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';

/** For a stack that does not stand: no logical id is like it. */
export const nothing = '-';

/** The logical ids of what stands in a stack, in order, with commas. */
export async function standingIn(StackName: string, client: CloudFormationClient): Promise<string> {
  if (!(await stands(StackName, client))) return nothing;
  const ids: string[] = [];
  for await (const { StackResourceSummaries } of paginateListStackResources({ client }, { StackName })) {
    for (const { LogicalResourceId, ResourceStatus } of StackResourceSummaries ?? []) {
      const isGone = ResourceStatus?.startsWith('DELETE') || ResourceStatus === 'CREATE_FAILED';
      if (LogicalResourceId && !isGone) ids.push(LogicalResourceId);
    }
  }
  return ids.toSorted().join(',');
}

/** A stack whose creation failed is there too, and is made anew. */
export async function stands(StackName: string, client: CloudFormationClient): Promise<boolean> {
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName }));
    return !/^(ROLLBACK|CREATE_FAILED|REVIEW_IN_PROGRESS|DELETE)/.test(Stacks?.[0]?.StackStatus ?? 'DELETE');
  } catch (error) {
    if (error instanceof Error && error.name === 'ValidationError') return false;
    throw error;
  }
}
