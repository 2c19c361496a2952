/** Acknowledges cdk-nag findings with a reason. Ids are complete, but without the rule pack's name. */
import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { replaceTokens, toObjectsArn } from './names.ts';

export function acknowledge(construct: IConstruct, findings: Record<string, string>): void {
  for (const [id, reason] of Object.entries(findings))
    Validations.of(construct).acknowledge({ id: `AwsSolutions-${id}`, reason });
}

/** Returns the finding about a statement on all objects of one bucket. */
export const createAnyObjectFinding = (bucketArn: string): Record<string, string> => ({
  [toWildcardId(toObjectsArn(bucketArn))]: 'Grants access to all objects of this one bucket only.',
});

export const toWildcardId = (resource: string) => `IAM5[Resource::${replaceTokens(resource)}]`;
