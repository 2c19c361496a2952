/**
 * A live view ends at the streaming service with the session or right that allowed it, because the service does not
 * check again. All tests share one camera on air.
 */
import * as ivs from '@aws-sdk/client-ivs';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partnerApiKey } from '../../../infra/local/keys.ts';
import { call, createEvent, createPerson, type Person } from '../../support/api.ts';
import { Encoder } from '../../support/encoder.ts';
import { eventually, is } from '../../support/eventually.ts';
import { logIn, pressButton, requestPaymentLink, toSessionId, waitForMail } from '../../support/people.ts';
import { replaceService } from '../../support/service.ts';

const { endViews } = await import('../../../functions/jobs/playback.ts');
const { endLiveViews, checkDueUsers, scheduleCheck, keepLiveView, findViews } = await import(
  '../../../functions/viewing/playback/live-views.ts'
);
const { transact, updateItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { setPassword } = await import('../../../functions/platform/aws/identity.ts');
const { startSession } = await import('../../../functions/platform/auth/sessions.ts');
const { toClosedFields } = await import('../../../functions/people/accounts/rules.ts');
const { changeRights } = await import('../../../functions/people/accounts/end-rights.ts');
const { getUser } = await import('../../../functions/people/accounts/store.ts');

const never = Number.POSITIVE_INFINITY;
const throttled = { $metadata: {}, message: '', exceptionMessage: '' };

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
const endings: [string, () => Promise<{ someone: Person; happen: () => Promise<unknown> }>][] = [
  [
    'logout',
    async () => {
      const someone = await createPerson('REGULAR_SUBSCRIBER');
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
      await sendRecoveryLink({ id: ulid(), email: someone.user.email }, Date.now());
      const token = String(/token=([\w-]+)/.exec((await waitForMail(someone.user.email, /token=/)).text)?.[1]);
      const body = { token, newPassword: 'otra-clave-larga' };
      return { someone, happen: () => call('POST /users/reset-password', { body }) };
    },
  ],
  [
    'an account that an operator disables',
    async () => {
      const someone = await createPerson('REGULAR_SUBSCRIBER');
      return { someone, happen: () => changeRights(someone.user, toClosedFields(Date.now()), Date.now()) };
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
      const someone = await createPerson('REGULAR_BASIC');
      const headers = { 'x-api-key': partnerApiKey };
      const userId = `ONDA-${someone.user.id}`;
      await changeRights(someone.user, { emailConfirmedAt: new Date().toISOString() }, Date.now());
      await call('POST /partner/customers', { headers, body: { email: someone.user.email, userId, to: '2999-06-30' } });
      return {
        someone,
        happen: () => call('DELETE /partner/customers/{userId}', { headers, params: { userId } }),
      };
    },
  ],
  [
    'the clock, at the end of the partner’s right @ci',
    async () => {
      const someone = await createPerson('REGULAR_BASIC');
      const to = new Date(Date.now() + 8_000).toISOString();
      const right = { from: '2020-01-01T00:00:00.000Z', to };
      const change = { emailConfirmedAt: new Date().toISOString(), partnerSubscription: right };
      await changeRights(someone.user, change, Date.now());
      return { someone, happen: async () => {} };
    },
  ],
  [
    'the refund of a match',
    async () => {
      const someone = await createPerson('REGULAR_BASIC');
      const { paymentLink } = (
        await requestPaymentLink(someone, { productType: 'PT_SPORT_EVENT', sportEventId: eventId })
      ).data;
      await pressButton(`/pay/${toSessionId(paymentLink)}/pay`);
      await eventually(async () => (await getUser(someone.user.id))?.purchases.length, is(1));
      const { charges } = await provider(someone);
      return { someone, happen: () => pressButton(`/control/refund/${charges[0]}`) };
    },
  ],
  [
    'the end of a subscription',
    async () => {
      const someone = await createPerson('REGULAR_BASIC');
      await pressButton(`/pay/${toSessionId((await requestPaymentLink(someone)).data.paymentLink)}/pay`);
      await eventually(async () => (await getUser(someone.user.id))?.subscription?.error, is(null));
      const { subscriptions } = await provider(someone);
      return { someone, happen: () => pressButton(`/control/cancel/${subscriptions[0]}`) };
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

describe('a running view ends with its access', () => {
  test.each(endings)('%s', async (_, prepare) => {
    const { someone, happen } = await prepare();
    const other = await createPerson('REGULAR_SUBSCRIBER');
    const [mine, theirs] = [await watch(someone.token), await watch(other.token)];
    expect(await status(mine)).toBe(200);
    await happen();
    await expectEnd(mine);
    expect(await status(theirs)).toBe(200);
  });

  test('[B-STAFF-22] ends a view of club staff with their account, without a stream limit', async () => {
    const match = await createEvent();
    const clubId = match.clubIds[0] ?? 'c1';
    const staff = await createPerson('CLUB_STAFF', { clubId });
    const { sources } = await import('../../../functions/broadcast/live/store.ts');
    const source = (await sources.rows()).find((row) => row.slug === slug);
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
  const twoDevices = async () => {
    const one = await createPerson('REGULAR_SUBSCRIBER');
    return { one, two: (await startSession(one.user, false, Date.now())).token };
  };

  test('ends a view with an expired lease when another device claims the stream', async () => {
    const { one, two } = await twoDevices();
    const first = await watch(one.token);
    // 45 seconds without a report.
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
    const { one, two } = await twoDevices();
    const tabs = [await watch(one.token), await watch(one.token)];
    expect(await Promise.all(tabs.map(status))).toEqual([200, 200]);
    await call('PATCH /session', { token: two, body: { isWatching: true, takeOver: true } });
    await Promise.all(tabs.map(expectEnd));
  });

  test('ends the view of a device that left but stayed connected', async () => {
    const { one, two } = await twoDevices();
    const first = await watch(one.token);
    await call('PATCH /session', { token: one.token, body: { isWatching: false } });
    await watch(two);
    await expectEnd(first);
  });
});

/** The mock counts the calls of this process only; the platform's functions run in others. */
describe('many views at once', () => {
  const { BatchStartViewerSessionRevocationCommand, StartViewerSessionRevocationCommand } = ivs;
  const service = replaceService(ivs.IvsClient);

  /** Starts views that are due in an hour, so that the platform's own schedule ignores them. */
  async function startViews(count: number) {
    const { sources } = await import('../../../functions/broadcast/live/store.ts');
    const source = (await sources.rows()).find((row) => row.slug === slug);
    const now = Date.now();
    const users = Array.from({ length: count }, (_, index) => `many-${now}-${index}`);
    const view = { channelArn: String(source?.channelArn), sourceId: String(source?.id), sessionHash: 's', version: 7 };
    for (const user of users) {
      await transact(keepLiveView(user, { ...view, viewerId: user }, { checkAt: now + 3_600_000, now }));
    }
    const checkViews = async (user: string) => {
      if (!users.includes(user)) throw new Error('of another test');
      return findViews(user, () => true);
    };
    const end = () => checkDueUsers(now + 7_200_000, checkViews).catch(() => undefined);
    const left = async () => (await Promise.all(users.map((user) => findViews(user, () => true)))).flat().length;
    return { users, view, end, left };
  }

  test('[V-PLAY-6] end in batches of twenty; failed ones are retried one by one, and again in the next run', async () => {
    const { users, end, left } = await startViews(45);
    const [gone, busy] = users;
    service.on(BatchStartViewerSessionRevocationCommand).callsFake(({ viewerSessions }) => ({
      errors: viewerSessions.filter(({ viewerId }: { viewerId: string }) => viewerId === gone || viewerId === busy),
    }));
    const { ResourceNotFoundException, ThrottlingException } = ivs;
    service.on(StartViewerSessionRevocationCommand).callsFake(({ viewerId }) => {
      if (viewerId === gone) throw new ResourceNotFoundException(throttled);
      if (viewerId === busy) throw new ThrottlingException(throttled);
      return {};
    });
    await end();
    const sizes = service
      .commandCalls(BatchStartViewerSessionRevocationCommand)
      .map(({ args: [{ input }] }) => input.viewerSessions?.length);
    expect(Math.max(...sizes.map(Number))).toBeLessThanOrEqual(20);
    expect(sizes.length + service.commandCalls(StartViewerSessionRevocationCommand).length).toBeLessThan(15);
    expect(await left()).toBe(1);
    service.reset();
    service.on(StartViewerSessionRevocationCommand).resolves({});
    await end();
    expect(await left()).toBe(0);
  });

  test('are left to the schedule if the service is throttled @ci', async () => {
    const { users, view, left } = await startViews(1);
    const [user = ''] = users;
    service.on(StartViewerSessionRevocationCommand).rejects(new ivs.ThrottlingException(throttled));
    await endLiveViews(user, () => true);
    expect(await left()).toBe(1);
    // The view stays marked as over, although its right alone would let it continue.
    expect(await findViews(user, () => false)).toMatchObject([{ isOver: true, viewerId: user }]);
    // The platform's own schedule ends the view, because it is not throttled in this test.
    await eventually(left, is(0));
    // A later view of the same session is separate.
    await transact(keepLiveView(user, { ...view, viewerId: user, version: 8 }, { checkAt: never, now: Date.now() }));
    expect(await findViews(user, () => false)).toEqual([]);
  });

  test('counts a view of an ended live as ended', async () => {
    const { sources } = await import('../../../functions/broadcast/live/store.ts');
    const { createSource, createSourceItem } = await import('../../../functions/broadcast/live/create-source.ts');
    service.on(ivs.CreateChannelCommand).resolves({
      $metadata: {},
      channel: { arn: 'arn:gone', playbackUrl: 'https://gone' },
      streamKey: { value: 'sk' },
    });
    const { id, channelArn } = await createSource(createSourceItem('camera', `fuera-${Date.now()}`, Date.now()));
    const user = `over-${Date.now()}`;
    const view = { channelArn, sourceId: id, viewerId: user, sessionHash: 's', version: 1 };
    await transact(keepLiveView(user, view, { checkAt: never, now: Date.now() }));
    await endLiveViews(user, () => true);
    expect(await findViews(user, () => true)).toEqual([]);
    expect(service.commandCalls(StartViewerSessionRevocationCommand)).toEqual([]);
    await sources.remove(id, () => []);
  });
});

test('checks the other views after one that cannot be checked, and that one the next time', async () => {
  const now = Date.now();
  // Due in the future, so that the platform's own schedule ignores them.
  const [at, later] = [now + 3_600_000, now + 7_200_000];
  const users = Array.from({ length: 20 }, (_, index) => `user-${index}-${now}`);
  for (const user of users) await scheduleCheck(user, at, now);
  const checked: string[] = [];
  const checkExcept = (broken: string | undefined) => async (user: string) => {
    // Ignores views of other tests.
    if (user === broken || !users.includes(user)) throw new Error('throttled');
    checked.push(user);
    return [];
  };
  const [broken, ...others] = users;
  await expect(checkDueUsers(later, checkExcept(broken))).rejects.toThrow('could not be checked');
  expect(checked.toSorted()).toEqual(others.toSorted());
  await checkDueUsers(later, checkExcept(undefined)).catch(() => undefined);
  expect(checked.at(-1)).toBe(broken);
});

describe('[V-GEN-3] a match hidden while on air', () => {
  const broadcast = async () => {
    const { sources } = await import('../../../functions/broadcast/live/store.ts');
    return (await sources.rows()).find((row) => row.slug === slug)?.broadcast;
  };
  const watchAsVisitor = () => eventually(() => watch(''), Boolean);
  const shut = async (body: { visible: boolean } | { isPublic: boolean }) => {
    const admin = await createPerson('ADMIN');
    const { status } = await call('PATCH /live/sportevents/{id}', {
      token: admin.token,
      params: { id: eventId },
      body,
    });
    expect(status).toBe(200);
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

  test('ends for all viewers, also visitors; the broadcast returns with the camera @ci', async () => {
    const subscriber = await createPerson('REGULAR_SUBSCRIBER');
    await shut({ isPublic: true });
    const visit = await watchAsVisitor();
    const first = await broadcast();
    await shut({ isPublic: false });
    await eventually(
      () => status(visit),
      (code) => code !== 200,
    );
    await comeBack(first?.streamId);
    const second = await broadcast();
    const view = await watch(subscriber.token);
    await shut({ visible: false });
    await eventually(
      () => status(view),
      (code) => code !== 200,
    );
    await comeBack(second?.streamId);
    expect((await broadcast())?.id).toBe(first?.id);
    await shut({ visible: true });
  });
});
