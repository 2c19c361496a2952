/** Two stages share an account: names that must be unique in it differ between them. */
import type { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { productionContext, templates, text } from './support.ts';
import { findFixedName, findValues } from './upgrade.ts';

interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
}

/** Types whose names are unique within their API or role only. */
const namedWithinParent = ['AWS::ApiGatewayV2::Route', 'AWS::ApiGatewayV2::Stage', 'AWS::IAM::Policy'];

/** Names and references of a stage's resources that have to be unique in the account. */
function listUnique(stage: string): string[] {
  const made = templates({ ...productionContext, stage, domain: `${stage}.example` });
  const all: Template[] = [...Object.values(made.templates), ...made.nested];
  return all
    .flatMap((template) => Object.values(template.toJSON().Resources) as Resource[])
    .filter(({ Type }) => !namedWithinParent.includes(Type))
    .flatMap((resource) => [findFixedName(resource) ?? [], ...findReferences(resource)].flat());
}

const findReferences = (resource: Resource) =>
  findValues(resource, 'CallerReference').map((value) => `CallerReference ${text(value)}`);

test('a stage shares no name and no reference with another stage', () => {
  const [one, other] = [listUnique('staging'), new Set(listUnique('prod'))];
  expect(one.length).toBeGreaterThan(100);
  expect(one.some((name) => name.startsWith('CallerReference'))).toBe(true);
  expect(one.filter((name) => other.has(name))).toEqual([]);
});
