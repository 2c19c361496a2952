/** `npm start`: runs the whole product on this machine. */
import { mkdirSync, rmSync } from 'node:fs';
import { isOnAir as isSourceOnAir } from '../../functions/broadcast/live/rules.ts';
import { sources } from '../../functions/broadcast/live/store.ts';
import { readArguments } from '../toolchain/arguments.ts';
import { MissingDependency } from '../toolchain/native-dependencies.ts';
import { demoAccounts, demoPassword, readLocalConfig } from './config.ts';
import { findFfmpeg } from './ffmpeg/ffmpeg.ts';
import { startPlatform } from './platform.ts';
import { hasDemoVideos, seedLeague } from './seed/league.ts';
import { describeStart } from './start-notice.ts';
import { describeTakenPorts, findTakenPorts } from './taken-ports.ts';
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

/** Milliseconds between looks at the cameras, for the notice. */
const announceMs = 5_000;

const startedAt = performance.now();
const taken = await findTakenPorts(config.ports);
if (taken.length > 0) {
  console.error(describeTakenPorts(taken, config.ports));
  process.exit(1);
}
if (options.fresh) rmSync(config.dataDir, { recursive: true, force: true });
mkdirSync(config.dataDir, { recursive: true });

// Fails before the start where the web app does not build or ffmpeg is missing.
const [webFolder] = await Promise.all([buildWeb(config.dataDir), findFfmpeg()]).catch(exitWithMessage);
const platform = await startPlatform({ config, webFolder, cachesAtEdge: true }).catch(exitWithMessage);
// A page that opens before the league is made says why it has no films yet.
let hasAllVideos = hasDemoVideos(config.dataDir);
platform.announce(describeStart({ hasAllVideos, isOnAir: false }));
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

const videos = seeded.videos.then(() => {
  hasAllVideos = true;
});
if (!hasAllVideos)
  console.log('The demo films are being made: each appears when it is ready, all of them in some minutes.');
const announceStart = async () => {
  const isOnAir = (await sources.rows()).some((row) => isSourceOnAir(row, Date.now()));
  platform.announce(describeStart({ hasAllVideos, isOnAir }));
};
const announcing = setInterval(() => void announceStart().catch(() => undefined), announceMs);

const { addresses } = platform;
console.log(`
Cantera TV is up (${((performance.now() - startedAt) / 1000).toFixed(1)} s).

  Web            ${addresses.web}
  API            ${addresses.api}   (reference: ${addresses.api}/openapi.json)
  Media          ${addresses.media}
  Mail inbox     ${addresses.mail}
  Payment pages  ${addresses.payments}
  RTMP ingest    ${addresses.rtmp}

  No camera is on: "npm run demo:camera", in another terminal, puts one on air.

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
  clearInterval(announcing);
  console.log('\nStopping…');
  await platform.close();
  process.exit(code);
}
