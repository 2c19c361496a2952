/** Streams a file into a response; tolerates disconnected clients and deleted files. */
import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/**
 * Sends a file, or its bytes from `start` to `end` (inclusive). Never rejects: on an error the response is cut off, as
 * by the service.
 */
export async function sendBytes(
  response: ServerResponse,
  path: string,
  range: { start?: number; end?: number; fd?: number } = {},
): Promise<void> {
  const bytes = createReadStream(path, { ...range, highWaterMark: 256 * 1024 });
  // `pipeline` adds no error listener once the response is closed, and an unhandled error of the stream would end the
  // process.
  bytes.on('error', () => response.destroy());
  await pipeline(bytes, response).catch(() => {
    bytes.destroy();
    response.destroy();
  });
}
