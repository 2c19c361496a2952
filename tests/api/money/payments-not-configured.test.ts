/** A stage without payments: the secret exists, its keys are empty. */
import { CreateSecretCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, expect, test, vi } from 'vitest';
import { withRetries } from '../../../functions/platform/aws/retries.ts';
import '../../support/api.ts';

// The next file imports the configured provider again.
afterAll(() => vi.resetModules());

const Name = 'cantera/not-set-up/stripe';
const secrets = new SecretsManagerClient(withRetries());
const write = (keys: object) =>
  secrets.send(new PutSecretValueCommand({ SecretId: Name, SecretString: JSON.stringify(keys) }));

test('[A-PAY-21] skips the reconciliation without Stripe, and alarms if only half configured', async () => {
  await secrets.send(new CreateSecretCommand({ Name, SecretString: '{"apiKey":"","webhookSecret":"","unused":"x"}' }));
  vi.stubEnv('STRIPE_SECRET_ARN', Name);
  vi.resetModules();
  const { reconcilePayments } = await import('../../../functions/jobs/payments.ts');
  const { createCustomer } = await import('../../../functions/money/payments/stripe/customers.ts');
  await expect(reconcilePayments()).resolves.toBeUndefined();
  const somebody = { id: '1', email: 'a@cantera.test', name: 'Ana', surname: 'Ruiz' };
  await expect(createCustomer(somebody)).rejects.toMatchObject({ code: 'PYM5030', status: 503 });

  await write({ apiKey: 'sk_test', webhookSecret: '' });
  vi.resetModules();
  const half = await import('../../../functions/jobs/payments.ts');
  await expect(half.reconcilePayments()).rejects.toThrow('lacks');
});
