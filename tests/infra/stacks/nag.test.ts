/** cdk-nag's AwsSolutions rules and CloudFormation's own validation over the stacks: no finding without a reason. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack, Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, expect, test } from 'vitest';
import { makeStacks } from '../../../infra/app.ts';

const outdirs: string[] = [];
afterAll(() => {
  for (const outdir of outdirs) rmSync(outdir, { recursive: true, force: true });
});

/** Validates as a deployment does: synthesis fails when there is a finding, and names it. */
function synth(fill: (app: App) => void, context: Record<string, unknown> = {}): void {
  delete process.env.CDK_VALIDATION;
  const outdir = mkdtempSync(join(tmpdir(), 'cantera-synth-'));
  outdirs.push(outdir);
  const { context: fromFile } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };
  const app = new App({ outdir, context: { ...fromFile, 'aws:cdk:bundling-stacks': [], ...context } });
  fill(app);
  app.synth();
}

const domain = {
  domain: 'cantera.example',
  certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/1',
  hostedZoneId: 'Z000000000000',
  captchaSiteKey: 'site-key',
  alarmEmail: 'guardia@cantera.example',
  contactEmails: '["equipos@cantera.example"]',
  company: '{"name":"Cantera SL","taxId":"B12345674","address":"Murcia","email":"hola@cantera.example"}',
};

test.each([
  ['a trial without a domain', {}],
  ['production with a domain', { stage: 'prod', repository: 'cantera/tv', ...domain }],
  ['production behind a firewall', { stage: 'prod', firewall: true, ...domain }],
  ['production with renewed keys', { stage: 'prod', keyGeneration: '2', ...domain }],
])('%s has no finding', (_, context) => {
  expect(() => synth(makeStacks, context)).not.toThrow();
});

test('the rules do run: a bare bucket has findings', () => {
  const bare = (app: App) => {
    new Bucket(new Stack(app, 'Bare'), 'Bucket');
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  };
  expect(findingsOf(bare)).toContain('AwsSolutions-S10');
});

/** Whether the error tells the findings, or names the report that does, depends on the terminal. */
function findingsOf(fill: (app: App) => void): string {
  try {
    synth(fill);
    return '';
  } catch (error) {
    const report = join(String(outdirs.at(-1)), 'validation-report.json');
    return String(error) + (existsSync(report) ? readFileSync(report, 'utf8') : '');
  }
}
