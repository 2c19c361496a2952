/**
 * A live that somebody watches ends at the streaming service with the session or the right by which they watch it: the
 * service itself asks nobody again. One camera is on the air for all of these.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partnerApiKey } from '../../../infra/local/keys.ts';
import { call, event, type Person, person } from '../../support/api.ts';
import { Encoder } from '../../support/encoder.ts';
import { eventually, is } from '../../support/eventually.ts';
import { askToPay, logIn, mailTo, press, sessionOf } from '../../support/people.ts';

const { endViews } = await import('../../../functions/viewing/playback/jobs.ts');
const { judgeDue, judgeLater } = await import('../../../functions/viewing/playback/live-views.ts');
const { putItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { setPassword } = await import('../../../functions/platform/aws/identity.ts');
const { startSession } = await import('../../../functions/platform/session/sessions.ts');
const { closed } = await import('../../../functions/people/accounts/rules.ts');
const { changeRights } = await import('../../../functions/people/accounts/rights.ts');
const { getUser } = await import('../../../functions/people/accounts/store.ts');

const slug = `derechos-${Date.now()}`;
let encoder: Encoder;
let eventId: string;

beforeAll(async () => {
  const admin = await person('ADMIN');
  const match = await event();
  eventId = match.id;
  const made = await call('POST /live/cameras', { token: admin.token, body: { slug } });
  const edit = { token: admin.token, params: made.data, body: { sportEventId: match.id } };
  await call('PATCH /live/cameras/{id}', edit);
  const read = await call('GET /live/cameras/{id}', { token: admin.token, params: made.data });
  encoder = await Encoder.start(`${read.data.streamServer}/${read.data.streamKey}`);
  await eventually(
    async () => (await call('GET /liveusers')).data.liveUsers.some((live) => live.slug === slug),
    Boolean,
  );
}, 60_000);
afterAll(() => encoder?.drop());

/** Opens the live as the player does, and gives the address that the service plays it from. */
async function watch(token: string): Promise<string> {
  const { playback } = (await call('GET /liveusers/{slug}', { params: { slug }, token })).data.liveUser;
  const master = await fetch(String(playback.url));
  expect(master.status).toBe(200);
  const rendition = (await master.text()).split('\n').find((line) => line && !line.startsWith('#'));
  return new URL(String(rendition), master.url).href;
}

const status = async (url: string) => (await fetch(url)).status;
const ends = (url: string) => eventually(() => status(url), is(403));
const password = 'una-clave-larga';

async function withPassword(fields = {}): Promise<Person> {
  const someone = await person('REGULAR_SUBSCRIBER', fields);
  await setPassword(someone.user.id, password);
  return someone;
}

/** Of somebody who watches: what happens, and that the live goes on for others. */
const endings: [string, () => Promise<{ someone: Person; happen: () => Promise<unknown> }>][] = [
  [
    'logout',
    async () => {
      const someone = await person('REGULAR_SUBSCRIBER');
      return { someone, happen: () => call('GET /session/logout', { token: someone.token }) };
    },
  ],
  [
    'a new password, set on another device',
    async () => {
      const someone = await withPassword();
      const other = (await logIn(someone.user.email, password)).data.token;
      const body = { oldPassword: password, newPassword: 'otra-clave-larga' };
      return { someone, happen: () => call('PATCH /users/me', { token: other, body }) };
    },
  ],
  [
    'a new password by a link',
    async () => {
      const someone = await withPassword();
      const { sendRecoveryLink } = await import('../../../functions/people/accounts/recovery.ts');
      await sendRecoveryLink(someone.user.email, Date.now());
      const token = String(/token=([\w-]+)/.exec((await mailTo(someone.user.email, /token=/)).text)?.[1]);
      const body = { token, newPassword: 'otra-clave-larga' };
      return { someone, happen: () => call('POST /users/reset-password', { body }) };
    },
  ],
  [
    'an account that an operator disables',
    async () => {
      const someone = await person('REGULAR_SUBSCRIBER');
      return { someone, happen: () => changeRights(someone.user.id, closed(Date.now()), Date.now()) };
    },
  ],
  [
    'an account that is deleted',
    async () => {
      const someone = await withPassword();
      return { someone, happen: () => call('DELETE /users/me', { token: someone.token, body: { password } }) };
    },
  ],
  [
    'the end of the partner’s right',
    async () => {
      const someone = await person('REGULAR_BASIC');
      const headers = { 'x-api-key': partnerApiKey };
      const userId = `ONDA-${someone.user.id}`;
      await changeRights(someone.user.id, { emailConfirmedAt: new Date().toISOString() }, Date.now());
      await call('POST /partner/customers', { headers, body: { email: someone.user.email, userId, to: '2999-06-30' } });
      return {
        someone,
        happen: () => call('DELETE /partner/customers/{userId}', { headers, params: { userId } }),
      };
    },
  ],
  [
    'the clock, at the end of the partner’s right',
    async () => {
      const someone = await person('REGULAR_BASIC');
      const to = new Date(Date.now() + 8_000).toISOString();
      const right = { from: '2020-01-01T00:00:00.000Z', to };
      const change = { emailConfirmedAt: new Date().toISOString(), partnerSubscription: right };
      await changeRights(someone.user.id, change, Date.now());
      return { someone, happen: async () => {} };
    },
  ],
  [
    'the refund of a match',
    async () => {
      const someone = await person('REGULAR_BASIC');
      const { paymentLink } = (await askToPay(someone, { productType: 'PT_SPORT_EVENT', sportEventId: eventId })).data;
      await press(`/pay/${sessionOf(paymentLink)}/pay`);
      await eventually(async () => (await getUser(someone.user.id))?.purchases.length, is(1));
      const { charges } = await provider(someone);
      return { someone, happen: () => press(`/control/refund/${charges[0]}`) };
    },
  ],
  [
    'the end of a subscription',
    async () => {
      const someone = await person('REGULAR_BASIC');
      await press(`/pay/${sessionOf((await askToPay(someone)).data.paymentLink)}/pay`);
      await eventually(async () => (await getUser(someone.user.id))?.subscription?.error, is(null));
      const { subscriptions } = await provider(someone);
      return { someone, happen: () => press(`/control/cancel/${subscriptions[0]}`) };
    },
  ],
];

async function provider({ user }: Person): Promise<{ charges: string[]; subscriptions: string[] }> {
  const { stripeCustomerId: customer = '' } = (await getUser(user.id)) ?? {};
  const { addresses } = await import('../../support/api.ts');
  const { stripeApiKey } = await import('../../../infra/local/stripe/stripe.ts');
  const { default: Stripe } = await import('stripe');
  const { hostname: host, port } = new URL(addresses.payments);
  const stripe = new Stripe(stripeApiKey, { host, port, protocol: 'http' });
  const [charges, subscriptions] = await Promise.all([
    stripe.charges.list({ customer }),
    stripe.subscriptions.list({ customer }),
  ]);
  return { charges: charges.data.map(({ id }) => id), subscriptions: subscriptions.data.map(({ id }) => id) };
}

describe('a running view ends with its right', () => {
  test.each(endings)('%s', async (_, prepare) => {
    const { someone, happen } = await prepare();
    const other = await person('REGULAR_SUBSCRIBER');
    const [mine, theirs] = [await watch(someone.token), await watch(other.token)];
    expect(await status(mine)).toBe(200);
    await happen();
    await ends(mine);
    expect(await status(theirs)).toBe(200);
  });

  test('[B-STAFF-22] club staff are not limited to one stream, and lose their view with their account', async () => {
    const match = await event();
    const clubId = match.clubIds[0] ?? 'c1';
    const staff = await person('CLUB_STAFF', { clubId });
    const { sources } = await import('../../../functions/broadcast/live/store.ts');
    const source = (await sources.rows()).find((row) => row.slug === slug);
    await sources.change(String(source?.id), (item) => ({ ...item, clubIds: [clubId] }));
    const view = await watch(staff.token);
    await changeRights(staff.user.id, closed(Date.now()), Date.now());
    await ends(view);
  });

  test('a change that takes nothing away ends nothing', async () => {
    const someone = await withPassword();
    const view = await watch(someone.token);
    const body = { oldPassword: password, newPassword: 'otra-clave-larga' };
    // By the very session that watches: it goes on.
    expect((await call('PATCH /users/me', { token: someone.token, body })).status).toBe(200);
    // What hears of it looks at the truth, however often it is told.
    await endViews({ detail: { userId: someone.user.id } } as Parameters<typeof endViews>[0]);
    expect(await status(view)).toBe(200);
  });
});

describe('[V-PLAY-6] one stream', () => {
  const twoDevices = async () => {
    const one = await person('REGULAR_SUBSCRIBER');
    return { one, two: (await startSession(one.user, false, Date.now())).token };
  };

  test('a view whose lease ran out unnoticed ends when another device claims the stream', async () => {
    const { one, two } = await twoDevices();
    const first = await watch(one.token);
    // 45 seconds without a report.
    await putItem('leases', { pk: `USER#${one.user.id}`, sk: 'LEASE', sessionHash: 'x', heldUntil: Date.now() - 1 });
    const second = await watch(two);
    await ends(first);
    expect(await status(second)).toBe(200);
  });

  test('[V-PLAY-7] a device that takes over ends the other’s view; two tabs of one session go on', async () => {
    const { one, two } = await twoDevices();
    const tabs = [await watch(one.token), await watch(one.token)];
    expect(await Promise.all(tabs.map(status))).toEqual([200, 200]);
    await call('PATCH /session', { token: two, body: { isWatching: true, takeOver: true } });
    await Promise.all(tabs.map(ends));
  });

  test('a device that left, and stayed on the service, is ended by the next one', async () => {
    const { one, two } = await twoDevices();
    const first = await watch(one.token);
    await call('PATCH /session', { token: one.token, body: { isWatching: false } });
    await watch(two);
    await ends(first);
  });
});

test('whoever cannot be judged keeps nobody else waiting, and is judged the next time', async () => {
  const now = Date.now();
  // Before the platform's own clock comes by.
  const [at, later] = [now + 3_600_000, now + 7_200_000];
  const users = Array.from({ length: 20 }, (_, index) => `user-${index}-${now}`);
  for (const user of users) await judgeLater(user, at, now);
  const judged: string[] = [];
  const judging = (broken: string | undefined) => async (user: string) => {
    // Of other tests there are some too, which are not to be touched.
    if (user === broken || !users.includes(user)) throw new Error('throttled');
    judged.push(user);
  };
  const [broken, ...others] = users;
  await expect(judgeDue(later, judging(broken))).rejects.toThrow('not judged');
  expect(judged.toSorted()).toEqual(others.toSorted());
  await judgeDue(later, judging(undefined)).catch(() => undefined);
  expect(judged.at(-1)).toBe(broken);
});
