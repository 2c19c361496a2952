/** The RTMP server with a real encoder (ffmpeg) and with clients that speak something else. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { writeAmf } from '../../../infra/local/ivs/rtmp/amf.ts';
import { writeMessage } from '../../../infra/local/ivs/rtmp/chunks.ts';
import type { MediaTag, Publication } from '../../../infra/local/ivs/rtmp/rtmp.ts';
import { startRtmp } from '../../../infra/local/ivs/rtmp/rtmp.ts';
import type { Emulator } from '../../../infra/local/wire/http-server.ts';
import { Encoder } from '../../support/encoder.ts';
import { eventually } from '../../support/eventually.ts';

let server: Emulator;
let publications: (Publication & { bytes: number })[] = [];

async function start(silenceMs?: number) {
  publications = [];
  server = await startRtmp({
    port: 0,
    silenceMs,
    authorise: async (app, key) => {
      await sleep(20);
      if (app !== 'live' || key !== 'sk_good') return undefined;
      return (publication) => {
        const seen = Object.assign(publication, { bytes: 0 });
        publications.push(seen);
        publication.tags.on('data', ({ payload }: MediaTag) => {
          seen.bytes += payload.length;
        });
      };
    },
  });
}

afterEach(() => server.close());

/** Streams a test picture with ffmpeg; resolves to its exit code. */
async function push(key: string, seconds: number, output: string[] = [], picture?: string): Promise<number> {
  const encoder = await Encoder.start(`${server.url}/live/${key}`, { size: '320x180', picture, seconds, output });
  return encoder.waitForEnd();
}

test('[B-CAM-23] publishes tags and encoder metadata with a valid key', async () => {
  await start();
  expect(await push('sk_good', 1)).toBe(0);
  const [publication] = publications;
  expect(publication?.bytes).toBeGreaterThan(10_000);
  expect(publication?.metadata).toMatchObject({ width: 320, height: 180, framerate: 25 });
  expect(publication?.avc).toMatch(/^42c0/);
  await eventually(() => publication?.tags.readableEnded, Boolean);
});

test.each([
  ['pictures that cannot be copied into the playlist', ['-c:v', 'flv']],
  ['MP3 sound, which no browser plays in live streams', ['-c:a', 'libmp3lame']],
  ['Nellymoser sound', ['-c:a', 'nellymoser', '-ac', '1']],
])('rejects %s', async (_, output) => {
  await start();
  expect(await push('sk_good', 5, output)).not.toBe(0);
});

test('[B-CAM-23] keeps an encoder whose data waits for longer than the limit of silence', async () => {
  await start(300);
  const ended = push('sk_good', 30, [], 'testsrc2=size=320x180:rate=25');
  const publication = await eventually(() => publications[0]);
  // The reader is busy, as while it looks at the first segment.
  publication?.tags.pause();
  await sleep(1500);
  expect(publication?.readSilenceMs()).toBeLessThan(300);
  publication?.tags.resume();
  expect(await ended).toBe(0);
});

const message = (type: number, payload: Buffer) => writeMessage({ type, streamId: 0, timestamp: 0, payload }, 128);
const greeting = Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1536)]);
const nested = Array.from({ length: 50 }, () => Buffer.from([3, 0, 1, 97]));

test.each<[string, ...Buffer[]]>([
  ['HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['an oversized message', greeting, Buffer.from([3, 0, 0, 0, 0xff, 0xff, 0xff, 20, 0, 0, 0, 0])],
  [
    'too many chunk streams',
    greeting,
    ...Array.from({ length: 38 }, (_, id) =>
      Buffer.concat([Buffer.from([id + 2, 0, 0, 0, 0, 1, 0, 20, 0, 0, 0, 0]), Buffer.alloc(128)]),
    ),
  ],
  ['a chunk size of none', greeting, message(1, Buffer.from([0x80, 0, 0, 0]))],
  [
    'deeply nested objects',
    greeting,
    message(20, Buffer.concat([writeAmf('connect', 1), ...nested, Buffer.from([5])])),
  ],
  ['a player', greeting, message(20, writeAmf('play', 0, null, 'sk_good'))],
])('%s ends the connection, not the server', async (_, ...bytes) => {
  await start();
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(Buffer.concat(bytes));
  socket.resume();
  await once(socket, 'close');
  expect(await push('sk_good', 0.5)).toBe(0);
});
