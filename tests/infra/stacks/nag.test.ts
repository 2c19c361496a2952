/** cdk-nag's AwsSolutions rules and template validation: no finding without a reason. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack, Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, expect, test } from 'vitest';
import { createStacks } from '../../../infra/app.ts';
import { testLimit } from '../../support/limits.ts';
import { pickSome } from '../../support/test-profile.ts';
import { productionContext } from './support.ts';

const outdirs: string[] = [];
afterAll(() => {
  for (const outdir of outdirs) rmSync(outdir, { recursive: true, force: true });
});

/** Synthesises with validation, as a deployment does; throws on findings. */
function synth(fill: (app: App) => void, context: Record<string, unknown> = {}): void {
  delete process.env.CDK_VALIDATION;
  const outdir = mkdtempSync(join(tmpdir(), 'cantera-synth-'));
  outdirs.push(outdir);
  const { context: fromFile } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };
  const app = new App({ outdir, context: { ...fromFile, 'aws:cdk:bundling-stacks': [], ...context } });
  fill(app);
  app.synth();
}

/** A synthesis is the longest computation of all tests: six seconds of CPU, a minute beside two other runs. */
const longestTest = 2 * testLimit;
const domain = { ...productionContext, contactEmails: '["equipos@cantera.example"]' };

test.each(
  pickSome(
    [
      ['production behind a firewall', { firewall: true, ...domain }],
      ['a trial without a domain', {}],
      [
        'production with a domain',
        { repository: 'cantera/tv', stagingStage: 'staging', productionStage: 'prod', ...domain },
      ],
      ['production with renewed keys', { keyGeneration: '2', ...domain }],
    ],
    4,
  ),
)(
  '%s has no finding',
  (_, context: Record<string, unknown>) => {
    expect(() => synth(createStacks, context)).not.toThrow();
  },
  longestTest,
);

test('the rules run: a bare bucket has findings', () => {
  const addBareBucket = (app: App) => {
    new Bucket(new Stack(app, 'Bare'), 'Bucket');
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  };
  expect(readFindings(addBareBucket)).toContain('AwsSolutions-S10');
});

/** Reads the findings from the error or from the report, depending on the terminal. */
function readFindings(fill: (app: App) => void): string {
  try {
    synth(fill);
    return '';
  } catch (error) {
    const report = join(String(outdirs.at(-1)), 'validation-report.json');
    return String(error) + (existsSync(report) ? readFileSync(report, 'utf8') : '');
  }
}
