/**
 * CloudFormation resolves a weak reference (`cdk.json`) only when the referring stack is updated, and skips a stack
 * whose template is unchanged. Each stack therefore has a tag with a hash of the stacks that it refers to: its template
 * changes with theirs.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type Stack, Tags } from 'aws-cdk-lib';

/** Creates stacks in another app with the same context, and hashes their resources by stack name. */
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

export function markFoundations(stack: Stack, hashes: (string | undefined)[]): void {
  Tags.of(stack).add('foundations', hashText(hashes.join(' ')));
}

/** Hashes resources without the deletion protection, which a second deployment adds and which replaces no resource. */
function hashResources({ Resources }: { Resources: unknown }): string {
  return hashText(
    JSON.stringify(Resources, (key, value: unknown) => (key.startsWith('DeletionProtection') ? undefined : value)),
  );
}

const hashText = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
