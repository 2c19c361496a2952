/**
 * `npm run deploy`: checks the prerequisites, builds, deploys every stack, checks the stage and runs the smoke test. It
 * can be repeated after a failure.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { edgeAlarms } from './alarms.ts';
import { readDeployConfig } from './config.ts';
import { root } from './local/config.ts';
import { resourcePrefix } from './names.ts';
import { deleteFailedStacks, deleteUnusedStacks } from './operate/deleted-stacks.ts';
import { listResourceIds } from './operate/deployed-resources.ts';
import { describeRecord, listMissingRecords } from './operate/dns.ts';
import { examineAfter, examineBefore, printFindings } from './operate/doctor/doctor.ts';
import { preventsDeployment } from './operate/doctor/finding.ts';
import type { DeployConfig } from './settings.ts';
import { readArguments, runCommand } from './toolchain/arguments.ts';
import { describeExit, toExitCode } from './toolchain/exit-status.ts';

const usage = `npm run deploy [-- --stage <stage>] [--skip-smoke] [-- options of "cdk deploy"]

  --stage <stage>   "prod" retains all data, other names are trials (default "dev", or the variable CANTERA_STAGE)
  --skip-smoke      skips the smoke test after the deployment, which takes some minutes
  --help            shows this text

Settings (domain, prices, addresses…) are in infra/config.ts. AWS credentials and account are those of the AWS CLI. Run
once per account and region before: npx cdk bootstrap`;

const { values, words: options } = readArguments(
  usage,
  { stage: { type: 'string' }, 'skip-smoke': { type: 'boolean', default: false } },
  Number.POSITIVE_INFINITY,
);

const stacks = ['Data', 'Media', 'Web', 'Jobs', 'Api', 'Operations'];
const outputsFile = join(root, 'cdk.out/outputs.json');

await runCommand(async () => {
  process.exitCode = await deploy();
});

async function deploy(): Promise<number> {
  if (values.stage) process.env.CANTERA_STAGE = values.stage;
  const config = readDeployConfig(() => undefined);
  console.log(`Stage    ${config.stage}${config.production ? ' (kept: tables, buckets and users are never deleted)' : ''}
Region   ${config.region}
Domain   ${config.domain || "none: CloudFront's own names"}
Steps    build the functions and the web app, deploy ${config.firewall ? 'Firewall, ' : ''}${stacks.join(', ')}${config.alarmEmail ? ', EdgeAlarms' : ''}${config.production ? ', then protect what is new' : ''}`);
  console.log('\nBefore');
  const before = await examineBefore(config);
  printFindings(before);
  if (before.some(preventsDeployment)) return 1;
  for (const name of await deleteFailedStacks(config))
    console.log(`${name} was deleted, because its first deployment had failed.`);
  const code = await deployStacks(config);
  if (code !== 0) return code;
  const edge = config.alarmEmail
    ? await runCdkDeploy(config, ['EdgeAlarms', ...createDistributionArgs(config), ...options])
    : 0;
  if (edge !== 0) return edge;
  for (const name of await deleteUnusedStacks(config, new CloudFormationClient({ region: 'us-east-1' })))
    console.log(`${name} was deleted, because its setting is off.`);
  console.log('\nAfter');
  printFindings(await examineAfter(config));
  if (values['skip-smoke']) return 0;
  const waiting = await listMissingRecords(config);
  if (waiting.length > 0) {
    console.log(`\n${waiting.map(describeRecord).join('\n')}\nThen: npm run smoke -- --stage ${config.stage}`);
    return 0;
  }
  console.log('\nSmoke test');
  return run(process.execPath, [join(root, 'infra/operate/smoke.ts'), '--stage', config.stage], {});
}

/** In production, a second deployment protects new resources against deletion, once all of them exist (DataStack). */
async function deployStacks(config: DeployConfig): Promise<number> {
  const all = [...(config.firewall ? ['Firewall'] : []), ...stacks, '--outputs-file', outputsFile, ...options];
  if (!config.production) return runCdkDeploy(config, all);
  const client = new CloudFormationClient({ region: config.region });
  const listDeployed = () => listResourceIds(`${resourcePrefix(config.stage)}data`, client);
  const before = await listDeployed();
  const code = await runCdkDeploy(config, all, { CANTERA_EXISTING_RESOURCES: before });
  if (code !== 0 || (await listDeployed()) === before) return code;
  console.log('Protecting the new resources against deletion.');
  return runCdkDeploy(config, ['Data', '--exclusively', ...options]);
}

/** CLI arguments that pass the distributions' ids to the stack in us-east-1. */
function createDistributionArgs({ stage }: DeployConfig): string[] {
  const outputs = JSON.parse(readFileSync(outputsFile, 'utf8')) as Record<string, Record<string, string>>;
  return edgeAlarms.flatMap(({ stack, parameter }) => [
    '--parameters',
    `${parameter}=${outputs[resourcePrefix(stage) + stack]?.[parameter] ?? ''}`,
  ]);
}

/** Runs `cdk deploy`, which builds first (cdk.json). */
function runCdkDeploy(
  { region }: DeployConfig,
  args: string[],
  environment: Record<string, string> = {},
): Promise<number> {
  const always = ['--require-approval', 'never', '--concurrency', '2'];
  // Runs the Node of this process, because node_modules/.bin contains another one.
  return run(process.execPath, [join(root, 'node_modules/.bin/cdk'), 'deploy', ...args, ...always], {
    AWS_REGION: region,
    CDK_DEFAULT_REGION: region,
    ...environment,
  });
}

function run(command: string, args: string[], environment: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
    // The terminal sends Ctrl-C to the child as well, which leaves CloudFormation in a consistent state.
    process.on('SIGINT', () => {});
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (signal) console.error(`cdk ${describeExit(code, signal)}`);
      resolve(toExitCode(code, signal));
    });
  });
}
