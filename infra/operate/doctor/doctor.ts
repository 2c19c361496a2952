/** `npm run doctor`: checks a stage before and after its deployment, and prints what to do. It changes nothing. */
import { readDeployConfig } from '../../config.ts';
import type { DeployConfig } from '../../settings.ts';
import { readArguments, runCommand } from '../../toolchain/arguments.ts';
import { describeRecord, listMissingRecords } from '../dns.ts';
import { checkAlarmSubscriptions, checkAlarms, checkUnhandledEvents } from './alarm-checks.ts';
import { type Finding, formatFinding, missing, runCheck } from './finding.ts';
import { checkContactForm, checkMail } from './mail-checks.ts';
import { checkCredentials, checkPrerequisites, isDeployed } from './prerequisites.ts';
import { checkCaptcha, checkPartner, checkPayments } from './secret-checks.ts';
import { checkSettings } from './setting-checks.ts';

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

/** Finds settings that only an operator can complete, and current problems. */
async function checkStage(config: DeployConfig, account: string): Promise<Finding[]> {
  const findings = await Promise.all([
    runCheck('DNS', () => checkDns(config)),
    runCheck('Mail', () => checkMail(config)),
    runCheck('Contact form', async () => checkContactForm(config)),
    runCheck('Alarms', () => checkAlarmSubscriptions(config, account)),
    runCheck('Payments', () => checkPayments(config)),
    runCheck('Captcha', () => checkCaptcha(config)),
    runCheck('Partner', () => checkPartner(config)),
    runCheck('Trouble', () => checkAlarms(config)),
    runCheck('Events', () => checkUnhandledEvents(config)),
  ]);
  return [...checkSettings(config), ...findings.flat()];
}

async function checkDns(config: DeployConfig): Promise<Finding[]> {
  const records = await listMissingRecords(config);
  return records.map((record) => missing('DNS', `${record.host} does not resolve`, describeRecord(record)));
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
