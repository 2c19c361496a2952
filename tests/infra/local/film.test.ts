/** Films of the demo league: plausible matches, deterministic per seed. */
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { listWorkingFfmpegs, probe } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { computeGoals, type FilmOptions, makeFilm } from '../../../infra/local/film/film.ts';
import { grounds } from '../../../infra/local/film/ground.ts';
import { MatchSimulation } from '../../../infra/local/film/match-simulation.ts';
import { FilmRenderer } from '../../../infra/local/film/render.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import { createTemporaryFolder } from '../../support/dedicated-platform.ts';
import { cases } from '../../support/test-profile.ts';

const sport = fc.constantFrom<Sport>('SOCCER', 'BASKET');
const options: FilmOptions = {
  sport: 'SOCCER',
  home: ['#15803d', '#f8fafc'],
  away: ['#b91c1c', '#f8fafc'],
  seconds: 1,
  height: 180,
  framesPerSecond: 10,
  seed: 3,
};

test('players stay on the ground at a child’s speed, and the ball reaches them', () => {
  fc.assert(
    fc.property(sport, fc.nat(1_000_000), (kind, seed) => {
      const ground = grounds[kind];
      const play = new MatchSimulation(ground, seed, { goalProbability: 0.2, forcesEarlyGoal: false });
      const reach = { x: ground.length / 2 + ground.margin, y: ground.width + ground.margin };
      const isOn = (x: number, y: number) => Math.abs(x) < reach.x && y > -ground.margin && y < reach.y;
      for (let step = 0; step < 25 * 40; step += 1) {
        play.step(0.04);
        const stray = play.players.find(({ x, y, vx, vy }) => !isOn(x, y) || Math.hypot(vx, vy) > 6.5);
        expect(stray).toBeUndefined();
        const [x, y, z] = play.ball;
        expect([play.ball, isOn(x, y) && z >= 0]).toEqual([play.ball, true]);
      }
    }),
    cases(8, 200),
  );
});

test('a short film has a goal at the right end, the same for the same seed', () => {
  for (const kind of ['SOCCER', 'BASKET'] as const) {
    for (let seed = 0; seed < 20; seed += 1) {
      const film = { ...options, sport: kind, seed, seconds: 16, framesPerSecond: 25 };
      const goals = computeGoals(film);
      expect([kind, seed, goals.length > 0]).toEqual([kind, seed, true]);
      expect(computeGoals(film)).toEqual(goals);
    }
  }
});

test('the goalless end has no goals and no celebration, and earlier goals stay the same', () => {
  fc.assert(
    fc.property(sport, fc.nat(1_000_000), (kind, seed) => {
      const film = { ...options, sport: kind, seed, seconds: 40, framesPerSecond: 25 };
      const goallessEnd = computeGoals({ ...film, goallessEnd: { from: 24, until: 240 } });
      expect(goallessEnd).toEqual(computeGoals(film).filter(({ at }) => at < 24 - 7));
    }),
    cases(8, 200),
  );
});

test('a frame shows the ground, both kits and the crowd, and the next one differs', () => {
  const film = new FilmRenderer({ ...options, width: 640, height: 360, framesPerSecond: 25 });
  const first = Buffer.from(film.next());
  expect(first.length).toBe((640 * 360 * 3) / 2);
  const luma = new Set(first.subarray(0, 640 * 360));
  expect(luma.size).toBeGreaterThan(40);
  // Luma stays in the limited range.
  expect(Math.max(...luma)).toBeLessThanOrEqual(235);
  expect(film.next().equals(first)).toBe(false);
});

test('is a playable file with audio, with each ffmpeg', async () => {
  const folder = createTemporaryFolder();
  const previousPath = process.env.FFMPEG_PATH;
  try {
    for (const [index, { path }] of (await listWorkingFfmpegs()).entries()) {
      process.env.FFMPEG_PATH = path;
      const file = join(folder, `film-${index}.mp4`);
      await makeFilm({ options, output: ['-movflags', '+faststart', '-y', file] }, 60_000);
      expect(await probe(file)).toMatchObject({
        video: { codec: 'h264', width: 320, height: 180, fps: 10 },
        audio: { codec: 'aac', channels: 2 },
      });
    }
  } finally {
    if (previousPath === undefined) delete process.env.FFMPEG_PATH;
    else process.env.FFMPEG_PATH = previousPath;
  }
});

test('reports why a film cannot be written', async () => {
  const nowhere = join(createTemporaryFolder(), 'nothing', 'there', 'film.mp4');
  await expect(makeFilm({ options, output: ['-y', nowhere] }, 60_000)).rejects.toThrow(/ffmpeg: exit: .*No such file/s);
});
