/**
 * Finds or installs ffmpeg and a browser: the system's, then npm packages, then the system's package manager. Prefers a
 * headless-only browser.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { findFfmpeg } from '../../infra/local/ffmpeg/ffmpeg.ts';
import { createInstallCommand, installPackage, MissingDependency } from '../../infra/toolchain/native-dependencies.ts';

/** Ensures that both are installed; otherwise prints installation instructions and exits. */
export async function prepareMachine(): Promise<void> {
  try {
    await findFfmpeg();
    process.env.CHROMIUM_PATH ??= await findChromium();
  } catch (error) {
    if (!(error instanceof MissingDependency)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** A headless shell renders the same with a third less CPU. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const browsers = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  ...['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
];

export async function findChromium(): Promise<string> {
  const found =
    process.env.CHROMIUM_PATH ??
    systemChromium(shells) ??
    (await packagedChromium()) ??
    systemChromium(browsers) ??
    installedChromium();
  if (!found) {
    const command = createInstallCommand({ debian: 'chromium', brew: '--cask chromium' });
    throw new MissingDependency(`No browser for the tests (or set CHROMIUM_PATH to one). This brings one: ${command}`);
  }
  return found;
}

function systemChromium(names: string[]): string | undefined {
  for (const name of names) {
    const found = spawnSync('sh', ['-c', `command -v '${name}'`], { encoding: 'utf8' }).stdout.trim();
    if (found && canStart(found)) return found;
  }
  return undefined;
}

/** The binary in the npm package (Linux, x64) needs system libraries, so it counts only if it starts. */
async function packagedChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    let path = await chromium.executablePath();
    if (!canStart(path)) {
      // An interrupted run may have left it incomplete.
      rmSync(path, { force: true });
      path = await chromium.executablePath();
    }
    return canStart(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

function canStart(path: string): boolean {
  return spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
}

function installedChromium(): string | undefined {
  // Some distributions have no headless shell.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const found = installPackage(name) ? systemChromium([name]) : undefined;
    if (found) return found;
  }
  return undefined;
}
