/** GitHub workflows: valid, with minimal permissions, calling existing commands, and deploying main alone. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  name: string;
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}
interface Job {
  if?: string;
  needs?: string;
  uses?: string;
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
  environment?: string;
  steps?: Step[];
}
interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, string>;
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const workflows = globSync('.github/workflows/*.yml').map((path): [string, Workflow] => [
  path,
  parse(readFileSync(path, 'utf8')),
]);

test.each(workflows)('%s has minimal permissions', (_, { on, permissions, jobs }) => {
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

/** Entry points that sign in to AWS, with their jobs in the order of their needs. */
const deploying = workflows
  .filter(([, { on }]) => !('workflow_call' in on))
  .map(([path, workflow]) => [path, workflow, Object.values(workflow.jobs)] as const)
  .filter(([, { permissions }, jobs]) => [permissions, ...jobs.map((job) => job.permissions)].some(mayFetchToken));

function mayFetchToken(permissions?: Record<string, string>) {
  return permissions?.['id-token'] === 'write';
}

test('finds the workflows that sign in to AWS', () => {
  expect(deploying.map(([path]) => path).toSorted()).toEqual([
    '.github/workflows/deploy.yml',
    '.github/workflows/restore-drill.yml',
  ]);
});

test.each(deploying)('%s runs the code of main alone, whoever starts it', (_, { on }, jobs) => {
  // A workflow_run follows the check of a fork's pull request too, and pull_request_target runs with our rights.
  const { push, ...others } = on as { push?: { branches: string[] } };
  expect(Object.keys(others).filter((event) => !['schedule', 'workflow_dispatch'].includes(event))).toEqual([]);
  if (push) expect(push).toEqual({ branches: ['main'] });
  // By hand, a workflow may be started on any branch. Jobs without a need of their own are where a run begins.
  for (const job of jobs.filter(({ needs }) => !needs)) expect(job.if).toBe("github.ref == 'refs/heads/main'");
});

test('checks what it deploys, in the same run, with the check having no right to sign in', () => {
  const { jobs, permissions } = Object.fromEntries(workflows)['.github/workflows/deploy.yml']!;
  expect(jobs.check?.uses).toBe('./.github/workflows/check.yml');
  expect([permissions, jobs.check?.permissions]).toEqual([{ contents: 'read' }, undefined]);
  for (const name of Object.keys(jobs).filter((job) => job !== 'check')) {
    const needed = [];
    for (let at: string | undefined = name; at; at = jobs[at]?.needs) needed.push(at);
    expect(needed.at(-1), name).toBe('check');
  }
});

test('no workflow checks out anything but the commit that started it', () => {
  const steps = workflows.flatMap(([, { jobs }]) => Object.values(jobs).flatMap((job) => job.steps ?? []));
  const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  expect(checkouts.length).toBeGreaterThan(3);
  expect(checkouts.filter((step) => step.with)).toEqual([]);
});

test('leaves the check several times the minutes that its command has taken', () => {
  const { jobs } = Object.fromEntries(workflows)['.github/workflows/check.yml']!;
  for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThanOrEqual(3 * 16);
});
