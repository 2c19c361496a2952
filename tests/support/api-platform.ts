/** The API tests' platform, run as a program with its data folder: startPlatformProcess is its parent. */
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startPlatform } from '../../infra/local/platform.ts';
import { endWithParent, tellParent } from './platform-process.ts';

const [dataDir = ''] = process.argv.slice(2);
// The log of a failed request says why a test got 500, such as a missing grant.
process.env.LOG_LEVEL ??= 'error';
// Lets a test send a client address as CloudFront does.
process.env.EDGE_KEY = 'edge-key-of-the-tests';
// The source page is enough: only browsers read what a build adds.
const webFolder = join(dataDir, 'web');
cpSync('web/index.html', join(webFolder, 'index.html'));
cpSync('web/insertar.html', join(webFolder, 'insertar.html'));
cpSync('web/public/robots.txt', join(webFolder, 'robots.txt'));
const ports = { web: 0, api: 0, media: 0, mail: 0, payments: 0, live: 0, rtmp: 0 };
const platform = await startPlatform({
  config: { dataDir, ports },
  // Scheduled jobs act on the data of all tests, and would do so at a random moment of each: tests run them by name.
  minuteMs: 3_600_000,
  playlistIntervalMs: 1_000,
  keepsDatabase: false,
  webFolder,
  // Set CANTERA_BUNDLES=dist/functions after `npm run build` to test the deployed bundles.
  bundles: process.env.CANTERA_BUNDLES && resolve(process.env.CANTERA_BUNDLES),
});
endWithParent(platform);
tellParent(platform);
