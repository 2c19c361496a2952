/** Checks of a stage's email: sender, sandbox and contact form. */
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { readEmailDomain } from '../../config.ts';
import type { DeployConfig } from '../../settings.ts';
import { bad, type Finding, good, ignoreMissing, missing } from './finding.ts';

export async function checkMail(config: DeployConfig): Promise<Finding[]> {
  const domain = readEmailDomain(config);
  if (!domain)
    return [missing('Mail', 'no mail is sent: there is no sender', 'emailFrom (or domain) in infra/config.ts')];
  const ses = new SESv2Client({});
  const [account, identity] = await Promise.all([
    ses.send(new GetAccountCommand({})),
    ignoreMissing(ses.send(new GetEmailIdentityCommand({ EmailIdentity: domain }))),
  ]);
  const findings: Finding[] = [];
  if (!identity?.VerifiedForSendingStatus) {
    const dkim = identity?.DkimAttributes?.Tokens?.map((token) => `${token}._domainkey.${domain}`) ?? [];
    const todo = `CNAME records ${dkim.join(', ') || 'that SES shows'} → <token>.dkim.amazonses.com`;
    findings.push(bad('Mail', `${domain} is not verified: no mail is sent`, todo));
  }
  if (!account.ProductionAccessEnabled) {
    const unverified = await findUnverified(config.contactEmails, ses);
    const who = unverified.length > 0 ? `, so not ${unverified.join(', ')}` : '';
    const trial =
      unverified.length > 0 ? `; for a trial: aws sesv2 create-email-identity --email-identity <address>` : '';
    const todo = 'SES, Account dashboard, "Request production access": state the recipients and the purpose';
    findings.push(bad('Mail', `SES is in its sandbox: only verified recipients get mail${who}`, todo + trial));
  }
  if (account.SendingEnabled === false)
    findings.push(bad('Mail', 'SES has disabled sending for this account', 'SES, Reputation metrics'));
  return findings.length > 0
    ? findings
    : [good('Mail', `sent from ${config.emailFrom}, at most ${account.SendQuota?.Max24HourSend} a day`)];
}

/** Finds addresses that are neither verified nor of a verified domain. */
async function findUnverified(addresses: string[], ses: SESv2Client): Promise<string[]> {
  const isVerified = async (EmailIdentity: string) =>
    (await ignoreMissing(ses.send(new GetEmailIdentityCommand({ EmailIdentity }))))?.VerifiedForSendingStatus === true;
  const checked = await Promise.all(
    addresses.map(async (address) => {
      const domain = address.slice(address.indexOf('@') + 1);
      return (await isVerified(address)) || (await isVerified(domain)) ? [] : [address];
    }),
  );
  return checked.flat();
}

export const checkContactForm = ({ contactEmails }: DeployConfig): Finding =>
  contactEmails.length > 0
    ? good('Contact form', `sends to ${contactEmails.join(', ')}`)
    : missing(
        'Contact form',
        'its messages and warnings of missing recordings have no recipient',
        'contactEmails in infra/config.ts',
      );
