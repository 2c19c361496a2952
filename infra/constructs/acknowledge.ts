/** Findings of cdk-nag that we accept, each with the reason why. Ids are whole, without the pack's name. */
import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { objectsOf, readable } from './names.ts';

export function acknowledge(construct: IConstruct, findings: Record<string, string>): void {
  for (const [id, reason] of Object.entries(findings)) {
    Validations.of(construct).acknowledge({ id: `AwsSolutions-${id}`, reason });
  }
}

/** For a statement about the objects of one of our buckets. */
export const anyObject = (bucketArn: string): Record<string, string> => ({
  [wildcard(objectsOf(bucketArn))]: 'Any object of this one bucket of ours, and of no other.',
});

/** The id of a finding about a resource with a wildcard. */
export const wildcard = (resource: string) => `IAM5[Resource::${readable(resource)}]`;
