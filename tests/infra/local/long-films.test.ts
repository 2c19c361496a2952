/** Lengthening of demo recordings by repeating the goalless end of a short film. */
import { createDecipheriv } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseSegments } from '../../../functions/recordings/media/excerpt.ts';
import { probe, runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { demoFilms } from '../../../infra/local/seed/films.ts';
import { lengthenPlaylist, toOriginalSecond, toOriginalSprite } from '../../../infra/local/seed/repeated-playlist.ts';
import { createScoreLog } from '../../../infra/local/seed/scores.ts';
import { createSeason } from '../../../infra/local/seed/season.ts';
import { type Match, toSeedId } from '../../../infra/local/seed/steps.ts';
import { teams } from '../../../infra/local/seed/teams.ts';
import { findFilmedMatches, seedVideos } from '../../../infra/local/seed/videos.ts';
import { createTemporaryFolder, startDedicatedPlatform } from '../../support/dedicated-platform.ts';
import { isNightly } from '../../support/test-profile.ts';

describe('a playlist', () => {
  const head = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    '#EXT-X-TARGETDURATION:4',
    '#EXT-X-MEDIA-SEQUENCE:1',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-KEY:METHOD=AES-128,URI="https://media/key",IV=0x0123,KEYFORMAT="identity"',
  ];
  const segments = (numbers: string) => [...numbers].flatMap((number) => ['#EXTINF:4.000000,', `${number}.ts`]);
  const original = `${[...head, ...segments('1234'), '#EXT-X-ENDLIST'].join('\n')}\n`;
  const lengthen = (until: number, from = original) =>
    lengthenPlaylist(from, { seconds: 16, goallessEnd: { from: 8, until } });

  test('repeats the end after a discontinuity each time, and keeps everything else', () => {
    const again = ['#EXT-X-DISCONTINUITY', ...segments('34')];
    const rows = [...head, ...segments('1234'), ...again, ...again, '#EXT-X-DISCONTINUITY', ...segments('3')];
    expect(lengthen(36)).toBe(`${[...rows, '#EXT-X-ENDLIST'].join('\n')}\n`);
  });

  test('can be lengthened repeatedly from the original film: longer, shorter, and back', () => {
    expect(lengthen(24, lengthen(400))).toBe(lengthen(24));
    expect(lengthen(400, lengthen(24))).toBe(lengthen(400));
    expect(lengthen(16, lengthen(24))).toBe(original);
  });

  test('is rejected without explicit IVs or without a segment to repeat', () => {
    expect(() => lengthen(36, original.replace(',IV=0x0123', ''))).toThrow(/IV/);
    expect(() => lengthenPlaylist(original, { seconds: 16, goallessEnd: { from: 16, until: 36 } })).toThrow(
      /no segment to repeat/,
    );
  });

  test('maps seconds to seconds of the original film', () => {
    const film = { seconds: 16, goallessEnd: { from: 8, until: 60 } };
    expect([0, 7, 8, 15, 16, 23, 24, 39].map((second) => toOriginalSecond(second, film))).toEqual([
      0, 7, 8, 15, 8, 15, 8, 15,
    ]);
    // Sprites every five seconds: the nearest of 0, 5, 10 and 15.
    expect([0, 1, 2, 3, 4, 5, 6].map((index) => toOriginalSprite(index, 5, film))).toEqual([0, 1, 2, 3, 2, 2, 3]);
  });
});

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
    const minutes = shownSeconds / 60;
    expect([film.path, minutes >= 4 && minutes <= 6]).toEqual([film.path, true]);
    // The film and its parts are whole segments of four seconds.
    expect([shownSeconds, film.seconds, film.goallessFrom ?? 1].map((seconds) => seconds % 4)).toEqual([0, 0, 0]);
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

/** Only at night: encodes a film and its copies. */
describe.runIf(isNightly)('a recording', async () => {
  if (!isNightly) return;
  await startDedicatedPlatform();
  const { environment } = await import('../../../functions/platform/aws/environment.ts');
  const { readObjectSize, readObject } = await import('../../../functions/platform/aws/storage.ts');
  const { contentVideos } = await import('../../../functions/recordings/content/store.ts');
  const { readEncryptionKey } = await import('../../../functions/recordings/media/encoding.ts');
  const { vods } = await import('../../../functions/recordings/vods/store.ts');
  const { generationFolder, toCardPicture, webPosterKey } = await import('../../../shared/domain/media-address.ts');

  const [home, away] = teams as [(typeof teams)[0], (typeof teams)[0]];
  const match: Match = {
    id: '01M',
    title: 'Local – Visitante',
    summary: 'Jornada 1',
    sport: 'SOCCER',
    home,
    away,
    clubIds: [],
    start: new Date(Date.now() - 86_400_000),
  };
  const [demoFilm] = demoFilms as [(typeof demoFilms)[0]];
  const clips = { films: [{ ...demoFilm, goals: [] }], recordings: 2, contents: 1 };
  const seed = () => seedVideos({ progress: () => undefined, matches: [match], clips });
  const film = { seconds: demoFilm.seconds, goallessEnd: { from: demoFilm.goallessFrom, until: 240 } };
  const folder = createTemporaryFolder();
  const id = toSeedId('V', 0);

  beforeAll(async () => expect(await seed()).toEqual([]));

  test('lasts minutes; its copies and training videos have other durations', async () => {
    expect((await vods.get(id))?.duration).toBe(240);
    expect((await vods.get(toSeedId('V', 1)))?.duration).toBe(292);
    expect((await contentVideos.get(toSeedId('N', 0)))?.duration).toBe(60);
  });

  test.each([
    ['vods', id],
    ['vods', toSeedId('V', 1)],
    ['contentvideos', toSeedId('N', 0)],
  ] as const)('%s %s has a playlist of its duration, decryptable segments and matching sprites', async (kind, of) => {
    const item = (await (kind === 'vods' ? vods.get(of) : contentVideos.get(of)))!;
    const folder = generationFolder(kind, of, item.generation ?? '');
    const bucket = environment('MEDIA_BUCKET');
    const playlist = Buffer.from((await readObject({ bucket, key: `${folder}/index_360p.m3u8` })) ?? []).toString();
    const dated = playlist.replace('#EXTINF', '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXTINF');
    const segments = parseSegments(dated);
    expect(segments.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(item.duration!, 1);
    const key = (await readEncryptionKey({ kind, id: of }, item.generation!))!;
    const vector = Buffer.from(/IV=0x(\w{32})/.exec(playlist)?.[1] ?? '', 'hex');
    for (const { uri } of segments) {
      const decipher = createDecipheriv('aes-128-cbc', key, vector);
      const segment = await readObject({ bucket, key: `${folder}/${uri}` });
      expect(Buffer.concat([decipher.update(segment!), decipher.final()])[0]).toBe(0x47);
    }
    const { interval, count } = item.sprites!;
    expect(count).toBe(Math.ceil(item.duration! / interval));
    const sprite = async (index: number) =>
      Buffer.from((await readObject({ bucket, key: `${folder}/sprite.${String(index).padStart(7, '0')}.jpg` }))!);
    for (let index = 0; index < count; index += 1) {
      const original = await sprite(toOriginalSprite(index, interval, film));
      expect((await sprite(index)).equals(original)).toBe(true);
    }
  });

  test('keeps its poster and the small copy', async () => {
    const poster = webPosterKey('vods', id, (await vods.get(id))?.generation ?? '');
    for (const key of [poster, toCardPicture(poster)])
      expect([key, await readObject({ bucket: environment('MEDIA_BUCKET'), key })]).not.toContain(undefined);
  });

  test('has a lengthened file, which shows the same pictures', async () => {
    const { file, size } = await source();
    const info = await probe(file);
    expect(info.duration).toBeCloseTo(240, 0);
    expect((await vods.get(id))?.size).toBe(size);
    for (const second of [3, 100, 239]) {
      expect([second, await takePicture(file, second)]).toEqual([
        second,
        await takePicture(file, toOriginalSecond(second, film)),
      ]);
    }
    // ffmpeg prints no warning about the file.
    expect(await runFfmpeg(['-v', 'warning', '-i', file, '-f', 'null', '-'])).toBe('');
  });

  test('is lengthened once, also after an interruption', async () => {
    const long = (await vods.get(id))!;
    expect(await seed()).toEqual([]);
    expect(await vods.get(id)).toEqual(long);
    // The process ended after writing the file and before updating the item.
    const before = await source();
    await vods.change(id, (item) => ({ ...item, duration: film.seconds }));
    expect(await seed()).toEqual([]);
    const after = (await vods.get(id))!;
    expect([after.duration, after.generation === long.generation]).toEqual([240, false]);
    expect((await probe((await source()).file)).duration).toBeCloseTo(240, 0);
    expect((await source()).size).toBe(before.size);
  });

  async function source() {
    const address = { bucket: environment('UPLOADS_BUCKET'), key: (await vods.get(id))!.source!.key };
    const file = join(folder, 'source.mp4');
    await writeFile(file, (await readObject(address))!);
    return { file, size: (await readObjectSize(address))! };
  }

  async function takePicture(file: string, second: number): Promise<string> {
    const lines: string[] = [];
    const picture = ['-ss', second.toFixed(3), '-i', file, '-frames:v', '1', '-an', '-f', 'framemd5', 'pipe:1'];
    await runFfmpeg(picture, { onLine: (line) => lines.push(line) });
    return (
      lines
        .filter((line) => line && !line.startsWith('#'))
        .at(-1)
        ?.split(',')
        .at(-1)
        ?.trim() ?? ''
    );
  }
});
