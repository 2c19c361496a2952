/** The demo league's films, and their lengthening by repeating the goalless end. */
import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { probe, runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { demoFilms } from '../../../infra/local/seed/films.ts';
import { lengthenFile } from '../../../infra/local/seed/repeated-file.ts';
import { createScoreLog } from '../../../infra/local/seed/scores.ts';
import { createSeason } from '../../../infra/local/seed/season.ts';
import { findFilmedMatches } from '../../../infra/local/seed/videos.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const weekdays = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 10, 23 + day, 12, 52)));
const filmedMatches = (madeOn = new Date()) =>
  findFilmedMatches(createSeason(madeOn).filter(({ state }) => state === 'FINISHED'));

test.each(weekdays)('a league created on %s has played the four matches that the films show', (madeOn) => {
  expect(filmedMatches(madeOn).map(({ match, film }) => [match.sport, match.home.name, match.away.name, film])).toEqual(
    demoFilms.map((film) => [film.sport, film.home, film.away, film]),
  );
});

test.each(demoFilms)(
  '$path is a small file with sound, the declared duration, and a key frame where its goalless end begins',
  async (film) => {
    expect((await stat(film.path)).size).toBeLessThanOrEqual(1_000_000);
    const { video, audio, duration } = await probe(film.path);
    expect([video, audio]).toMatchObject([{ codec: 'h264', width: 1280, height: 720, fps: 25 }, { codec: 'aac' }]);
    expect(duration).toBeCloseTo(film.seconds, 1);
    const lines: string[] = [];
    const keyFrames = ['-skip_frame', 'nokey', '-i', film.path, '-an', '-vsync', '0', '-f', 'framemd5', 'pipe:1'];
    await runFfmpeg(keyFrames, { onLine: (line) => lines.push(line) });
    const timeBase = Number(/^#tb 0: 1\/(\d+)/m.exec(lines.join('\n'))?.[1]);
    const times = lines.filter((line) => /^\d/.test(line)).map((line) => Number(line.split(',')[2]) / timeBase);
    expect(times).toContain(film.goallessFrom);
  },
);

test('the films have two goals with separate clips, before the goalless end', () => {
  for (const { film, shownSeconds } of filmedMatches()) {
    const [first = 0, second = 0, ...others] = film.goals.map(({ at }) => at);
    expect([film.path, others]).toEqual([film.path, []]);
    expect(second - first).toBeGreaterThanOrEqual(6.5);
    // The goalless end begins only after the second goal was celebrated and play has resumed.
    expect(second).toBeLessThan((film.goallessFrom ?? 0) - 7);
    expect([film.path, shownSeconds > film.seconds]).toEqual([film.path, true]);
  }
});

test('the score log has no invented goals during a film', () => {
  for (const filmed of filmedMatches()) {
    const { match, film, shownSeconds } = filmed;
    const from = match.start.getTime() + (match.sport === 'SOCCER' ? 21 : 4) * 60_000;
    const scored = createScoreLog(match, filmed).filter(
      ({ side, at }) => side && at >= from && at <= from + 1000 * shownSeconds,
    );
    expect(scored.map(({ at }) => at - from)).toEqual(film.goals.map(({ at }) => Math.round(at * 1000)));
  }
});

test('a lengthened film repeats its goalless end, and ffmpeg prints no warning about it', async () => {
  const [film] = demoFilms as [(typeof demoFilms)[0]];
  const long = await lengthenFile(film, 72, createTemporaryFolder());
  expect((await probe(long)).duration).toBeCloseTo(72, 0);
  for (const [second, original] of [
    [3, 3],
    [36, 24],
    [71, 35],
  ] as const)
    expect([second, await takePicture(long, second)]).toEqual([second, await takePicture(film.path, original)]);
  expect(await runFfmpeg(['-v', 'warning', '-i', long, '-f', 'null', '-'])).toBe('');
});

async function takePicture(file: string, second: number): Promise<string | undefined> {
  const lines: string[] = [];
  const picture = ['-ss', second.toFixed(3), '-i', file, '-frames:v', '1', '-an', '-f', 'framemd5', 'pipe:1'];
  await runFfmpeg(picture, { onLine: (line) => lines.push(line) });
  return lines
    .filter((line) => /^\d/.test(line))
    .at(-1)
    ?.split(',')
    .at(-1)
    ?.trim();
}
