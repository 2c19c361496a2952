/**
 * Finds reasons why an upgrade between two syntheses would fail or lose data. Stacks are in the order of deployment;
 * `cdk diff` determines which changes replace a resource.
 */
import { fullDiff, ResourceImpact } from '@aws-cdk/cloudformation-diff';
import { text } from './support.ts';

export interface StackTemplate {
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: templates have no type.
  template: any;
}

interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
}

/** Types whose loss or replacement loses data or a published address. */
export const stateful = [
  'AWS::DynamoDB::Table',
  'AWS::Cognito::UserPool',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
  'AWS::ApiGatewayV2::Api',
  'AWS::CloudFront::Distribution',
];

export function findUpgradeFaults(before: StackTemplate[], after: StackTemplate[]): string[] {
  const found: string[] = findStaleReferences(before, after);
  const names = listFixedNames(before);
  for (const { name, template } of after) {
    const old = before.find((stack) => stack.name === name)?.template ?? {};
    found.push(
      ...findLostExports(name, old, template, before),
      ...findLostReferences(name, old, template, before, after),
    );
    fullDiff(old, template, undefined, false).resources.forEachDifference((logicalId, change) => {
      const { changeImpact, oldValue, newValue } = change;
      const resource = (newValue ?? oldValue) as Resource;
      const where = `${name}/${logicalId} (${resource.Type})`;
      const isReplaced = changeImpact === ResourceImpact.WILL_REPLACE || changeImpact === ResourceImpact.MAY_REPLACE;
      const isGone = change.isRemoval;
      if (stateful.includes(resource.Type) && (isReplaced || isGone)) found.push(`${where} would be lost`);
      const fixed = newValue && findFixedName(newValue as Resource);
      const holder = fixed && names.get(fixed);
      if (holder && (change.isAddition || isReplaced)) found.push(`${where} takes the name that ${holder} has`);
    });
  }
  return found;
}

/** Finds stacks that stay the same while a weakly referenced resource is replaced. */
export function findStaleReferences(before: StackTemplate[], after: StackTemplate[]): string[] {
  const read = (stacks: StackTemplate[], name: string) => stacks.find((stack) => stack.name === name)?.template ?? {};
  return after.flatMap(({ name, template }) => {
    if (JSON.stringify(template) !== JSON.stringify(read(before, name))) return [];
    const references = findValues(template, 'Fn::GetStackOutput') as WeakReference[];
    const replaced = references.flatMap(({ StackName, OutputName }) => {
      const next = read(after, StackName);
      const logicalId = /\w+/.exec(text(next.Outputs?.[OutputName]?.Value))?.[0] ?? '';
      const { changeImpact } =
        fullDiff(read(before, StackName), next, undefined, false).resources.changes[logicalId] ?? {};
      const isReplaced = changeImpact === ResourceImpact.WILL_REPLACE || changeImpact === ResourceImpact.MAY_REPLACE;
      return isReplaced ? [`${name} keeps the value of the replaced ${StackName}/${logicalId}`] : [];
    });
    return [...new Set(replaced)];
  });
}

interface WeakReference {
  StackName: string;
  OutputName: string;
}

/** Finds changed or removed exports that a deployed stack imports. */
function findLostExports(
  name: string,
  old: StackTemplate['template'],
  next: StackTemplate['template'],
  before: StackTemplate[],
) {
  const listExports = (template: StackTemplate['template']) =>
    Object.values(template.Outputs ?? {}).flatMap((output) => {
      const { Export, Value } = output as { Export?: { Name: unknown }; Value: unknown };
      return Export ? [[text(Export.Name), JSON.stringify(Value)] as const] : [];
    });
  const exportedNow = new Map(listExports(next));
  const imported = new Set(
    before.flatMap(({ template }) => findValues(template, 'Fn::ImportValue').map((one) => text(one))),
  );
  return listExports(old)
    .filter(([id, value]) => imported.has(id) && exportedNow.get(id) !== value)
    .map(([id]) => `${name} exports ${id}, which is in use`);
}

/**
 * Finds references to another stack's output that are deployed before it, or that stay stale because the template is
 * unchanged.
 */
function findLostReferences(
  name: string,
  old: StackTemplate['template'],
  next: StackTemplate['template'],
  before: StackTemplate[],
  after: StackTemplate[],
) {
  const place = (list: StackTemplate[], stack: string) => list.findIndex((one) => one.name === stack);
  return findValues(next, 'Fn::GetStackOutput').flatMap((reference) => {
    const { StackName, OutputName } = reference as { StackName: string; OutputName: string };
    const output = (list: StackTemplate[]) =>
      list[place(list, StackName)]?.template.Outputs?.[OutputName] as { Value: unknown } | undefined;
    const [was, is] = [output(before), output(after)];
    if (!is || place(after, StackName) > place(after, name)) return [`${name} reads ${OutputName} before it is there`];
    const isStale = was && JSON.stringify(was) !== JSON.stringify(is) && JSON.stringify(old) === JSON.stringify(next);
    return isStale ? [`${name} goes on with the ${OutputName} of before`] : [];
  });
}

/** Finds the values of a key at any depth, without those within them. */
export function findValues(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === name ? [inner] : findValues(inner, name)));
}

function listFixedNames(stacks: StackTemplate[]): Map<string, string> {
  const entries = stacks.flatMap(({ name, template }) =>
    Object.entries(template.Resources as Record<string, Resource>).flatMap(([logicalId, resource]) => {
      const fixed = findFixedName(resource);
      return fixed ? [[fixed, `${name}/${logicalId}`] as const] : [];
    }),
  );
  return new Map(entries);
}

/** Unique name of a resource; undefined where CloudFormation generates it. */
export function findFixedName({ Type, Properties = {} }: Resource): string | undefined {
  const kind = Type.split('::').at(-1);
  // Names of user pools and APIs need not be unique.
  if (notUnique.includes(Type)) return undefined;
  const nested = Object.entries(Properties).flatMap(([key, value]) =>
    key.endsWith('Config') && typeof value === 'object' && value !== null ? Object.entries(value) : [],
  );
  const nameProperty = [...Object.entries(Properties), ...nested].find(
    ([key]) =>
      key === 'Name' ||
      key === `${kind}Name` ||
      key === 'RouteKey' ||
      key === 'EmailIdentity' ||
      (key === 'Id' && kind === 'Rule'),
  );
  return nameProperty ? `${Type} ${text(nameProperty[1])}` : undefined;
}

const notUnique = ['AWS::Cognito::UserPool', 'AWS::ApiGatewayV2::Api', 'AWS::IVS::Channel', 'AWS::Route53::RecordSet'];
