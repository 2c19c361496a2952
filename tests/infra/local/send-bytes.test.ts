/** Streaming files: a deleted file or a disconnect ends the response, not the process. */
import { once } from 'node:events';
import { openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { sendBytes } from '../../../infra/local/wire/send-bytes.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const folder = createTemporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Resolves to the bytes that a client has received when `answer` has finished. */
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

test('sends a file, and a range of it by path or file descriptor', async () => {
  expect(await read((response) => sendBytes(response, file))).toBe('0123456789');
  expect(await read((response) => sendBytes(response, file, { start: 2, end: 4 }))).toBe('234');
  const fd = openSync(file, 'r');
  expect(await read((response) => sendBytes(response, file, { fd, start: 8 }))).toBe('89');
});

test('cuts the response off where the file was deleted', async () => {
  expect(await read((response) => sendBytes(response, join(folder, 'gone')))).toBe('');
});

test('ignores a deleted file after the client has disconnected', async () => {
  const uncaught = vi.fn();
  process.on('uncaughtException', uncaught);
  await read(async (response) => {
    response.destroy();
    await vi.waitUntil(() => response.closed);
    await sendBytes(response, join(folder, 'gone'));
  });
  // Files are opened in order: once this one is sent, the other's error has been emitted.
  await read((response) => sendBytes(response, file));
  process.off('uncaughtException', uncaught);
  expect(uncaught).not.toHaveBeenCalled();
});
