/** Seeding of the demo videos where ffmpeg fails. */
import { beforeAll, expect, test } from 'vitest';
import type { Match } from '../../../infra/local/seed/steps.ts';
import { teams } from '../../../infra/local/seed/teams.ts';
import { seedVideos } from '../../../infra/local/seed/videos.ts';
import { createCrashingFfmpeg } from '../../support/crashing-ffmpeg.ts';
import { createTemporaryFolder, startDedicatedPlatform } from '../../support/dedicated-platform.ts';
import { makeClip, toScratchPath } from '../../support/media.ts';

const ffmpeg = await createCrashingFfmpeg(createTemporaryFolder());
process.env.FFMPEG_PATH = ffmpeg.path;
const platform = await startDedicatedPlatform();

const [home, away] = teams as [(typeof teams)[0], (typeof teams)[0]];
const match = (days: number): Match => {
  const [id, title, summary] = [`01M${days}`, 'Local – Visitante', 'Jornada 1'];
  return {
    id,
    title,
    summary,
    sport: 'SOCCER',
    home,
    away,
    clubIds: [],
    start: new Date(Date.now() - days * 86_400_000),
  };
};
const film = { path: toScratchPath('film.mp4'), seconds: 1, goals: [] };
beforeAll(() => makeClip(film.path, { seconds: 1, size: '320x180' }));
const seed = () =>
  seedVideos({
    progress: () => undefined,
    matches: [match(3), match(2), match(1)],
    clips: { films: [film], recordings: 2, contents: 1 },
  });

test('lists a video that failed three times as missing, with the reason', async () => {
  ffmpeg.crash(3);
  expect(await seed()).toEqual([
    expect.stringMatching(/^recording 1 \(El archivo está dañado o no es un video que podamos leer\)$/),
    'all videos that are copies of these',
  ]);
});

test('seeds the missing video at the next start, after two more failures', async () => {
  ffmpeg.crash(2);
  expect(await seed()).toEqual([]);
  expect(ffmpeg.left()).toBe(0);
  const { vods } = await import('../../../functions/recordings/vods/store.ts');
  expect((await vods.rows()).length).toBe(2);
});

test('the cameras’ server address needs no name resolution', () => {
  expect(platform.addresses.rtmp).toMatch(/^rtmp:\/\/127\.0\.0\.1:\d+\/live$/);
  expect(process.env.STREAM_SERVER).toBe(platform.addresses.rtmp);
});
