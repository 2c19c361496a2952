/** Web push: delivery to the browsers of a match's followers, and the end of subscriptions. */
import { describe, expect, test } from 'vitest';
import { call, createPerson, type Person, playedBetween } from '../../support/api.ts';
import { eventually, has, hasAtLeast, isFilled } from '../../support/eventually.ts';
import { controlSubscription, listDelivered, type Subscribed, subscribePush } from '../../support/push.ts';
import { createAction, sendActions } from '../../support/score-actions.ts';
import { admin, change, followMatch, hour, match, subjects } from './alert-calls.ts';

const { planAlerts, sendAlerts, endAlertDevices } = await import('../../../functions/jobs/alerts.ts');
const { readSettings } = await import('../../../functions/reach/alerts/store.ts');
const { goalFreshMs } = await import('../../../functions/reach/alerts/rules.ts');

/** A match of two clubs that is being played. */
const createMatch = () => match(playedBetween(-1, 1));

const readPushKey = async ({ token }: Person) => (await call('GET /users/me/alerts', { token })).data.pushKey;
const register = ({ token }: Person, body: unknown) => call('PUT /users/me/alerts/devices', { token, body });

async function createFollower(id: string, fields: Parameters<typeof createPerson>[1] = {}) {
  const who = await createPerson('REGULAR_BASIC', fields);
  await followMatch(who, id);
  return { who, browser: await subscribeBrowser(who) };
}

async function subscribeBrowser(who: Person): Promise<Subscribed> {
  const browser = await subscribePush(await readPushKey(who));
  const { endpoint, keys } = browser;
  expect((await register(who, { endpoint, keys })).status).toBe(200);
  return browser;
}

const log = (id: string, ...actions: object[]) => sendActions(admin.token, id, ...actions);
const titles = async (browser: Subscribed) => (await listDelivered(browser)).map(({ payload }) => payload.title);
const waitForMessages = (browser: Subscribed, count: number) =>
  eventually(() => listDelivered(browser), hasAtLeast(count));
const listDevices = async ({ user }: Person) => (await readSettings(user.id)).devices;

/** A queue message that may be delivered again. */
const toQueueBatch = (message: object, ...userIds: string[]) => ({
  Records: [{ messageId: '1', body: JSON.stringify({ message, userIds }) }],
});
const message = (eventId: string, more: object = {}) => ({
  eventId,
  kind: 'STARTS',
  what: 'STARTS',
  title: 'Empieza',
  body: 'Ya',
  until: Date.now() + hour,
  ...more,
});

describe('a browser', () => {
  test('[D-ALERT-2] gets its user’s alerts without personal data; other users get mails', async () => {
    const { id, title } = await createMatch();
    const { who, browser } = await createFollower(id);
    const other = await createFollower((await createMatch()).id);
    await change(id, { state: 'LIVE' });
    const [first] = await waitForMessages(browser, 1);
    expect(first).toMatchObject({
      urgency: 'high',
      payload: {
        title: `Empieza ${title}`,
        body: 'El partido ya ha empezado.',
        path: `/evento/${id}`,
        tag: expect.stringContaining(`${id}#STARTS#`),
      },
    });
    expect(Object.keys(first?.payload ?? {}).toSorted()).toEqual(['body', 'path', 'tag', 'title']);
    expect(JSON.stringify(first)).not.toMatch(new RegExp(`${who.user.id}|${who.user.email}|Ana`));
    expect([await subjects(who), await listDelivered(other.browser)]).toEqual([[], []]);
  });

  test('[D-ALERT-2] is removed once gone, and its user gets mails again', async () => {
    const { id } = await createMatch();
    const { who, browser } = await createFollower(id);
    await controlSubscription(browser, { gone: true });
    await change(id, { state: 'LIVE' });
    await eventually(() => subjects(who), has({ length: 1 }));
    expect(await listDevices(who)).toEqual([]);
  });

  test('[D-ALERT-2] belongs to one user at a time, while they are logged in there', async () => {
    const { id } = await createMatch();
    const { who, browser } = await createFollower(id);
    const next = await createPerson('REGULAR_BASIC');
    const { endpoint, keys } = browser;
    expect((await register(next, { endpoint, keys })).status).toBe(200);
    expect([await listDevices(who), (await listDevices(next)).map((one) => one.endpoint)]).toEqual([[], [endpoint]]);
    await call('GET /session/logout', { token: next.token });
    await eventually(() => listDevices(next), has({ length: 0 }));

    const stays = await createFollower(id);
    await endAlertDevices({ detail: { userId: stays.who.user.id } } as Parameters<typeof endAlertDevices>[0]);
    expect(await listDevices(stays.who)).toHaveLength(1);
    const [device] = await listDevices(stays.who);
    await call('DELETE /users/me/alerts/devices/{deviceId}', {
      token: stays.who.token,
      params: { deviceId: device!.id },
    });
    expect(await listDevices(stays.who)).toEqual([]);
  });

  test('[D-ALERT-2] must use a browser’s push service: other addresses are never called', async () => {
    const who = await createPerson('REGULAR_BASIC');
    const { endpoint, keys } = await subscribePush(await readPushKey(who));
    const refused = [
      'http://fcm.googleapis.com/fcm/send/x',
      'https://fcm.googleapis.com.evil.example/x',
      'https://evil.example/fcm.googleapis.com',
      'https://fcm.googleapis.com:8443/x',
      'https://user:pass@fcm.googleapis.com/x',
      'https://169.254.169.254/latest/meta-data',
      'http://localhost:3001/',
      'https://push.services.mozilla.com.evil.example/x',
      'file:///etc/passwd',
      'x',
    ];
    for (const one of refused)
      expect([one, (await register(who, { endpoint: one, keys })).code]).toEqual([one, 'ALR4000']);
    const broken = [
      { ...keys, p256dh: 'AAAA' },
      { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') },
      { ...keys, auth: 'AAAA' },
    ];
    for (const one of broken) expect((await register(who, { endpoint, keys: one })).code).toBe('ALR4000');
    for (const one of [
      'https://fcm.googleapis.com/fcm/send/a',
      'https://updates.push.services.mozilla.com/wpush/v2/a',
      'https://web.push.apple.com/a',
      'https://wns2-db5p.notify.windows.com/w/?token=a',
    ])
      expect([one, (await register(who, { endpoint: one, keys })).status]).toEqual([one, 200]);
  });
});

describe('a goal', () => {
  test('[D-ALERT-3] is sent once with the score, never by email, and not to viewers who hide results', async () => {
    const { id } = await createMatch();
    const sees = await createFollower(id);
    const hides = await createFollower(id, { hidesResults: true });
    const without = await createPerson('REGULAR_BASIC');
    await followMatch(without, id);
    const first = createAction('GOAL', { side: 'HOME' });
    await log(id, createAction('PERIOD_START'), first, createAction('SAVE', { side: 'AWAY' }));
    await waitForMessages(sees.browser, 2);
    await log(id, first, createAction('OWN_GOAL', { side: 'HOME' }));
    const told = await waitForMessages(sees.browser, 3);
    expect(told.map(({ payload }) => payload.title)).toEqual(
      expect.arrayContaining(['¡Gol de CD Sauce!', '¡Gol de Atlético Norte!', expect.stringMatching(/^Empieza/)]),
    );
    expect(told.at(-1)?.payload.body).toBe('CD Sauce 1 – 1 Atlético Norte');
    await planAlerts({ 'detail-type': 'ScoreChanged', detail: { eventId: id } } as Parameters<typeof planAlerts>[0]);
    expect(await listDelivered(sees.browser)).toHaveLength(3);
    await waitForMessages(hides.browser, 1);
    expect(await titles(hides.browser)).toEqual([expect.stringMatching(/^Empieza/)]);
    const [mail] = await eventually(() => subjects(without), isFilled);
    expect([mail, (await subjects(without)).length]).toEqual([expect.stringMatching(/^Empieza/), 1]);
  });

  test('[D-ALERT-2] has a TTL of at most four weeks, FCM’s limit, even for a match in half a year', async () => {
    const { id } = await createMatch();
    const { browser } = await createFollower(id);
    const inDays = (days: number) => new Date(Date.now() + days * 24 * hour).toISOString();
    await change(id, { scheduledStartDate: inDays(180), scheduledFinishDate: inDays(181) });
    const [alert] = await eventually(() => listDelivered(browser), isFilled);
    expect(alert?.ttl).toBe(2_419_200);
  });

  test('[D-ALERT-3] is not sent if undone meanwhile or older than two minutes', async () => {
    const { id } = await createMatch();
    const { who, browser } = await createFollower(id);
    const [undone, old] = [
      createAction('GOAL', { side: 'HOME' }),
      createAction('GOAL', { side: 'AWAY', at: Date.now() - goalFreshMs }),
    ];
    await log(id, undone, createAction('UNDO', { undoes: undone.id }), old);
    const words = { kind: 'GOALS', what: `GOALS#${undone.id}`, goal: undone.id };
    await sendAlerts(toQueueBatch(message(id, words), who.user.id));
    await sendAlerts(toQueueBatch(message(id, { ...words, goal: old.id, until: Date.now() }), who.user.id));
    const fresh = createAction('GOAL', { side: 'AWAY' });
    await log(id, fresh);
    await waitForMessages(browser, 1);
    expect((await listDelivered(browser)).map(({ payload }) => payload.tag)).toEqual([`${id}#GOALS#${fresh.id}`]);
  });
});

describe('a push service', () => {
  test('[D-ALERT-3] is retried if busy, without duplicates', async () => {
    const { id } = await createMatch();
    const [patient, late] = [await createFollower(id), await createFollower(id)];
    await controlSubscription(patient.browser, { busy: [{ status: 429, retryAfter: 0 }] });
    await controlSubscription(late.browser, { busy: [{ status: 503, retryAfter: 60 }] });
    const batch = toQueueBatch(message(id), patient.who.user.id, late.who.user.id);
    await expect(sendAlerts(batch)).rejects.toThrow(/1 of 2 followers not alerted/);
    expect([(await listDelivered(patient.browser)).length, (await listDelivered(late.browser)).length]).toEqual([1, 0]);
    // The queue delivers again, perhaps twice concurrently.
    await Promise.all([sendAlerts(batch), sendAlerts(batch)]);
    await sendAlerts(batch);
    expect([(await listDelivered(patient.browser)).length, (await listDelivered(late.browser)).length]).toEqual([1, 1]);
    expect([await subjects(patient.who), await subjects(late.who)]).toEqual([[], []]);
  });

  test('[D-ALERT-3] is not retried if its answer was lost, and sends no mail either', async () => {
    const { id } = await createMatch();
    const one = await createFollower(id);
    await controlSubscription(one.browser, { lost: 1 });
    const batch = toQueueBatch(message(id), one.who.user.id);
    await sendAlerts(batch);
    await sendAlerts(batch);
    expect((await listDelivered(one.browser)).length).toBe(1);
    expect(await subjects(one.who)).toEqual([]);
  });
});
