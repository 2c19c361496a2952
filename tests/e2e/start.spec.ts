/**
 * `npm start` as users run it: starts quickly, answers, and ends without leftovers on Ctrl-C, even during an encoding.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoAccounts, root } from '../../infra/local/config.ts';
import { encodingLimit } from '../support/limits.ts';
import { findDescendants, readCommand } from './support/processes.ts';
import { alone, expect, test } from './support/test.ts';

test.describe.configure({ mode: 'serial' });

let dataDir = '';
const running: ChildProcess[] = [];

test.beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cantera-start-'));
});

test.afterAll(() => {
  for (const { pid, exitCode, signalCode } of running) {
    if (pid && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
  }
  rmSync(dataDir, { recursive: true, force: true });
});

test(
  'creates the league on the first `npm start`, answers, and ends on Ctrl-C during an encoding',
  alone,
  async ({ page }) => {
    const start = await npmStart();
    console.log(`  first start: ${start.seconds} s`);
    for (const email of Object.values(demoAccounts)) expect(start.output()).toContain(email);
    const [films, addresses] = ['The demo films are being made', '  Web '].map((text) => start.output().indexOf(text));
    expect(films).toBeGreaterThan(-1);
    expect(films).toBeLessThan(Number(addresses));
    await page.goto(start.address('Web'));
    await expect(page).toHaveTitle(/Cantera TV/);
    await page.goto(`${start.address('Web')}/home`);
    await expect(page.getByText(/^Preparando los videos de ejemplo.*npm run demo:camera/)).toBeVisible();
    const second = await refusedStart(start.ports);
    expect(second).toContain(`uses ports ${start.ports.WEB_PORT} (WEB_PORT)`);
    expect((await page.request.get(`${start.address('API')}/clubs`)).status()).toBe(200);
    await expect.poll(() => commandsBelow(start.npm), { timeout: encodingLimit }).toContain('ffmpeg');
    await pressCtrlC(start.npm);
  },
);

test('answers on the second `npm start` and ends on Ctrl-C', alone, async ({ page }) => {
  const start = await npmStart();
  console.log(`  second start: ${start.seconds} s`);
  await page.goto(start.address('Web'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await pressCtrlC(start.npm);
});

const names = ['WEB_PORT', 'API_PORT', 'MEDIA_PORT', 'MAIL_PORT', 'PAYMENTS_PORT', 'LIVE_PORT', 'RTMP_PORT'];

/** Starts a second product on the ports of the first; returns what it says as it gives up. */
async function refusedStart(ports: Record<string, string>): Promise<string> {
  const second = startNpm({ ...ports, CANTERA_DATA: join(dataDir, 'second') });
  let output = '';
  second.stderr.on('data', (text) => (output += text));
  expect(await once(second, 'close')).toEqual([1, null]);
  return output;
}

function startNpm(env: Record<string, string>) {
  return spawn('npm', ['start'], {
    cwd: root,
    // A process group, as in a terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutPlatform(process.env), ...env },
  });
}

async function npmStart() {
  const found = await findFreePorts(names.length);
  const ports = Object.fromEntries(names.map((name, index) => [name, String(found[index])]));
  const begun = performance.now();
  const npm = startNpm({ ...ports, CANTERA_DATA: dataDir });
  running.push(npm);
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (output += text));
  const address = (name: string) => new RegExp(`^  ${name} +(http\\S+)`, 'm').exec(output)?.[1] ?? '';
  await expect
    .poll(() => npm.exitCode ?? (address('Web') && fetch(address('Web')).then((answer) => answer.status)), {
      intervals: [50],
      // The first start builds the web app.
      timeout: encodingLimit,
    })
    .toBe(200)
    .catch((error: Error) => {
      throw new Error(`${error.message}\n${output.slice(-1_500)}`);
    });
  return { npm, ports, output: () => output, address, seconds: Math.round((performance.now() - begun) / 100) / 10 };
}

/** Sends the signal to the whole group, as a terminal does. */
async function pressCtrlC(npm: ChildProcess): Promise<void> {
  const processIds = findDescendants(npm.pid ?? 0);
  expect(processIds.length).toBeGreaterThan(2);
  const ended = once(npm, 'exit');
  process.kill(-(npm.pid ?? 0), 'SIGINT');
  await ended;
  await expect.poll(() => processIds.filter(isAlive)).toEqual([]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const commandsBelow = (npm: ChildProcess) =>
  findDescendants(npm.pid ?? 0)
    .map(readCommand)
    .join('\n');

/** Hides the environment of the other tests' platform. */
function withoutPlatform(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own =
    /^(AWS_|STAGE$|TABLE_PREFIX$|USER_POOL|MEDIA|WEB_ORIGIN$|CAPTCHA|PLAYBACK|RECORDING|STREAM_|UPLOADS|CATALOGUE|LOG_LEVEL)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)));
}

/**
 * Finds different ports: none is released before all are found. They are below the ephemeral range, from which other
 * tests get theirs.
 */
async function findFreePorts(count: number): Promise<number[]> {
  const servers: Server[] = [];
  while (servers.length < count) {
    const server = createServer().listen(10_000 + Math.floor(20_000 * Math.random()), '127.0.0.1');
    await once(server, 'listening').then(
      () => servers.push(server),
      () => undefined,
    );
  }
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  for (const server of servers) server.close();
  return ports;
}
