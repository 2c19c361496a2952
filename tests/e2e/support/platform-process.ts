/**
 * The platform of the end-to-end tests as a process of its own, so that neither the test runner nor its translation of
 * TypeScript stands between the product and Node. Takes the data folder, tells its parent the addresses and the
 * functions' environment, and ends when the parent lets go of it, however that one ends.
 */
import { mkdirSync } from 'node:fs';
import { ads } from '../../../functions/recordings/ads/store.ts';
import { startPlatform } from '../../../infra/local/platform.ts';
import { demoAd } from '../../../infra/local/seed/ad.ts';
import { seedLeague } from '../../../infra/local/seed/league.ts';
import { buildWeb } from '../../../infra/local/web-build.ts';
import { functionEnvironment } from '../../support/function-environment.ts';

const [dataDir = ''] = process.argv.slice(2);
process.env.LOG_LEVEL ??= 'silent';
mkdirSync(dataDir, { recursive: true });

const webFolder = await buildWeb(dataDir);
const ports = { web: 0, api: 0, media: 0, mail: 0, payments: 0, live: 0, rtmp: 0 };
const config = { dataDir, ports, analyticsId: 'G-E2ETESTS00' };
// Nobody waits half a minute until a live can be wound back.
const platform = await startPlatform({ config, webFolder, playlistIntervalMs: 4_000 });

let closing = false;
async function close(code = 0): Promise<void> {
  if (closing) return;
  closing = true;
  await platform.close();
  process.exit(code);
}
void platform.crashed.then((error) => {
  console.error(`The platform of the tests: ${error.message}`);
  return close(1);
});
process.on('disconnect', () => void close());
// Ctrl-C reaches the whole group: the runner ends its tests first and lets go of us afterwards.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => void close());

// One real encoding, in full size for all renditions, of few pictures; the other videos are copies of it.
const league = await seedLeague({
  dataDir,
  progress: () => undefined,
  clips: { heights: [1080], seconds: 14, framesPerSecond: 10 },
});
await league.videos;
// An ad belongs into the tests that show one.
await ads.change(demoAd, (ad) => ({ ...ad, visible: false }));
process.send?.({ addresses: platform.addresses, environment: { ...functionEnvironment(), E2E_WEB_FOLDER: webFolder } });
