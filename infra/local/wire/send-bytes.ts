/** The bytes of a file as the rest of an answer, whatever becomes of the file or of who asked meanwhile. */
import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/**
 * Sends a file, or `start` to `end` of it (bytes, both included). Somebody who hangs up is no error, and neither is a
 * file that was deleted after its size was told: the answer breaks off, as it does at the service.
 */
export async function sendBytes(
  response: ServerResponse,
  path: string,
  range: { start?: number; end?: number; fd?: number } = {},
): Promise<void> {
  const bytes = createReadStream(path, { ...range, highWaterMark: 256 * 1024 });
  // `pipeline` does not listen to a file whose reader has left already, and an error that nobody hears ends the process.
  bytes.on('error', () => response.destroy());
  await pipeline(bytes, response).catch(() => {
    bytes.destroy();
    response.destroy();
  });
}
