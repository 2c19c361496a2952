/** Checks a deployed stage: settings that only an operator can complete, and current problems. */
import type { DeployConfig } from '../../settings.ts';
import { describeRecord, listMissingRecords } from '../dns.ts';
import { checkAlarmSubscriptions, checkAlarms, checkUnhandledEvents } from './alarm-checks.ts';
import { type Finding, missing, runCheck } from './finding.ts';
import { checkContactForm, checkMail } from './mail-checks.ts';
import { checkCaptcha, checkPartner, checkPayments } from './secret-checks.ts';
import { checkSettings } from './setting-checks.ts';

export async function checkStage(config: DeployConfig, account: string): Promise<Finding[]> {
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
