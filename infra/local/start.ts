/** `npm start`: runs the whole product on this machine. */
import { mkdirSync, rmSync } from 'node:fs';
import { readArguments } from '../toolchain/arguments.ts';
import { MissingDependency } from '../toolchain/native-dependencies.ts';
import { demoAccounts, demoPassword, readLocalConfig } from './config.ts';
import { findFfmpeg } from './ffmpeg/ffmpeg.ts';
import { startPlatform } from './platform.ts';
import { seedLeague } from './seed/league.ts';
import { buildWeb } from './web-build.ts';

const usage = `npm start [-- options]

Starts the whole product on this machine with its demo league. Ctrl-C stops it; data is kept.

  --fresh  deletes the kept data first
  --large  adds a league of 1,000 clubs, 5,000 events and 10,000 videos
  --help   shows this text`;

const { values: options } = readArguments(usage, {
  fresh: { type: 'boolean', default: false },
  large: { type: 'boolean', default: false },
});
const config = readLocalConfig();
process.env.LOG_LEVEL ??= 'warn';

const startedAt = performance.now();
if (options.fresh) rmSync(config.dataDir, { recursive: true, force: true });
mkdirSync(config.dataDir, { recursive: true });

// Fails before the start where the web app does not build or ffmpeg is missing.
const [webFolder] = await Promise.all([buildWeb(config.dataDir), findFfmpeg()]).catch(exitWithMessage);
const platform = await startPlatform({ config, webFolder, cachesAtEdge: true }).catch(exitWithMessage);
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
void platform.crashed.then((error) => {
  console.error(`Cantera TV stopped: ${error.message}`);
  return stop(1);
});

const seeded = await seedLeague({
  dataDir: config.dataDir,
  progress: (text) => console.log(text),
  large: options.large,
});

let hasAllVideos = false;
const videos = seeded.videos.then(() => {
  hasAllVideos = true;
  platform.announce('');
});
// From the second start on, the videos exist and no notice is shown.
await Promise.race([videos, new Promise((resolve) => setTimeout(resolve, 1000))]).catch(() => undefined);
if (!hasAllVideos) platform.announce('Preparando los videos de ejemplo: tardan unos minutos');

const { addresses } = platform;
console.log(`
Cantera TV is up (${((performance.now() - startedAt) / 1000).toFixed(1)} s).

  Web            ${addresses.web}
  API            ${addresses.api}   (reference: ${addresses.api}/docs)
  Media          ${addresses.media}
  Mail inbox     ${addresses.mail}
  Payment pages  ${addresses.payments}
  RTMP ingest    ${addresses.rtmp}

  Password of every account: ${demoPassword}
  Admin          ${demoAccounts.admin}
  Club staff     ${demoAccounts.staff}
  Subscriber     ${demoAccounts.subscriber}
  Basic          ${demoAccounts.basic}

Ctrl-C stops everything. Data is kept in ${config.dataDir}; "npm start -- --fresh" deletes it.`);

await videos.catch((error: unknown) => {
  if (!isStopping) console.error(`${error instanceof Error ? error.message : error}\nThe next "npm start" retries.`);
});

/** Explains a missing native dependency or a port in use. */
function exitWithMessage(error: unknown): never {
  if (error instanceof MissingDependency) {
    console.error(error.message);
    process.exit(1);
  }
  const { code, port } = error as { code?: string; port?: number };
  if (code !== 'EADDRINUSE') throw error;
  console.error(
    `Port ${port} is in use: stop the program that uses it, or choose another port (WEB_PORT, API_PORT, MEDIA_PORT, …).`,
  );
  process.exit(1);
}

async function stop(code = 0): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  console.log('\nStopping…');
  await platform.close();
  process.exit(code);
}
