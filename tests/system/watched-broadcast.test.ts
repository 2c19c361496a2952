/** An ended broadcast of a stage that encodes watched videos, in a real browser. Only at night: it builds the web app. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { startBrowserStage } from '../support/browser-stage.ts';
import { eventually } from '../support/eventually.ts';
import { testLimit } from '../support/limits.ts';
import { recordLive } from '../support/recorded-live.ts';
import { isNightly } from '../support/test-profile.ts';

/** Seconds: more than a player buffers. */
const duration = 120;

describe.runIf(isNightly)('an ended broadcast that is encoded once it is watched', async () => {
  if (!isNightly) return;
  const { enter } = await startBrowserStage({ broadcastEncoding: 'WATCHED' });
  const { createClub, createEvent, createPerson, sources, vods } = await import('../e2e/support/platform.ts');
  const { expectPlaying } = await import('../e2e/support/player.ts');
  const { settleRecording } = await import('../../functions/broadcast/broadcasts/settle-recording.ts');
  const { createSource, createSourceItem } = await import('../../functions/broadcast/live/create-source.ts');
  const { withObservedStream } = await import('../../functions/broadcast/live/observe-stream.ts');

  async function endBroadcast(): Promise<string> {
    const match = await createEvent({ clubIds: [await createClub('CD Olmo')] });
    const { id, channelArn } = await createSource(createSourceItem('camera', 'grabada', Date.now()));
    await sources.change(id, (camera) => ({ ...camera, sportEventId: match.id, eventTitle: match.title }));
    const startedAt = new Date(Date.now() - 1000 * duration).toISOString();
    for (const stream of [{ streamId: `st-${ulid()}`, startedAt }, undefined])
      await sources.change(id, (camera) => withObservedStream(camera, stream, Date.now()));
    const endedAt = new Date().toISOString();
    const prefix = await recordLive({ channelArn, startedAt, endedAt, seconds: duration, frame: 'whole' });
    const outcome = await settleRecording(prefix, Date.now());
    if (outcome?.kind !== 'VIDEO') throw new Error('The recording did not become a video');
    await vods.change(outcome.vodId, (vod) => ({ ...vod, visible: true }));
    return outcome.vodId;
  }
  async function openAsSubscriber(vodId: string) {
    const page = await enter(await createPerson('REGULAR_SUBSCRIBER'));
    const segments: string[] = [];
    page.on('response', (answer) => answer.ok() && answer.url().includes('.ts?') && segments.push(answer.url()));
    await page.goto(`/vods/${vodId}`);
    await expectPlaying(page);
    return { page, segments };
  }

  test('[B-API-97][V-PLAY-9] plays at once, and plays on when its encoding is ready', {
    timeout: testLimit,
  }, async () => {
    const vodId = await endBroadcast();
    const { page, segments } = await openAsSubscriber(vodId);

    await eventually(
      () => vods.get(vodId),
      (vod) => vod?.pending === null && vod.playsRecording === undefined,
    );
    const before = segments.length;
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.duration - 10;
    });
    await expectPlaying(page);
    expect(segments.length).toBeGreaterThan(before);
    expect(segments.filter((address) => !address.includes('/ivs/'))).toEqual([]);

    const later = await openAsSubscriber(vodId);
    expect(later.segments[0]).toContain(`/vods/${vodId}/`);
  });
});
