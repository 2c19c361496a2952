/**
 * A live view ends at the streaming service with the session or right that allowed it, because the service does not
 * check again. All tests share one camera on air.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partnerApiKey } from '../../../infra/local/keys.ts';
import { call, createEvent, createPerson, type Person } from '../../support/api.ts';
import { Encoder } from '../../support/encoder.ts';
import { eventually, is } from '../../support/eventually.ts';
import { logIn, pressButton, waitForMail } from '../../support/people.ts';
import { buyMatch, createSubscriber, findCustomer, stripe } from '../money/customers.ts';

const { endViews, endViewsByClock } = await import('../../../functions/jobs/playback.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { transact, updateItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { setPassword } = await import('../../../functions/platform/aws/identity.ts');
const { startSession } = await import('../../../functions/platform/auth/sessions.ts');
const { toClosedFields } = await import('../../../functions/people/accounts/rules.ts');
const { changeRights } = await import('../../../functions/people/accounts/end-rights.ts');
const { sendRecoveryLink } = await import('../../../functions/people/accounts/recovery.ts');
const { getUser, updateUserWrite } = await import('../../../functions/people/accounts/store.ts');

const slug = `derechos-${Date.now()}`;
let encoder: Encoder;
let eventId: string;
let address: string;

beforeAll(async () => {
  const admin = await createPerson('ADMIN');
  const match = await createEvent();
  eventId = match.id;
  const made = await call('POST /live/cameras', { token: admin.token, body: { slug } });
  const edit = { token: admin.token, params: made.data, body: { sportEventId: match.id } };
  await call('PATCH /live/cameras/{id}', edit);
  const read = await call('GET /live/cameras/{id}', { token: admin.token, params: made.data });
  address = `${read.data.streamServer}/${read.data.streamKey}`;
  encoder = await Encoder.start(address);
  await eventually(
    async () => (await call('GET /liveusers')).data.liveUsers.some((live) => live.slug === slug),
    Boolean,
  );
});
afterAll(() => encoder?.drop());

const findSource = async () => (await sources.rows()).find((row) => row.slug === slug);

/** Opens the live as the player does; returns the service's address of the stream. */
async function watch(token: string): Promise<string> {
  const { playback } = (await call('GET /liveusers/{slug}', { params: { slug }, token })).data.liveUser;
  const master = await fetch(String(playback.url));
  expect(master.status).toBe(200);
  const rendition = (await master.text()).split('\n').find((line) => line && !line.startsWith('#'));
  return new URL(String(rendition), master.url).href;
}

const status = async (url: string) => (await fetch(url)).status;
const expectEnd = (url: string) => eventually(() => status(url), is(403));
const password = 'una-clave-larga';

async function withPassword(fields = {}): Promise<Person> {
  const someone = await createPerson('REGULAR_SUBSCRIBER', fields);
  await setPassword(someone.user.id, password);
  return someone;
}

/** Ends one viewer's right; others must keep watching. */
const endings: Record<string, () => Promise<{ someone: Person; happen: () => Promise<unknown> }>> = {
  logout: async () => {
    const someone = await createPerson('REGULAR_SUBSCRIBER');
    return { someone, happen: () => call('GET /session/logout', { token: someone.token }) };
  },
  'a new password, set on another device': async () => {
    const someone = await withPassword();
    const other = (await logIn(someone.user.email, password)).data.token;
    const body = { oldPassword: password, newPassword: 'otra-clave-larga' };
    return { someone, happen: () => call('PATCH /users/me', { token: other, body }) };
  },
  'a new password by a link': async () => {
    const someone = await withPassword();
    await sendRecoveryLink({ id: ulid(), email: someone.user.email }, Date.now());
    const token = String(/token=([\w-]+)/.exec((await waitForMail(someone.user.email, /token=/)).text)?.[1]);
    const body = { token, newPassword: 'otra-clave-larga' };
    return { someone, happen: () => call('POST /users/reset-password', { body }) };
  },
  'an account that an operator disables': async () => {
    const someone = await createPerson('REGULAR_SUBSCRIBER');
    return { someone, happen: () => changeRights(someone.user, toClosedFields(Date.now()), Date.now()) };
  },
  'an account that is deleted': async () => {
    const someone = await withPassword();
    return { someone, happen: () => call('DELETE /users/me', { token: someone.token, body: { password } }) };
  },
  'the end of the partner’s right': async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const headers = { 'x-api-key': partnerApiKey };
    const userId = `ONDA-${someone.user.id}`;
    await changeRights(someone.user, { emailConfirmedAt: new Date().toISOString() }, Date.now());
    await call('POST /partner/customers', { headers, body: { email: someone.user.email, userId, to: '2999-06-30' } });
    return { someone, happen: () => call('DELETE /partner/customers/{userId}', { headers, params: { userId } }) };
  },
  'the clock, at the end of the partner’s right': async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const to = new Date(Date.now() + 8_000).toISOString();
    const right = { from: '2020-01-01T00:00:00.000Z', to };
    const change = { emailConfirmedAt: new Date().toISOString(), partnerSubscription: right };
    await changeRights(someone.user, change, Date.now());
    const happen = async () => {
      // A timer may fire a millisecond before its time by the clock.
      await sleep(Date.parse(to) - Date.now() + 100);
      await endViewsByClock();
    };
    return { someone, happen };
  },
  'the refund of a match': async () => {
    const someone = await createPerson('REGULAR_BASIC');
    await buyMatch(someone, eventId);
    await eventually(async () => (await getUser(someone.user.id))?.purchases.length, is(1));
    const { data } = await stripe.charges.list({ customer: await findCustomer(someone) });
    return { someone, happen: () => pressButton(`/control/refund/${data[0]?.id}`) };
  },
  'the end of a subscription': async () => {
    const { someone, customer } = await createSubscriber();
    const { data } = await stripe.subscriptions.list({ customer });
    return { someone, happen: () => pressButton(`/control/cancel/${data[0]?.id}`) };
  },
};

describe('a running view', () => {
  test.each(Object.entries(endings))('ends by %s', async (_, prepare) => {
    const { someone, happen } = await prepare();
    const other = await createPerson('REGULAR_SUBSCRIBER');
    const [mine, theirs] = [await watch(someone.token), await watch(other.token)];
    expect(await status(mine)).toBe(200);
    await happen();
    await expectEnd(mine);
    expect(await status(theirs)).toBe(200);
  });

  test('[B-STAFF-22] ends with the account of club staff, who have no stream limit', async () => {
    const match = await createEvent();
    const clubId = match.clubIds[0] ?? 'c1';
    const staff = await createPerson('CLUB_STAFF', { clubId });
    const source = await findSource();
    await sources.change(String(source?.id), (item) => ({ ...item, clubIds: [clubId] }));
    const view = await watch(staff.token);
    await changeRights(staff.user, toClosedFields(Date.now()), Date.now());
    await expectEnd(view);
  });

  test('continues after a change that removes no access', async () => {
    const someone = await withPassword();
    const view = await watch(someone.token);
    const body = { oldPassword: password, newPassword: 'otra-clave-larga' };
    // The watching session made the change, so its view continues.
    expect((await call('PATCH /users/me', { token: someone.token, body })).status).toBe(200);
    // The handler reads the current state, so repeated events do no harm.
    await endViews({ detail: { userId: someone.user.id } } as Parameters<typeof endViews>[0]);
    expect(await status(view)).toBe(200);
  });
});

describe('[V-PLAY-6] one stream', () => {
  const createTwoDevices = async () => {
    const one = await createPerson('REGULAR_SUBSCRIBER');
    return { one, two: (await startSession(one.user, false, Date.now())).token };
  };

  test('ends a view with an expired lease when another device claims the stream', async () => {
    const { one, two } = await createTwoDevices();
    const first = await watch(one.token);
    // The lease has expired, as after 45 seconds without a report.
    await updateItem(
      'leases',
      { pk: `USER#${one.user.id}`, sk: 'LEASE' },
      { expression: 'SET sessionHash = :other, heldUntil = :past', values: { ':other': 'x', ':past': Date.now() - 1 } },
    );
    const second = await watch(two);
    await expectEnd(first);
    expect(await status(second)).toBe(200);
  });

  test('[V-PLAY-7] ends the other device’s view on takeover; tabs of one session go on', async () => {
    const { one, two } = await createTwoDevices();
    const tabs = [await watch(one.token), await watch(one.token)];
    expect(await Promise.all(tabs.map(status))).toEqual([200, 200]);
    await call('PATCH /session', { token: two, body: { isWatching: true, takeOver: true } });
    await Promise.all(tabs.map(expectEnd));
  });

  test('ends the view of a device that left but stayed connected', async () => {
    const { one, two } = await createTwoDevices();
    const first = await watch(one.token);
    await call('PATCH /session', { token: one.token, body: { isWatching: false } });
    await watch(two);
    await expectEnd(first);
  });
});

test('[F-MONEY-3] a family plan shows three lives, not a fourth; a smaller plan ends two of them', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const plan = { provider: 'stripe', from: inDays(-1), to: inDays(99), plan: 'PT_FAMILY' as const, screens: 3 };
  const someone = await createPerson('REGULAR_BASIC', { subscription: plan });
  const logInAgain = async () => (await startSession(someone.user, false, Date.now())).token;
  const views = [await watch(someone.token), await watch(await logInAgain()), await watch(await logInAgain())];
  expect(await Promise.all(views.map(status))).toEqual([200, 200, 200]);
  await expect(watch(await logInAgain())).rejects.toThrow(/409/);
  const { user } = someone;
  await transact([updateUserWrite(user.id, { subscription: { ...plan, plan: undefined, screens: 1 } })]);
  await endViews({ detail: { userId: user.id } } as Parameters<typeof endViews>[0]);
  await Promise.all(views.slice(1).map(expectEnd));
  expect(await status(String(views[0]))).toBe(200);
});

describe('[V-GEN-3] a match hidden while on air', () => {
  const broadcast = async () => (await findSource())?.broadcast;
  const expectClosed = (url: string) =>
    eventually(
      () => status(url),
      (code) => code !== 200,
    );
  const watchAsVisitor = () => eventually(() => watch(''), Boolean);
  const shut = async (body: { visible: boolean } | { isPublic: boolean }) => {
    const admin = await createPerson('ADMIN');
    const edit = { token: admin.token, params: { id: eventId }, body };
    expect((await call('PATCH /live/sportevents/{id}', edit)).status).toBe(200);
  };
  const comeBack = async (stopped: string | undefined) => {
    await encoder.waitForEnd();
    await eventually(
      async () => {
        // Retries as a camera does until it is let in again.
        if (!encoder.isRunning) encoder = await Encoder.start(address);
        return broadcast();
      },
      (seen) => seen?.stoppedAt === null && seen.streamId !== stopped,
    );
  };

  test('ends for all viewers, also visitors; the broadcast returns with the camera', async () => {
    const subscriber = await createPerson('REGULAR_SUBSCRIBER');
    await shut({ isPublic: true });
    const visit = await watchAsVisitor();
    const first = await broadcast();
    await shut({ isPublic: false });
    await expectClosed(visit);
    await comeBack(first?.streamId);
    const second = await broadcast();
    const view = await watch(subscriber.token);
    await shut({ visible: false });
    await expectClosed(view);
    await comeBack(second?.streamId);
    expect((await broadcast())?.id).toBe(first?.id);
    await shut({ visible: true });
  });
});
