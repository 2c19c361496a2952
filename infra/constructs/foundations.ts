/**
 * Weak references (`cdk.json`) read another stack's output when the referring stack is updated. If its own template is
 * unchanged, CloudFormation skips the update, and the stack keeps the old value after the resource was replaced. Each
 * stack therefore has a tag with a hash of the stacks that it refers to, which changes its template together with
 * theirs.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type Stack, Tags } from 'aws-cdk-lib';

/** Hashes the resources of the stacks that `create` makes, by name, in an app with the same context. */
export function hashStacks<Name extends string>(
  app: App,
  create: (app: App) => Partial<Record<Name, Stack>>,
): Partial<Record<Name, string>> {
  const outdir = mkdtempSync(join(tmpdir(), 'cantera-foundations-'));
  const context = { ...app.node.getAllContext(), 'aws:cdk:bundling-stacks': [] };
  const twin = new App({ outdir, context, analyticsReporting: false, autoSynth: false, treeMetadata: false });
  const stacks = create(twin);
  const assembly = twin.synth({ skipValidation: true });
  const hashes = Object.entries<Stack | undefined>(stacks).flatMap(([name, stack]) =>
    stack ? [[name, hashResources(assembly.getStackArtifact(stack.artifactId).template)]] : [],
  );
  rmSync(outdir, { recursive: true });
  return Object.fromEntries(hashes) as Partial<Record<Name, string>>;
}

/** Tags a stack with the hashes of the stacks that it refers to. */
export function markFoundations(stack: Stack, hashes: (string | undefined)[]): void {
  Tags.of(stack).add('foundations', hashText(hashes.join(' ')));
}

/** Ignores the deletion protection, which a second deployment adds and which replaces no resource. */
function hashResources({ Resources }: { Resources: unknown }): string {
  return hashText(
    JSON.stringify(Resources, (key, value: unknown) => (key.startsWith('DeletionProtection') ? undefined : value)),
  );
}

const hashText = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
