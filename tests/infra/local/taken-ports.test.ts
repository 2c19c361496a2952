/** `npm start` beside another program: it names the ports in use, and takes none of them. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readLocalConfig } from '../../../infra/local/config.ts';
import { describeStart } from '../../../infra/local/start-notice.ts';
import { describeTakenPorts, findTakenPorts } from '../../../infra/local/taken-ports.ts';

let other: Server | undefined;
afterEach(() => other?.close());

const free = Object.fromEntries(Object.keys(readLocalConfig({}).ports).map((name) => [name, 0])) as ReturnType<
  typeof readLocalConfig
>['ports'];

// A browser that is told `localhost` goes to ::1 first, where our own listening on 127.0.0.1 would succeed.
test.each(['127.0.0.1', '::1'])('finds a port on which another program listens at %s', async (host) => {
  other = createServer().listen(0, host);
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const ports = { ...free, live: port };
  expect(await findTakenPorts(ports)).toEqual(['live']);
  const text = describeTakenPorts(['live'], ports);
  expect(text).toContain(`uses port ${port} (LIVE_PORT).`);
  expect(text).toContain(`LIVE_PORT=${port + 100} npm start`);
});

test('finds nothing where the ports are free', async () => {
  expect(await findTakenPorts(free)).toEqual([]);
});

test.each([
  [false, false, /^Preparando los videos de ejemplo.*npm run demo:camera/],
  [true, false, /^Ninguna cámara emite: «npm run demo:camera»/],
  [false, true, /^Preparando los videos de ejemplo: tardan unos minutos\.$/],
  [true, true, /^$/],
])('the notice of a start with all videos: %s, on air: %s', (hasAllVideos, isOnAir, text) => {
  expect(describeStart({ hasAllVideos, isOnAir })).toMatch(text);
});
