/** Timeouts of local servers: slow-loris connections are closed, slow uploads finish. */
import { globSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, listen, readBody } from '../../../infra/local/wire/http-server.ts';
import { eventually, is } from '../../support/eventually.ts';

const limits = { headerMs: 400, bodyMs: 400, bytesPerSecond: 100, idleMs: 2_000 };
let server: Emulator;
beforeAll(async () => {
  server = await listen(
    async (request, response) => {
      const body = await readBody(request).catch(() => undefined);
      if (request.url === '/silent') return;
      response.end(String(body?.length));
    },
    0,
    limits,
  );
});
afterAll(() => server.close());

interface Connection {
  socket: Socket;
  received: () => string;
  isOpen: () => boolean;
}

function openConnection(): Promise<Connection> {
  return new Promise((resolve) => {
    let text = '';
    let open = true;
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () =>
      resolve({ socket, received: () => text, isOpen: () => open }),
    );
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      open = false;
    });
  });
}

/** Sends `text` in small pieces until the connection is closed. */
async function sendSlowly({ socket, isOpen }: Connection, text: string, bytes = 1, everyMs = 50): Promise<void> {
  for (let from = 0; from < text.length && isOpen(); from += bytes) {
    socket.write(text.slice(from, from + bytes));
    await sleep(everyMs);
  }
}

test('closes 200 connections with endless headers', async () => {
  const connections = await Promise.all(Array.from({ length: 200 }, openConnection));
  await Promise.all(connections.map((one) => sendSlowly(one, `GET / HTTP/1.1\r\nx: ${'a'.repeat(200)}`)));
  expect(connections.filter(({ isOpen }) => isOpen())).toEqual([]);
});

test('closes a connection without any data', async () => {
  const { isOpen } = await openConnection();
  await eventually(isOpen, is(false));
});

test('answers 408 to a body below the minimum rate', async () => {
  const one = await openConnection();
  one.socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n');
  await sendSlowly(one, 'a'.repeat(1000));
  expect(one.isOpen()).toBe(false);
  expect(one.received()).toMatch(/^HTTP\/1.1 408 /);
});

test('receives a slow but steady body', async () => {
  const one = await openConnection();
  one.socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1200\r\n\r\n');
  // Ten times the minimum, because a busy machine sleeps for longer; three times as long as a body may take at once.
  await sendSlowly(one, 'a'.repeat(1200), 60, 60);
  await eventually(() => one.received().endsWith('\r\n\r\n1200'), is(true));
  one.socket.destroy();
});

test('closes an idle connection', async () => {
  const one = await openConnection();
  one.socket.write('GET /silent HTTP/1.1\r\nhost: x\r\n\r\n');
  await eventually(one.isOpen, is(false));
});

test('no local server is created without the timeouts', () => {
  const starting = globSync('infra/local/**/*.ts').filter((path) =>
    /createServer.* from 'node:(http|https|http2)'/.test(readFileSync(path, 'utf8')),
  );
  expect(starting).toEqual(['infra/local/wire/http-server.ts']);
});
