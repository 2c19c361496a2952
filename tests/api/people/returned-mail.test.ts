/** Returned emails: addresses of SES's mailbox simulator bounce or complain. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, createClub, createPerson } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { listMails } from '../../support/people.ts';

const { queueEmail } = await import('../../../functions/platform/mail/outbox.ts');
const { renderEmail } = await import('../../../functions/platform/mail/email-template.ts');
const { readReturns } = await import('../../../functions/platform/mail/returned-mail.ts');
const { noteReturnedMail } = await import('../../../functions/jobs/mail.ts');
const { setPassword } = await import('../../../functions/platform/aws/identity.ts');

const createAddress = (kind: 'bounce' | 'complaint') => `${kind}+${ulid().toLowerCase()}@simulator.amazonses.com`;
const alert = { unsubscribe: 'https://cantera.test/api/public/alerts/unsubscribe/x' };
const send = (to: string, subject: string, more: object = {}) =>
  queueEmail(renderEmail({ to, subject, lines: [], ...more }), Date.now());
const listSubjects = async (to: string) => (await listMails(to)).map(({ subject }) => subject).sort();

describe('an address that bounces', () => {
  test('gets only requested emails, which try the address again', async () => {
    const to = createAddress('bounce');
    await send(to, 'Recibo');
    await eventually(async () => Object.keys(await readReturns(to)).join(), is('bouncedAt'));
    await send(to, 'Aviso', alert);
    await send(to, 'Otro recibo');
    expect(await listSubjects(to)).toEqual(['Recibo']);
    await send(to, 'Contraseña', { isRequested: true });
    expect(await listSubjects(to)).toEqual(['Contraseña', 'Recibo']);
    // The requested email bounces as well.
    await eventually(async () => Object.keys(await readReturns(to)).join(), is('bouncedAt'));
  });

  test('[B-STAFF-19] is marked in the list and on the page of invitations', async () => {
    const { token } = await createPerson('ADMIN');
    const body = { email: createAddress('bounce'), clubId: await createClub('CD Errata') };
    const { id } = (await call('POST /live/club-staff-users', { token, body })).data;
    const read = async () => {
      const one = (await call('GET /live/club-staff-users/{id}', { token, params: { id } })).data.clubStaffUser;
      const { clubStaffUsers } = (await call('GET /live/club-staff-users', { token, query: { search: body.email } }))
        .data;
      return [one.returnsMail, ...clubStaffUsers.map(({ returnsMail }) => returnsMail)].join();
    };
    await eventually(read, is('true,true'));
  });

  test('is part of GET /users/me and of the data export, and is erased with the account', async () => {
    const email = createAddress('bounce');
    const { token, user } = await createPerson('REGULAR_BASIC', { email });
    const read = async () => (await call('GET /users/me', { token })).data.user.returnsMail;
    expect(await read()).toBeUndefined();
    await send(email, 'Recibo');
    await eventually(read, is(true));
    const { returnedMail } = (await call('GET /users/me/data', { token })).data;
    expect(Object.keys(returnedMail)).toEqual(['bouncedAt']);
    await setPassword(user.id, 'una-clave-larga');
    await call('DELETE /users/me', { token, body: { password: 'una-clave-larga' } });
    expect(await readReturns(email)).toEqual({});
  });
});

test('an address whose owner complains gets no more alerts, but receipts', async () => {
  const to = createAddress('complaint');
  await send(to, 'Aviso', alert);
  await eventually(async () => Object.keys(await readReturns(to)).join(), is('complainedAt'));
  await send(to, 'Otro aviso', alert);
  await send(to, 'Recibo');
  expect(await listSubjects(to)).toEqual(['Aviso', 'Recibo']);
});

test('a full mailbox, or an event without recipients, marks nothing', async () => {
  const emailAddress = `llena-${ulid().toLowerCase()}@club.test`;
  const bounce = { bounceType: 'Transient', bouncedRecipients: [{ emailAddress }] };
  await noteReturnedMail({ detail: { eventType: 'Bounce', bounce } });
  await noteReturnedMail({ detail: { eventType: 'Complaint', complaint: { complainedRecipients: [] } } });
  expect(await readReturns(emailAddress)).toEqual({});
  const named = [{ emailAddress: `Ana <${emailAddress.toUpperCase()}>` }];
  await noteReturnedMail({ detail: { bounce: { bounceType: 'Permanent', bouncedRecipients: named } } });
  expect(Object.keys(await readReturns(emailAddress))).toEqual(['bouncedAt']);
});
