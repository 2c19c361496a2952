/** Builds the web app and seeds the demo league before the end-to-end tests: prepare-data.ts <data folder>. */
import { startPlatformProcess } from '../../support/platform-process.ts';
import './short-windows.ts';

const [dataDir = ''] = process.argv.slice(2);
const platform = await startPlatformProcess('tests/e2e/support/platform-process.ts', dataDir);
await platform.stop();
