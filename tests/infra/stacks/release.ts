/**
 * A record of the last release's templates: what CloudFormation cannot change in place. Tags and releases may be missing
 * in a clone, so the record is a file; `npm run release:record` renews it.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import { productionContext, templates } from './support.ts';
import { findFixedName, findValues, stateful } from './upgrade.ts';

/** A resource that holds data, has a name that nothing else may have, or a reference that cannot change. */
export interface RecordedResource {
  stack: string;
  id: string;
  type: string;
  /** Hash of the properties whose change replaces the resource. */
  fixed: string;
  /** Unique among the resources of its type in the account or the API. */
  name?: string;
  /** CloudFront's reference to the creation. */
  reference?: unknown;
}

export interface Release {
  /** The released templates, and why the record was renewed. */
  reason: string;
  /** The properties that replace a resource, by type: the schemas that say so change with their package. */
  replacing: Record<string, string[]>;
  resources: RecordedResource[];
}

/** API Gateway's default quota of routes. */
const maxRoutes = 300;

const recordUrl = new URL('release.jsonl', import.meta.url);

/** The first line is about the release, each other one about a resource. */
export function readRelease(): Release {
  const [first = '{}', ...lines] = readFileSync(recordUrl, 'utf8').trim().split('\n');
  return { ...JSON.parse(first), resources: lines.map((line) => JSON.parse(line)) };
}

export function writeRelease({ resources, ...about }: Release): void {
  writeFileSync(recordUrl, `${[about, ...resources].map((line) => JSON.stringify(line)).join('\n')}\n`);
}

/** Describes today's templates of production, by the properties that an earlier record names. */
export function describeTemplates(replacing: Release['replacing'] = {}): RecordedResource[] {
  const { app, nested } = templates(productionContext);
  const names = app.synth().stacks.map(({ stackName, template }) => ({ stack: stackName, template }));
  // Names of nested stacks are generated; their modules identify them.
  const ofModules = nested.map((template, at) => ({ stack: `api/${listModules()[at]}`, template: template.toJSON() }));
  return [...names, ...ofModules].flatMap(({ stack, template }) =>
    Object.entries(template.Resources as Record<string, TemplateResource>)
      .map(([id, resource]) => describeResource(stack, id, resource, replacing[resource.Type]))
      .filter(({ type, name, reference }) => stateful.includes(type) || name !== undefined || reference !== undefined),
  );
}

interface TemplateResource {
  Type: string;
  Properties?: Record<string, unknown>;
}

const listModules = () => templates(productionContext).moduleNames;

const spec = loadAwsServiceSpecSync();

/** Lists the properties whose change replaces a resource of a type. */
export function listReplacing(type: string): string[] {
  const [found] = spec.lookup('resource', 'cloudFormationType', 'equals', type);
  const all = Object.entries(found?.properties ?? {});
  return all.flatMap(([name, { causesReplacement = 'no' }]) => (causesReplacement === 'no' ? [] : [name]));
}

function describeResource(
  stack: string,
  id: string,
  resource: TemplateResource,
  replacing?: string[],
): RecordedResource {
  const { Type: type, Properties = {} } = resource;
  const names = replacing ?? listReplacing(type);
  const fixed = Object.entries(Properties).filter(([property]) => names.includes(property));
  const name = findFixedName(resource)?.slice(type.length + 1);
  const [reference] = findValues(Properties, 'CallerReference');
  return {
    stack,
    id,
    type,
    fixed: hash(fixed.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    ...(name !== undefined && { name }),
    ...(reference !== undefined && { reference }),
  };
}

const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);

/** Finds what of an upgrade CloudFormation or a service refuses, and what would lose data or a published address. */
export function findReleaseFaults(before: readonly RecordedResource[], after: readonly RecordedResource[]): string[] {
  const key = ({ stack, id }: RecordedResource) => `${stack}/${id}`;
  const old = new Map(before.map((resource) => [key(resource), resource]));
  const now = new Map(after.map((resource) => [key(resource), resource]));
  const holders = new Map(before.flatMap((one) => (one.name ? [[`${one.type} ${one.name}`, key(one)] as const] : [])));
  const isReplaced = (was: RecordedResource, is: RecordedResource) => was.fixed !== is.fixed;

  const ofOld = before.flatMap((was) => {
    const is = now.get(key(was));
    if (is && is.type !== was.type) return [`${key(was)} cannot change its type from ${was.type} to ${is.type}`];
    if (stateful.includes(was.type) && (!is || isReplaced(was, is))) return [`${key(was)} (${was.type}) would be lost`];
    if (is && !isReplaced(was, is) && JSON.stringify(was.reference) !== JSON.stringify(is.reference))
      return [`${key(was)} (${was.type}) cannot change its CallerReference`];
    return [];
  });
  // A new resource, and the replacement of an old one, is created before anything is deleted.
  const ofNew = after.flatMap((is) => {
    const was = old.get(key(is));
    const holder = holders.get(`${is.type} ${is.name}`);
    return holder && (!was || isReplaced(was, is)) ? [`${key(is)} (${is.type}) takes the name that ${holder} has`] : [];
  });
  const routes = new Set([...before, ...after].filter(({ type }) => type === 'AWS::ApiGatewayV2::Route').map(key)).size;
  const ofRoutes = routes > maxRoutes ? [`the API would have ${routes} routes in between, of ${maxRoutes}`] : [];
  return [...ofOld, ...ofNew, ...ofRoutes];
}
