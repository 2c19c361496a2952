/** The partner's customers, by API key. */
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { describe, expect, test } from 'vitest';
import { withRetries } from '../../../functions/platform/aws/retries.ts';
import { partnerApiKey } from '../../../infra/local/keys.ts';
import { call, createPerson } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { listMails, logIn } from '../../support/people.ts';

const { findUser } = await import('../../../functions/people/accounts/store.ts');
const { withEffectiveRights } = await import('../../../functions/platform/auth/rules.ts');
const { isPartnerKey } = await import('../../../functions/platform/http/authenticate.ts');
const { setPassword } = await import('../../../functions/platform/aws/identity.ts');

const headers = { 'x-api-key': partnerApiKey };
const createStranger = () => {
  const name = Math.random().toString(36).slice(2);
  return { email: `${name}@partner.test`, userId: `ONDA-${name}`, to: '2999-06-30' };
};
const save = (body: object) => call('POST /partner/customers', { headers, body });

describe('a customer of the partner', () => {
  test('[A-API-14][A-CONST-6][A-CONST-5] is created with placeholders and access, and renewed', async () => {
    const customer = createStranger();
    expect(await save(customer)).toMatchObject({ status: 200, message: 'Cliente creado' });
    const user = await findUser(customer.userId);
    expect(user).toMatchObject({
      email: customer.email,
      documentId: '00000000T',
      partnerSubscription: { to: '2999-06-30T22:00:00.000Z' },
    });
    expect(user && withEffectiveRights(user, Date.now())).toMatchObject({
      role: 'REGULAR_SUBSCRIBER',
      subscription: { provider: 'partner' },
    });
    expect((await save(customer)).message).toBe('Sin cambios');
    expect((await save({ ...customer, to: '2999-12-31' })).message).toBe('Cliente renovado');
    expect((await findUser(customer.email))?.id).toBe(user?.id);
  });

  test('[A-API-15][A-CONST-6] loses access when the partner ends it', async () => {
    const customer = createStranger();
    await save(customer);
    const user = await findUser(customer.userId);
    await setPassword(String(user?.id), 'una-clave-larga');
    const end = (userId: string) => call('DELETE /partner/customers/{userId}', { headers, params: { userId } });
    expect((await end(customer.userId)).status).toBe(200);
    expect((await end(customer.userId)).status).toBe(200);
    expect(Date.parse(String((await findUser(customer.userId))?.partnerSubscription?.to))).toBeLessThanOrEqual(
      Date.now(),
    );
    expect((await end('ONDA-nadie')).status).toBe(404);
  });

  test('[A-API-14] turns an existing account into a customer; a payer keeps the subscription', async () => {
    const basic = await createPerson('REGULAR_BASIC');
    const { userId, to } = createStranger();
    expect((await save({ email: basic.user.email, userId, to })).message).toBe('Cliente renovado');
    expect((await findUser(userId))?.id).toBe(basic.user.id);
    const paying = await createPerson('REGULAR_SUBSCRIBER');
    expect((await save({ ...createStranger(), email: paying.user.email })).message).toBe('Cliente renovado');
    const me = await call('GET /users/me', { token: paying.token });
    expect(me.data.user.subscription?.provider).toBe('stripe');
    const [one, two] = [createStranger(), createStranger()];
    await save(one);
    await save(two);
    expect((await save({ ...one, email: two.email })).code).toBe('PTN4090');
    const admin = await createPerson('ADMIN');
    expect((await save({ ...createStranger(), email: admin.user.email })).code).toBe('PTN4090');
  });

  test('[A-CONST-6] grants access by email only after the mailbox is confirmed', async () => {
    const stranger = await createPerson('REGULAR_BASIC', { emailConfirmedAt: null });
    const { userId, to } = createStranger();
    await save({ email: stranger.user.email, userId, to });
    const role = async (token: string) => (await call('GET /users/me', { token })).data?.user.role;
    expect(await role(stranger.token)).toBe('REGULAR_BASIC');
    // The owner of the mailbox uses the link: the stranger's sessions end, and the entitlement goes to the owner.
    const link = await eventually(async () => (await listMails(stranger.user.email))[0]);
    expect(link.subject).toContain('Activa tu acceso');
    const body = { token: String(/token=([\w-]+)/.exec(link.text)?.[1]), newPassword: 'la-de-su-dueña' };
    expect((await call('POST /users/reset-password', { body })).status).toBe(200);
    expect(await role(stranger.token)).toBeUndefined();
    const owner = await logIn(userId, body.newPassword);
    expect(owner.data.user.role).toBe('REGULAR_SUBSCRIBER');
  });

  test('[A-API-14] makes one user of parallel calls', async () => {
    const customer = createStranger();
    const answers = await Promise.all(Array.from({ length: 10 }, () => save(customer)));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  });

  test('[A-API-14][A-API-15] answers 401 without the key, with a wrong one, or with a session token', async () => {
    const { token } = await createPerson('ADMIN');
    for (const wrong of [{}, { 'x-api-key': 'otra' }, { 'x-api-key': '' }]) {
      const answer = await call('POST /partner/customers', {
        headers: wrong as Record<string, string>,
        token,
        body: createStranger(),
      });
      expect([answer.status, answer.code]).toEqual([401, 'PTN4010']);
    }
  });

  test('[A-API-14] accepts the old and the new key during rotation', async () => {
    const secrets = new SecretsManagerClient(withRetries());
    const change = (...keys: string[]) =>
      secrets.send(
        new PutSecretValueCommand({
          SecretId: String(process.env.PARTNER_SECRET_ARN),
          SecretString: JSON.stringify({ keys }),
        }),
      );
    const minutes = (count: number) => Date.now() + count * 60_000;
    const areValid = (now: number) => Promise.all([partnerApiKey, 'la-nueva', ''].map((key) => isPartnerKey(key, now)));
    expect(await areValid(minutes(0))).toEqual([true, false, false]);
    try {
      await change(partnerApiKey, 'la-nueva', '');
      expect(await areValid(minutes(6))).toEqual([true, true, false]);
      await change('la-nueva');
      expect(await areValid(minutes(12))).toEqual([false, true, false]);
    } finally {
      await change(partnerApiKey);
    }
  });
});
