/** Recordings survive kills of the platform during a live stream: none is lost, duplicated or assigned to another match. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { Encoder } from '../support/encoder.ts';
import { eventually } from '../support/eventually.ts';
import { KillablePlatform, type PlatformState } from '../support/killable-platform.ts';
import { repetitions } from '../support/test-profile.ts';

const quickKills = 1;
const kills = repetitions(quickKills, 40);
const dataDir = await mkdtemp(join(tmpdir(), 'kills-'));
let platform: KillablePlatform | undefined;
let encoder: Encoder | undefined;
afterAll(async () => {
  await encoder?.drop();
  await platform?.kill();
  await rm(dataDir, { recursive: true, force: true });
});

/** Second of the match at which the platform is killed, and whether the camera stops before. */
const moments = Array.from({ length: kills }, (_, index) => ({
  after: kills > quickKills ? Math.random() * 7 : 3.5,
  stops: index % 3 === 2,
}));

test(
  `[B-API-97][B-API-96] each recording becomes one video of its match after ${kills} kills at any moment`,
  async () => {
    const matches: { eventId: string; from: string; to: string }[] = [];
    for (const { after, stops } of moments) {
      platform = await KillablePlatform.start(dataDir);
      const live = platform;
      const { camera, rtmp } = live.reached;
      const { id: eventId = '' } = await platform.call('POST', '/live/sportevents', {
        title: `Partido ${matches.length + 1}`,
        summary: '',
        sport: 'SOCCER',
        isPublic: false,
        visible: true,
        scheduledStartDate: '2026-11-21T10:00:00.000Z',
        scheduledFinishDate: '2026-11-21T12:00:00.000Z',
      });
      await platform.call('PATCH', `/live/cameras/${camera.id}`, { sportEventId: eventId });
      const from = new Date().toISOString();
      encoder = await Encoder.start(`${rtmp}/${camera.streamKey}`, { size: '320x180' });
      const isOnAir = async () => String((await live.call('GET', `/live/cameras/${camera.id}`)).isLive) === 'true';
      // With few kills, wait until the stream is live, so that each falls into it on slow machines too.
      if (kills === quickKills) await eventually(isOnAir, Boolean);
      await sleep(after * 1000 * (stops ? 0.8 : 1));
      if (stops) {
        await encoder.stop();
        await sleep(after * 200);
      }
      await platform.kill();
      matches.push({ eventId, from, to: new Date().toISOString() });
      await encoder.drop();
    }
    platform = await KillablePlatform.start(dataDir);
    const last = platform;
    const isSettled = ({ recordings, videos }: PlatformState) => {
      const whole = recordings.filter(({ seconds }) => seconds > 0);
      return (
        videos.length >= whole.length && videos.every(({ status }) => status === 'FINISHED' || status === 'FAILED')
      );
    };
    const { recordings, videos } = await eventually(() => last.readState(), isSettled);
    const whole = recordings.filter(({ seconds }) => seconds > 0);
    // A very short stream may be killed before its first segment; most last longer.
    expect(whole.length).toBeGreaterThan(kills / 3);
    const findMatchAt = (at: string) => matches.find(({ from, to }) => from <= at && at <= to)?.eventId;
    const expectedVideos = whole.map(({ prefix, startedAt }) => ({ prefix, sportEventId: findMatchAt(startedAt) }));
    const comparePrefixes = (a: { prefix: string }, b: { prefix: string }) => a.prefix.localeCompare(b.prefix);
    expect(videos.map(({ prefix, sportEventId }) => ({ prefix, sportEventId })).sort(comparePrefixes)).toEqual(
      expectedVideos.sort(comparePrefixes),
    );
  },
  120_000 + 30_000 * kills,
);
