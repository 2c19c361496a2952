/**
 * A goal for a crowd: each follower gets exactly one notification, even if its cause and the queue's messages are
 * repeated. Prints the duration, which includes the local push service's decryption on the same machine.
 */
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson } from '../../support/api.ts';
import { eventually, isFilled } from '../../support/eventually.ts';
import { manyCasesLimit } from '../../support/limits.ts';
import { controlSubscription, listDelivered, subscribePush } from '../../support/push.ts';
import { buildUser } from '../../support/records.ts';
import { createAction, sendActions } from '../../support/score-actions.ts';
import { repetitions } from '../../support/test-profile.ts';

const { planAlerts, sendAlerts } = await import('../../../functions/jobs/alerts.ts');
const { addDevice, readSettings } = await import('../../../functions/reach/alerts/store.ts');
const { findFollowers, follow } = await import('../../../functions/reach/alerts/follows.ts');
const { pickBucket } = await import('../../../functions/reach/alerts/sent-marks.ts');
const { putItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { userKey } = await import('../../../functions/platform/auth/sessions.ts');

/** `FOLLOWERS=10000 npm test -- many-followers` gives the figures of infra/FINDINGS.md. */
const crowd = Number(process.env.FOLLOWERS ?? repetitions(150, 1_000));

test(
  '[D-ALERT-3] notifies every follower of a goal exactly once, and removes unsubscribed browsers',
  async () => {
    const admin = await createPerson('ADMIN');
    const [home, away] = [await createClub('CD Sauce'), await createClub('Atlético Norte')];
    const { id } = await createEvent({ clubIds: [home, away], homeClubId: home, awayClubId: away });
    const { pushKey } = (await call('GET /users/me/alerts', { token: admin.token })).data;
    const now = Date.now();

    async function follower(_: unknown, index: number) {
      const user = buildUser('REGULAR_BASIC');
      const browser = await subscribePush(pushKey);
      const { p256dh, auth } = browser.keys;
      const caller = { user, sessionHash: 'x', sessionEndsAt: now + 3_600_000 };
      await Promise.all([
        putItem('users', { ...userKey(user.id), ...user }),
        // Follows the match and both its clubs, and still gets one alert per goal.
        ...[`events#${id}`, `clubs#${home}`, `clubs#${away}`].map((topic) =>
          follow(user.id, topic as Parameters<typeof follow>[1], now),
        ),
        addDevice(caller, { endpoint: browser.endpoint, p256dh, auth }, now),
      ]);
      const isGone = index % 100 === 99;
      if (isGone) await controlSubscription(browser, { gone: true });
      return { userId: user.id, browser, isGone };
    }
    const followers: Awaited<ReturnType<typeof follower>>[] = [];
    for (let from = 0; from < crowd; from += 50)
      followers.push(...(await Promise.all(Array.from({ length: 50 }, (_, index) => follower(_, from + index)))));
    expect(new Set(await findFollowers([`events#${id}`]))).toEqual(new Set(followers.map(({ userId }) => userId)));

    const actions = [createAction('PERIOD_START'), createAction('GOAL', { side: 'HOME' })];
    const begun = Date.now();
    await sendActions(admin.token, id, ...actions);
    const reached = followers.filter(({ isGone }) => !isGone);
    const goals = async ({ browser }: (typeof followers)[number]) =>
      (await listDelivered(browser)).filter(({ payload }) => payload.tag.includes('GOAL')).map(({ at }) => at);
    let last = begun;
    // Queue messages are taken in any order: waits for the last buckets first, then counts all.
    const inParts = reached.toSorted((a, b) => pickBucket(b.userId) - pickBucket(a.userId));
    for (const one of inParts) {
      const [at = begun] = await eventually(() => goals(one), isFilled);
      last = Math.max(last, at);
    }
    const seconds = (last - begun) / 1000;
    console.log(`  a goal for ${crowd} followers: ${seconds.toFixed(1)} s, ${Math.round(crowd / seconds)} a second`);

    // The domain event and the queue's messages are delivered again.
    const detail = { eventId: id };
    await planAlerts({ 'detail-type': 'ScoreChanged', detail } as Parameters<typeof planAlerts>[0]);
    const message = {
      eventId: id,
      kind: 'GOALS',
      goal: actions[1]?.id,
      what: `GOALS#${actions[1]?.id}`,
      title: 'Gol',
      body: '',
      until: Date.now() + 60_000,
    };
    const userIds = followers.slice(0, 100).map(({ userId }) => userId);
    await sendAlerts({ Records: [{ messageId: '1', body: JSON.stringify({ message, userIds }) }] });
    const counts = await Promise.all(reached.map(goals));
    expect(counts.filter(({ length }) => length !== 1)).toEqual([]);
    // The push service's answer about a deleted subscription may have come after the timeout; the next message asks
    // again.
    const gone = followers.filter(({ isGone }) => isGone).map(({ userId }) => userId);
    await eventually(
      async () => {
        const again = { ...message, what: `GOALS#${ulid()}` };
        await sendAlerts({ Records: [{ messageId: '2', body: JSON.stringify({ message: again, userIds: gone }) }] });
        return (await Promise.all(gone.map(readSettings))).flatMap(({ devices }) => devices);
      },
      (devices) => devices.length === 0,
    );
  },
  manyCasesLimit,
);
