/** `npm start` with its data kept from before: seconds until the first page answers. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../infra/local/config.ts';
import type { Figure } from './figure.ts';

export async function start(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cantera-bench-start-'));
  try {
    await untilPage(dataDir, true);
    return [
      { what: '`npm start`, warm, to the first page', value: await untilPage(dataDir, false), unit: 's', limit: 5 },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Starts the product, waits for the page (and for the demo league, the first time), and stops it. */
async function untilPage(dataDir: string, first: boolean): Promise<number> {
  const names = ['WEB', 'API', 'MEDIA', 'MAIL', 'PAYMENTS', 'LIVE', 'RTMP'];
  const ports = Object.fromEntries(
    await Promise.all(names.map(async (name) => [`${name}_PORT`, String(await freePort())])),
  );
  const begin = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...ports, CANTERA_DATA: dataDir },
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  try {
    while (!(await answers(`http://localhost:${ports.WEB_PORT}/`))) await sleep(20);
    const seconds = (performance.now() - begin) / 1000;
    while (first && !output.includes('demo videos are ready')) await sleep(200);
    return seconds;
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.pid) process.kill(-child.pid, 'SIGINT');
    await ended;
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
