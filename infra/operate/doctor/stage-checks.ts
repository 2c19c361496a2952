/** Checks of a deployed stage: what only an operator can complete, and current problems. */
import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetTopicAttributesCommand, ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetQueueAttributesCommand, GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import Stripe from 'stripe';
import { webhookEvents } from '../../../functions/money/payments/rules.ts';
import { type DeployConfig, readEmailDomain } from '../../config.ts';
import {
  alarmTopicName,
  captchaSecretName,
  edgeAlarmTopicName,
  partnerSecretName,
  stripeSecretName,
  tablePrefix,
  undeliveredName,
} from '../../names.ts';
import { describeRecord, listMissingRecords } from '../dns.ts';
import { bad, type Finding, good, ignoreMissing, missing, runCheck } from './finding.ts';
import { checkSettings } from './setting-checks.ts';

/** `account` is the AWS account id. */
export async function checkStage(config: DeployConfig, account: string): Promise<Finding[]> {
  const found = await Promise.all([
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
  return [...checkSettings(config), ...found.flat()];
}

async function checkDns(config: DeployConfig): Promise<Finding[]> {
  const records = await listMissingRecords(config);
  return records.map((record) => missing('DNS', `${record.host} does not resolve`, describeRecord(record)));
}

async function checkMail(config: DeployConfig): Promise<Finding[]> {
  const domain = readEmailDomain(config);
  if (!domain)
    return [missing('Mail', 'no mail is sent: there is no sender', 'emailFrom (or domain) in infra/config.ts')];
  const ses = new SESv2Client({});
  const [account, identity] = await Promise.all([
    ses.send(new GetAccountCommand({})),
    ignoreMissing(ses.send(new GetEmailIdentityCommand({ EmailIdentity: domain }))),
  ]);
  const found: Finding[] = [];
  if (!identity?.VerifiedForSendingStatus) {
    const dkim = identity?.DkimAttributes?.Tokens?.map((token) => `${token}._domainkey.${domain}`) ?? [];
    const todo = `CNAME records ${dkim.join(', ') || 'that SES shows'} → <token>.dkim.amazonses.com`;
    found.push(bad('Mail', `${domain} is not verified: no mail is sent`, todo));
  }
  if (!account.ProductionAccessEnabled) {
    const unverified = await findUnverified(config.contactEmails, ses);
    const who = unverified.length > 0 ? `, so not ${unverified.join(', ')}` : '';
    const trial =
      unverified.length > 0 ? `; for a trial: aws sesv2 create-email-identity --email-identity <address>` : '';
    const todo = 'SES, Account dashboard, "Request production access": state the recipients and the purpose';
    found.push(bad('Mail', `SES is in its sandbox: only verified recipients get mail${who}`, todo + trial));
  }
  if (account.SendingEnabled === false)
    found.push(bad('Mail', 'SES has disabled sending for this account', 'SES, Reputation metrics'));
  return found.length > 0
    ? found
    : [good('Mail', `sent from ${config.emailFrom}, at most ${account.SendQuota?.Max24HourSend} a day`)];
}

/** Addresses that are not verified and do not belong to a verified domain. */
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

const checkContactForm = ({ contactEmails }: DeployConfig): Finding =>
  contactEmails.length > 0
    ? good('Contact form', `sends to ${contactEmails.join(', ')}`)
    : missing(
        'Contact form',
        'its messages and warnings of missing recordings have no recipient',
        'contactEmails in infra/config.ts',
      );

async function checkAlarmSubscriptions(
  { stage, region, alarmEmail }: DeployConfig,
  account: string,
): Promise<Finding[]> {
  if (!alarmEmail) return [missing('Alarms', 'alarms have no recipient', 'alarmEmail in infra/config.ts')];
  const topics = [
    { region, name: alarmTopicName(stage) },
    { region: 'us-east-1', name: edgeAlarmTopicName(stage) },
  ];
  return Promise.all(
    topics.map(async ({ region: alarmRegion, name }) => {
      const TopicArn = `arn:aws:sns:${alarmRegion}:${account}:${name}`;
      const sns = new SNSClient({ region: alarmRegion });
      const [answer, topic] = await Promise.all([
        ignoreMissing(sns.send(new ListSubscriptionsByTopicCommand({ TopicArn }))),
        ignoreMissing(sns.send(new GetTopicAttributesCommand({ TopicArn }))),
      ]);
      if (topic && !letsAlarmsPublish(topic.Attributes?.Policy))
        return bad('Alarms', `in ${alarmRegion} may not publish to ${name}: nobody learns of them`, 'npm run deploy');
      const confirmed = answer?.Subscriptions?.some(({ SubscriptionArn }) => SubscriptionArn?.startsWith('arn:'));
      if (confirmed) return good('Alarms', `in ${alarmRegion} are sent to ${alarmEmail}`);
      if (!answer) return bad('Alarms', `in ${alarmRegion} do not exist`, 'npm run deploy');
      return bad(
        'Alarms',
        `${alarmEmail} has not confirmed the subscription in ${alarmRegion}`,
        'the link in the mail from AWS',
      );
    }),
  );
}

/** True if a topic's policy lets CloudWatch publish: as a service, or as any caller, which is SNS's default. */
function letsAlarmsPublish(policy = '{}'): boolean {
  const { Statement = [] } = JSON.parse(policy) as { Statement?: PolicyStatement | PolicyStatement[] };
  return [Statement].flat().some(({ Effect, Action, Principal }) => {
    const { Service = [], AWS = [] } = typeof Principal === 'string' ? { AWS: Principal } : (Principal ?? {});
    const isForAlarms = [Service].flat().includes('cloudwatch.amazonaws.com') || [AWS].flat().includes('*');
    return Effect === 'Allow' && isForAlarms && [Action ?? []].flat().some((one) => /^(sns:)?(publish|\*)$/i.test(one));
  });
}

interface PolicyStatement {
  Effect?: string;
  Action?: string | string[];
  Principal?: string | { Service?: string | string[]; AWS?: string | string[] };
}

async function readSecret(SecretId: string): Promise<string> {
  const answer = await ignoreMissing(new SecretsManagerClient({}).send(new GetSecretValueCommand({ SecretId })));
  return answer?.SecretString ?? '';
}

async function checkPayments({ stage, production, domain }: DeployConfig): Promise<Finding[]> {
  const name = stripeSecretName(stage);
  const { apiKey = '', webhookSecret = '' } = JSON.parse((await readSecret(name)) || '{}') as Record<string, string>;
  if (!apiKey || !webhookSecret) {
    const todo = `aws secretsmanager put-secret-value --secret-id ${name} (infra/README.md, step 6)`;
    return [missing('Payments', 'payments are off: Stripe’s keys are not set', todo)];
  }
  const isLive = /^[rs]k_live_/.test(apiKey);
  const found: Finding[] = [];
  if (production && !isLive) found.push(bad('Payments', 'production uses a test key', `a live key into ${name}`));
  if (!production && isLive) found.push(bad('Payments', 'a trial stage uses a live key', `a test key into ${name}`));
  const { data } = await new Stripe(apiKey, { maxNetworkRetries: 1, timeout: 10_000 }).webhookEndpoints.list({
    limit: 100,
  });
  const ours = data.find(({ url, status }) => status === 'enabled' && url.endsWith('/api/payments/stripe/webhook'));
  const missingEvents = webhookEvents.filter(
    (event) => !ours?.enabled_events.some((one) => one === event || one === '*'),
  );
  if (!ours) {
    found.push(
      bad(
        'Payments',
        'Stripe has no webhook for this stage',
        `a webhook to https://${domain || '<web host>'}/api/payments/stripe/webhook`,
      ),
    );
  } else if (missingEvents.length > 0)
    found.push(bad('Payments', `Stripe’s webhook lacks ${missingEvents.join(', ')}`, 'the webhook’s list of events'));
  return found.length > 0 ? found : [good('Payments', `by Stripe, ${isLive ? 'real money' : 'test mode'}`)];
}

async function checkCaptcha({ stage, captchaSiteKey }: DeployConfig): Promise<Finding> {
  if (!captchaSiteKey) return missing('Captcha', 'forms are not protected against bots', 'infra/README.md, step 7');
  const name = captchaSecretName(stage);
  if (await readSecret(name)) return good('Captcha', 'on');
  return bad(
    'Captcha',
    `the secret ${name} does not exist: every form is rejected`,
    `aws secretsmanager create-secret --name ${name}`,
  );
}

async function checkPartner({ stage, partnerName }: DeployConfig): Promise<Finding> {
  const name = partnerSecretName(stage);
  const { keys = [] } = JSON.parse((await readSecret(name)) || '{}') as { keys?: string[] };
  if (keys.length > 0) return good('Partner', `${partnerName} has ${keys.length} key${keys.length > 1 ? 's' : ''}`);
  return missing(
    'Partner',
    'no partner key is set',
    `keys into ${name} (infra/README.md, step 8), if there is a partner`,
  );
}

async function checkAlarms({ stage }: DeployConfig): Promise<Finding> {
  const AlarmNamePrefix = tablePrefix(stage);
  const { MetricAlarms = [] } = await new CloudWatchClient({}).send(
    new DescribeAlarmsCommand({ AlarmNamePrefix, StateValue: 'ALARM' }),
  );
  if (MetricAlarms.length === 0) return good('Trouble', 'no alarm is active');
  const names = MetricAlarms.map(({ AlarmName = '' }) => AlarmName.slice(AlarmNamePrefix.length));
  return bad('Trouble', names.join(', '), 'infra/README.md, Alarms');
}

async function checkUnhandledEvents({ stage }: DeployConfig): Promise<Finding> {
  const sqs = new SQSClient({});
  const queue = await ignoreMissing(sqs.send(new GetQueueUrlCommand({ QueueName: undeliveredName(stage) })));
  if (!queue) return bad('Events', 'the queue of unhandled events does not exist', 'npm run deploy');
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: queue.QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
  );
  const waiting = Number(Attributes?.ApproximateNumberOfMessages ?? 0);
  if (waiting === 0) return good('Events', 'all were handled');
  return bad('Events', `${waiting} were not handled`, `npm run redeliver -- --stage ${stage}`);
}
