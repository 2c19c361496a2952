/** Checks the services whose keys an operator stores: payments, captcha, partner. */
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import Stripe from 'stripe';
import { webhookEvents } from '../../../functions/money/payments/rules.ts';
import { captchaSecretName, partnerSecretName, stripeSecretName } from '../../names.ts';
import type { DeployConfig } from '../../settings.ts';
import { bad, type Finding, good, ignoreMissing, missing } from './finding.ts';

async function readSecret(SecretId: string): Promise<string> {
  const answer = await ignoreMissing(new SecretsManagerClient({}).send(new GetSecretValueCommand({ SecretId })));
  return answer?.SecretString ?? '';
}

export async function checkPayments({ stage, production, domain, bizum, seller }: DeployConfig): Promise<Finding[]> {
  const name = stripeSecretName(stage);
  const { apiKey = '', webhookSecret = '' } = JSON.parse((await readSecret(name)) || '{}') as Record<string, string>;
  if (!apiKey || !webhookSecret) {
    const todo = `aws secretsmanager put-secret-value --secret-id ${name} (infra/README.md, step 6)`;
    return [missing('Payments', 'payments are off: Stripe’s keys are not set', todo)];
  }
  const isLive = /^[rs]k_live_/.test(apiKey);
  const findings: Finding[] = [];
  if (production && !isLive) findings.push(bad('Payments', 'production uses a test key', `a live key into ${name}`));
  if (!production && isLive) findings.push(bad('Payments', 'a trial stage uses a live key', `a test key into ${name}`));
  const stripe = new Stripe(apiKey, { maxNetworkRetries: 1, timeout: 10_000 });
  // Managed payments have no Bizum, whatever the settings say.
  if (seller === 'own') findings.push(...(await checkBizum(stripe, bizum)));
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const ours = data.find(({ url, status }) => status === 'enabled' && url.endsWith('/api/payments/stripe/webhook'));
  const missingEvents = webhookEvents.filter(
    (event) => !ours?.enabled_events.some((one) => one === event || one === '*'),
  );
  if (!ours) {
    findings.push(
      bad(
        'Payments',
        'Stripe has no webhook for this stage',
        `a webhook to https://${domain || '<web host>'}/api/payments/stripe/webhook`,
      ),
    );
  } else if (missingEvents.length > 0)
    findings.push(
      bad('Payments', `Stripe’s webhook lacks ${missingEvents.join(', ')}`, 'the webhook’s list of events'),
    );
  return findings.length > 0 ? findings : [good('Payments', `by Stripe, ${isLive ? 'real money' : 'test mode'}`)];
}

/** Compares the setting, by which the paywall names Bizum, with the provider's own. */
export async function checkBizum(
  { paymentMethodConfigurations }: Pick<Stripe, 'paymentMethodConfigurations'>,
  isNamed: boolean,
): Promise<Finding[]> {
  const { data } = await paymentMethodConfigurations.list({ limit: 100 });
  const isOn = data.some(({ is_default, bizum }) => is_default && bizum?.available);
  if (isOn === isNamed) return [];
  return isOn
    ? [missing('Bizum', 'Stripe offers Bizum, but the paywall does not name it', 'bizum: true')]
    : [
        bad(
          'Bizum',
          'the paywall names Bizum, but Stripe has it switched off',
          'Bizum in Stripe’s settings › payment methods, or bizum: false',
        ),
      ].map((finding) => ({ ...finding, allowsDeployment: true }));
}

export async function checkCaptcha({ stage, captchaSiteKey }: DeployConfig): Promise<Finding> {
  if (!captchaSiteKey) return missing('Captcha', 'forms are not protected against bots', 'infra/README.md, step 7');
  const name = captchaSecretName(stage);
  if (await readSecret(name)) return good('Captcha', 'on');
  return bad(
    'Captcha',
    `the secret ${name} does not exist: every form is rejected`,
    `aws secretsmanager create-secret --name ${name}`,
  );
}

export async function checkPartner({ stage, partnerName }: DeployConfig): Promise<Finding> {
  const name = partnerSecretName(stage);
  const { keys = [] } = JSON.parse((await readSecret(name)) || '{}') as { keys?: string[] };
  if (keys.length > 0) return good('Partner', `${partnerName} has ${keys.length} key${keys.length > 1 ? 's' : ''}`);
  return missing(
    'Partner',
    'no partner key is set',
    `keys into ${name} (infra/README.md, step 8), if there is a partner`,
  );
}
