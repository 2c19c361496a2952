/** The live views that the service has to end: in batches, again after failures, and each on its own. */
import * as ivs from '@aws-sdk/client-ivs';
import { describe, expect, test } from 'vitest';
import '../../support/api.ts';
import { replaceService } from '../../support/service.ts';

const { createSource, createSourceItem } = await import('../../../functions/broadcast/live/create-source.ts');
const { withObservedStream } = await import('../../../functions/broadcast/live/observe-stream.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { transact } = await import('../../../functions/platform/aws/dynamo.ts');
const { endLiveViews, checkDueUsers, scheduleCheck, keepLiveView, findViews } = await import(
  '../../../functions/viewing/playback/live-views.ts'
);

const never = Number.POSITIVE_INFINITY;
const throttled = { $metadata: {}, message: '', exceptionMessage: '' };

const camera = await createSource(createSourceItem('camera', `vistas-${Date.now()}`, Date.now()));

/** The mock counts the calls of this process only; the platform's functions run in others. */
describe('many views at once', () => {
  const { BatchStartViewerSessionRevocationCommand, StartViewerSessionRevocationCommand } = ivs;
  const service = replaceService(ivs.IvsClient);

  /** Starts views that are due in an hour, so that runs in other processes ignore them. */
  async function startViews(count: number) {
    const now = Date.now();
    const stream = { streamId: `st-${now}`, startedAt: new Date(now).toISOString() };
    await sources.change(camera.id, (source) => withObservedStream(source, stream, now));
    const users = Array.from({ length: count }, (_, index) => `many-${now}-${index}`);
    const view = { channelArn: camera.channelArn, sourceId: camera.id, sessionHash: 's', version: 7 };
    for (const user of users) {
      await transact(keepLiveView(user, { ...view, viewerId: user }, { checkAt: now + 3_600_000, now }));
    }
    const checkViews = async (user: string) => {
      if (!users.includes(user)) throw new Error('of another test');
      return findViews(user, () => true);
    };
    const end = () => checkDueUsers(now + 7_200_000, checkViews).catch(() => undefined);
    const countViews = async () => (await Promise.all(users.map((user) => findViews(user, () => true)))).flat().length;
    return { users, view, end, countViews };
  }

  test('[V-PLAY-6] end in batches of twenty; failed ones are retried one by one, and again in the next run', async () => {
    const { users, end, countViews } = await startViews(45);
    const [gone, busy] = users;
    service
      .on(BatchStartViewerSessionRevocationCommand)
      .callsFake(({ viewerSessions }) => ({
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
    expect(await countViews()).toBe(1);
    service.reset();
    service.on(StartViewerSessionRevocationCommand).resolves({});
    await end();
    expect(await countViews()).toBe(0);
  });

  test('are left to the next run of the schedule if the service is throttled', async () => {
    const { users, view, countViews } = await startViews(1);
    const [user = ''] = users;
    service.on(StartViewerSessionRevocationCommand).rejects(new ivs.ThrottlingException(throttled));
    await endLiveViews(user, () => true);
    expect(await countViews()).toBe(1);
    // The view stays marked as over, although its right alone would let it continue.
    expect(await findViews(user, () => false)).toMatchObject([{ isOver: true, viewerId: user }]);
    service.reset();
    service.on(StartViewerSessionRevocationCommand).resolves({});
    await checkDueUsers(Date.now(), async (one) => {
      if (one !== user) throw new Error('of another test');
      return findViews(one, () => false);
    }).catch(() => undefined);
    expect(await countViews()).toBe(0);
    // A later view of the same session is separate.
    await transact(keepLiveView(user, { ...view, viewerId: user, version: 8 }, { checkAt: never, now: Date.now() }));
    expect(await findViews(user, () => false)).toEqual([]);
  });

  test('counts a view of an ended live as ended', async () => {
    service
      .on(ivs.CreateChannelCommand)
      .resolves({
        $metadata: {},
        channel: { arn: 'arn:gone', playbackUrl: 'https://gone' },
        streamKey: { arn: 'arn:key', value: 'sk' },
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
  // The views are due in the future, so that runs in other processes ignore them.
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
