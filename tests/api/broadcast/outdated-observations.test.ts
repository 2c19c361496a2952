/** Observations of the streaming service that are outdated when they are stored. */
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { StoredSource } from '../../../functions/broadcast/live/rules.ts';
import type { Stream } from '../../../functions/platform/aws/live-streaming.ts';
import { call, createEvent, createPerson } from '../../support/api.ts';

const service = vi.hoisted(() => ({
  looks: [] as (() => Promise<Stream | undefined>)[],
  end: undefined as string | undefined,
}));
vi.mock(import('../../../functions/platform/aws/live-streaming.ts'), async (original) => ({
  ...(await original()),
  findCurrentStream: async () => service.looks.shift()?.(),
  readStreamEnd: async () => service.end,
}));

// Another test file of this worker may have imported the real module, and the next one needs it.
vi.resetModules();
afterAll(() => vi.resetModules());

const { isOnAir } = await import('../../../functions/broadcast/live/rules.ts');
const { observeStream } = await import('../../../functions/broadcast/live/observe-stream.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');

const { token } = await createPerson('ADMIN');
const iso = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString();
const stream = (channelArn: string, streamId = 'st-first'): Stream => ({
  channelArn,
  streamId,
  startedAt: iso(60),
  viewers: undefined,
  isStarving: false,
});

async function camera() {
  const body = { slug: `camara-${Math.random().toString(36).slice(2, 12)}` };
  const { id } = (await call('POST /live/cameras', { token, body })).data;
  const { channelArn } = (await sources.get(id))!;
  const show = (sportEventId: string) =>
    call('PATCH /live/cameras/{id}', { token, params: { id }, body: { sportEventId } });
  const isLive = async () => (await call('GET /live/cameras/{id}', { token, params: { id } })).data.isLive;
  return { id, channelArn, show, isLive };
}

/** Checks the returned item, because the platform's schedule may end the stored broadcast, which IVS does not list. */
const isOn = (source: StoredSource | undefined) => source !== undefined && isOnAir(source, Date.now());

describe('an outdated observation', () => {
  test('[B-CAM-23][B-API-96] neither restores a broadcast that has ended nor starts the next match', async () => {
    const { channelArn, show, isLive } = await camera();
    await show((await createEvent()).id);
    service.looks = [async () => stream(channelArn)];
    expect(isOn(await observeStream(channelArn))).toBe(true);

    const next = await createEvent();
    service.looks = [
      async () => {
        service.looks = [async () => undefined];
        await observeStream(channelArn);
        await show(next.id);
        return stream(channelArn);
      },
    ];
    await observeStream(channelArn);
    expect(await isLive()).toBe(false);
  });

  test('[B-API-96] is repeated if staff changed the source meanwhile', async () => {
    const { channelArn, show } = await camera();
    service.looks = [
      async () => {
        await show((await createEvent()).id);
        return undefined;
      },
      async () => stream(channelArn),
    ];
    expect(isOn(await observeStream(channelArn))).toBe(true);
  });

  test('[B-API-96] starts no broadcast for an ended stream that the list of streams still contains', async () => {
    const { channelArn, isLive } = await camera();
    service.end = iso(1);
    service.looks = [async () => stream(channelArn)];
    await observeStream(channelArn);
    service.end = undefined;
    expect(await isLive()).toBe(false);
  });
});
