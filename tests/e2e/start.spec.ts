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
    await page.goto(start.address('Web'));
    await expect(page).toHaveTitle(/Cantera TV/);
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

async function npmStart() {
  const names = ['WEB_PORT', 'API_PORT', 'MEDIA_PORT', 'MAIL_PORT', 'PAYMENTS_PORT', 'LIVE_PORT', 'RTMP_PORT'];
  const ports = await findFreePorts(names.length);
  const begun = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    // A process group, as in a terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...withoutPlatform(process.env),
      CANTERA_DATA: dataDir,
      ...Object.fromEntries(names.map((name, index) => [name, String(ports[index])])),
    },
  });
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
  return { npm, output: () => output, address, seconds: Math.round((performance.now() - begun) / 100) / 10 };
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
