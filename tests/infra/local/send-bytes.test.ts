/** Files as answers: what happens to a file or to its reader in the middle ends that answer, never the platform. */
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { sendBytes } from '../../../infra/local/wire/send-bytes.ts';

const folder = mkdtempSync(join(tmpdir(), 'bytes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a reader has got when `answer` has sent all that it sends. */
async function read(answer: (response: ServerResponse) => Promise<void>): Promise<string> {
  let sent = Promise.resolve();
  const server = createServer((_, response) => {
    sent = answer(response);
  });
  await once(server.listen(0), 'listening');
  const text = await fetch(`http://localhost:${(server.address() as AddressInfo).port}`)
    .then((response) => response.text())
    .catch(() => '');
  await sent;
  server.close();
  return text;
}

const file = join(folder, 'whole');
writeFileSync(file, '0123456789');

test('a file, and a part of it by its path or as it was opened', async () => {
  expect(await read((response) => sendBytes(response, file))).toBe('0123456789');
  expect(await read((response) => sendBytes(response, file, { start: 2, end: 4 }))).toBe('234');
  const fd = openSync(file, 'r');
  expect(await read((response) => sendBytes(response, file, { fd, start: 8 }))).toBe('89');
});

test('a file that was deleted in the meantime breaks the answer off', async () => {
  expect(await read((response) => sendBytes(response, join(folder, 'gone')))).toBe('');
});

test('a file that was deleted after its reader had left is nobody’s error', async () => {
  const uncaught = vi.fn();
  process.on('uncaughtException', uncaught);
  await read(async (response) => {
    response.destroy();
    await vi.waitUntil(() => response.closed);
    await sendBytes(response, join(folder, 'gone'));
  });
  // Files are opened in turn: when this one has been sent, the other's error has been heard.
  await read((response) => sendBytes(response, file));
  process.off('uncaughtException', uncaught);
  expect(uncaught).not.toHaveBeenCalled();
});
