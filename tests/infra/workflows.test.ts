/** GitHub workflows: valid, with minimal permissions, and calling existing commands. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  name: string;
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, { uses?: string; 'timeout-minutes'?: number; environment?: string; steps?: Step[] }>;
}
interface Step {
  uses?: string;
  run?: string;
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const workflows = globSync('.github/workflows/*.yml').map((path) => [path, parse(readFileSync(path, 'utf8'))] as const);

test.each(workflows as [string, Workflow][])('%s has minimal permissions', (_, { on, permissions, jobs }) => {
  expect(Object.keys(on).length).toBeGreaterThan(0);
  expect(permissions.contents).toBe('read');
  for (const { uses, steps = [], environment, 'timeout-minutes': timeout } of Object.values(jobs)) {
    if (uses) {
      expect(globSync(uses)).toHaveLength(1);
      continue;
    }
    expect(timeout).toBeGreaterThan(0);
    for (const { run } of steps.filter((step) => step.run)) {
      const [, command = ''] = /^npm (?:run )?([\w:]+)/.exec(String(run)) ?? [];
      expect(scripts, run).toHaveProperty(command);
    }
    // Deploying jobs use an environment, which has reviewers, and no stored keys.
    const signsIn = steps.some((step) => step.uses?.startsWith('aws-actions/configure-aws-credentials'));
    if (signsIn) expect([environment !== undefined, permissions['id-token']]).toEqual([true, 'write']);
    expect(JSON.stringify(steps)).not.toMatch(/secrets\.|AWS_SECRET/);
  }
});
