/** The end-to-end tests' platform, run as a program with its data folder: startPlatformProcess is its parent. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ads } from '../../../functions/recordings/ads/store.ts';
import { vods } from '../../../functions/recordings/vods/store.ts';
import { readLocalConfig } from '../../../infra/local/config.ts';
import { runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { startPlatform } from '../../../infra/local/platform.ts';
import { demoAd } from '../../../infra/local/seed/ad.ts';
import { copyEncoding } from '../../../infra/local/seed/encodings.ts';
import { demoFilms } from '../../../infra/local/seed/films.ts';
import { adClub, seedLeague } from '../../../infra/local/seed/league.ts';
import { toSeedId } from '../../../infra/local/seed/steps.ts';
import { buildWeb } from '../../../infra/local/web-build.ts';
import { endWithParent, tellParent } from '../../support/platform-process.ts';

const [dataDir = ''] = process.argv.slice(2);
process.env.LOG_LEVEL ??= 'silent';
mkdirSync(dataDir, { recursive: true });

// One full-size encoding of few frames; the other videos are copies of it.
const [demoFilm] = demoFilms;
const film = { path: join(dataDir, 'film.mp4'), seconds: 14, goals: [] };
const [webFolder] = await Promise.all([
  buildWeb(dataDir),
  existsSync(film.path) ||
    runFfmpeg([
      ...['-t', String(film.seconds), '-i', demoFilm?.path ?? '', '-vf', 'scale=1920:1080', '-r', '10', '-ac', '2'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '29', '-g', '20', '-c:a', 'aac', film.path],
    ]),
]);
const ports = { web: 0, api: 0, media: 0, mail: 0, payments: 0, live: 0, rtmp: 0 };
const { seller } = readLocalConfig();
const config = { dataDir, ports, analyticsId: 'G-E2ETESTS00', ...(seller && { seller }) };
// Lives become seekable sooner than after the default half minute.
const platform = await startPlatform({ config, webFolder, playlistIntervalMs: 4_000 });

endWithParent(platform);

const league = await seedLeague({ dataDir, progress: () => undefined, clips: { films: [film], ad: false } });
await league.videos;
// Hidden, because only the tests of ads show it.
await copyAd({ visible: false });
tellParent(platform, { E2E_WEB_FOLDER: webFolder });

async function copyAd({ visible }: { visible: boolean }): Promise<void> {
  if (await ads.get(demoAd)) return;
  const template = (await vods.get(toSeedId('V', 0)))!;
  await copyEncoding(template, 'advideos', demoAd);
  const dateCreated = new Date().toISOString();
  const fields = { title: 'Panadería La Espiga, con la cantera', emissionPriority: 1, clubIds: [adClub] };
  await ads.create({ ...template, id: demoAd, ...fields, visible, dateCreated, uploadId: null });
}
