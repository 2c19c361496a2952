/**
 * `npm run doctor`: says what a stage lacks before it can be deployed and after it has been, and what to do about each.
 * Looks, and changes nothing.
 */
import { type DeployConfig, deployConfig } from '../../config.ts';
import { readArguments } from '../../toolchain/arguments.ts';
import { afterDeployment } from './after.ts';
import { beforeDeployment, credentials, isDeployed } from './before.ts';
import { type Finding, written } from './finding.ts';

const usage = `npm run doctor [-- --stage <stage>]

Says what a stage lacks, before a deployment and after it. Ends with 1 when something is wrong (✗); what only waits for
you (•) is no fault.

  --stage <stage>  "dev" unless said, also by the variable CANTERA_STAGE
  --help           this text`;

/** What a deployment needs. */
export async function examineBefore(config: DeployConfig): Promise<Finding[]> {
  const who = await whoAmI(config);
  return who.state === 'good' ? [who, ...(await beforeDeployment(config))] : [who];
}

/** What a deployed stage waits for, and the trouble that it is in. */
export async function examineAfter(config: DeployConfig): Promise<Finding[]> {
  const who = await whoAmI(config);
  return who.state === 'good' ? afterDeployment(config, /\d{12}/.exec(who.says)?.[0] ?? '') : [who];
}

async function whoAmI({ region }: DeployConfig): Promise<Finding> {
  process.env.AWS_REGION = region;
  return credentials();
}

/** Prints the findings; answers whether all is well enough to go on. */
export function report(findings: readonly Finding[]): boolean {
  for (const finding of findings) console.log(written(finding));
  const wrong = findings.filter(({ state }) => state === 'bad').length;
  const waiting = findings.filter(({ state }) => state === 'missing').length;
  console.log(
    `\n${wrong === 0 ? 'Nothing is wrong' : `${wrong} wrong`}${waiting > 0 ? `, ${waiting} waiting for you` : ''}`,
  );
  return wrong === 0;
}

if (import.meta.main) {
  const { values } = readArguments(usage, { stage: { type: 'string' } });
  try {
    const config = deployConfig((name) => (name === 'stage' ? values.stage : undefined), {
      ...process.env,
      ...(values.stage && { CANTERA_STAGE: values.stage }),
    });
    console.log(`Stage ${config.stage} in ${config.region}\n`);
    const before = await examineBefore(config);
    const isThere = before[0]?.state === 'good' && (await isDeployed(config));
    if (!report([...before, ...(isThere ? await examineAfter(config) : [])])) process.exitCode = 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
