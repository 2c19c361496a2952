/** `npm run doctor`: checks a stage before and after its deployment, and prints what to do. It changes nothing. */
import { readDeployConfig } from '../../config.ts';
import type { DeployConfig } from '../../settings.ts';
import { readArguments, runCommand } from '../../toolchain/arguments.ts';
import { type Finding, formatFinding } from './finding.ts';
import { checkCredentials, checkPrerequisites, isDeployed } from './prerequisites.ts';
import { checkStage } from './stage-checks.ts';

const usage = `npm run doctor [-- --stage <stage>]

Checks a stage before and after its deployment. Exits with 1 when something is wrong (✗); missing settings (•) are no
error.

  --stage <stage>  default "dev", or the variable CANTERA_STAGE
  --help           shows this text`;

export async function examineBefore(config: DeployConfig): Promise<Finding[]> {
  const identity = await checkIdentity(config);
  return identity.state === 'good' ? [identity, ...(await checkPrerequisites(config))] : [identity];
}

export async function examineAfter(config: DeployConfig): Promise<Finding[]> {
  const identity = await checkIdentity(config);
  return identity.state === 'good' ? checkStage(config, /\d{12}/.exec(identity.message)?.[0] ?? '') : [identity];
}

async function checkIdentity({ region }: DeployConfig): Promise<Finding> {
  process.env.AWS_REGION = region;
  return checkCredentials();
}

export function printFindings(findings: readonly Finding[]): boolean {
  for (const finding of findings) console.log(formatFinding(finding));
  const wrong = findings.filter(({ state }) => state === 'bad').length;
  const waiting = findings.filter(({ state }) => state === 'missing').length;
  console.log(
    `\n${wrong === 0 ? 'Nothing is wrong' : `${wrong} wrong`}${waiting > 0 ? `, ${waiting} waiting for you` : ''}`,
  );
  return wrong === 0;
}

if (import.meta.main) {
  const { values } = readArguments(usage, { stage: { type: 'string' } });
  await runCommand(async () => {
    const config = readDeployConfig((name) => (name === 'stage' ? values.stage : undefined), {
      ...process.env,
      ...(values.stage && { CANTERA_STAGE: values.stage }),
    });
    console.log(`Stage ${config.stage} in ${config.region}\n`);
    const before = await examineBefore(config);
    const isStageDeployed = before[0]?.state === 'good' && (await isDeployed(config));
    if (!printFindings([...before, ...(isStageDeployed ? await examineAfter(config) : [])])) process.exitCode = 1;
  });
}
