/** The product as users start it: `npm start` on free ports with a temporary data folder. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../infra/local/config.ts';
import { findFreePort } from '../../infra/local/dynamo/dynamo.ts';

interface Product {
  /** Time from the command to the first page. */
  seconds: number;
  /** Process id of npm, the parent of the others. */
  pid: number;
  stop(): Promise<void>;
}

const names = ['WEB', 'API', 'MEDIA', 'MAIL', 'PAYMENTS', 'LIVE', 'RTMP'] as const;

/** Starts the product; waits for its first page, and for output that contains `saying`. */
export async function startProduct(dataDir: string, saying = ''): Promise<Product> {
  const ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await findFreePort()] as const)));
  const variables = Object.fromEntries(Object.entries(ports).map(([name, port]) => [`${name}_PORT`, String(port)]));
  const begin = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...variables, CANTERA_DATA: dataDir },
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.pid) process.kill(-child.pid, 'SIGINT');
    await ended;
  };
  while (!(await answers(`http://localhost:${ports.WEB}/`))) await sleep(20);
  const seconds = (performance.now() - begin) / 1000;
  while (!output.includes(saying)) await sleep(200);
  return { seconds, pid: child.pid ?? 0, stop };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
