/** The RTMP server with a real encoder (ffmpeg) and with hostile clients. */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { writeAmf } from '../../../infra/local/ivs/rtmp/amf.ts';
import { writeMessage } from '../../../infra/local/ivs/rtmp/chunks.ts';
import type { MediaTag, Publication, RtmpOptions } from '../../../infra/local/ivs/rtmp/rtmp.ts';
import { startRtmp } from '../../../infra/local/ivs/rtmp/rtmp.ts';
import type { Emulator } from '../../../infra/local/wire/http-server.ts';
import { Encoder } from '../../support/encoder.ts';
import { eventually } from '../../support/eventually.ts';
import { cases } from '../../support/test-profile.ts';

let server: Emulator;
let publications: (Publication & { bytes: number })[] = [];

async function start(limits?: RtmpOptions['limits']) {
  publications = [];
  server = await startRtmp({
    port: 0,
    limits,
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
  await start({ silenceMs: 300 });
  const ended = push('sk_good', 30, [], 'testsrc2=size=320x180:rate=25');
  const publication = await eventually(
    () => publications[0],
    (one) => one !== undefined,
  );
  // The reader is busy, as while it looks at the first segment.
  publication?.tags.pause();
  await sleep(1500);
  expect(publication?.readSilenceMs()).toBeLessThan(300);
  publication?.tags.resume();
  expect(await ended).toBe(0);
});

describe('hostile peers', () => {
  const dial = async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.on('error', () => {});
    return socket;
  };
  const waitForClose = (socket: Socket) =>
    new Promise<void>(
      (resolve) => void (socket.destroyed ? resolve() : socket.resume().once('close', () => resolve())),
    );
  const greet = (socket: Socket) =>
    socket.write(Buffer.concat([Buffer.from([3]), randomBytes(1536), randomBytes(1536)]));
  const command = (...values: Parameters<typeof writeAmf>) =>
    writeMessage({ type: 20, streamId: 0, timestamp: 0, payload: writeAmf(...values) }, 128);

  test('closes a connection that sends no key in time', async () => {
    await start({ authenticationMs: 300 });
    const silent = await dial();
    const greeted = await dial();
    greet(greeted);
    const connected = await dial();
    greet(connected);
    connected.write(command('connect', 1, { app: 'live' }));
    const begun = Date.now();
    await Promise.all([waitForClose(silent), waitForClose(greeted), waitForClose(connected)]);
    // Far below the default of ten seconds.
    expect(Date.now() - begun).toBeLessThan(5000);
  });

  test('oversized messages, too many chunk streams, HTTP and garbage end the connection, not the server', async () => {
    await start();
    const attacks: ((socket: Socket) => void)[] = [
      (socket) => void socket.write('GET / HTTP/1.1\r\n\r\n'),
      (socket) => {
        greet(socket);
        socket.write(Buffer.from([3, 0, 0, 0, 0xff, 0xff, 0xff, 20, 0, 0, 0, 0]));
      },
      (socket) => {
        greet(socket);
        for (let id = 2; id < 40; id++)
          socket.write(Buffer.concat([Buffer.from([id, 0, 0, 0, 0, 1, 0, 20, 0, 0, 0, 0]), Buffer.alloc(128)]));
      },
      (socket) => {
        greet(socket);
        socket.write(writeMessage({ type: 1, streamId: 0, timestamp: 0, payload: Buffer.from([0x80, 0, 0, 0]) }, 128));
      },
      (socket) => {
        greet(socket);
        // Deeply nested objects.
        const nested = Buffer.concat([
          writeAmf('connect', 1),
          ...Array.from({ length: 50 }, () => Buffer.from([3, 0, 1, 97])),
          Buffer.from([5]),
        ]);
        socket.write(writeMessage({ type: 20, streamId: 0, timestamp: 0, payload: nested }, 128));
      },
      (socket) => {
        greet(socket);
        socket.write(command('play', 0, null, 'sk_good'));
      },
    ];
    for (const attack of attacks) {
      const socket = await dial();
      attack(socket);
      await waitForClose(socket);
    }
    expect(await push('sk_good', 0.5)).toBe(0);
  });

  test('incomplete, repeated and misordered commands are answered or closed, without a crash', async () => {
    await start();
    for (const messages of [
      [command('connect', 1)],
      [
        command('connect', 1, { app: 'live' }),
        command('connect', 2, { app: 'live' }),
        command('createStream', 3, null),
      ],
      [command('publish', 1, null, 'sk_good', 'live')],
      [
        command('deleteStream', 1, null, 1),
        command('publish', 1, null, 'sk_bad'),
        command('publish', 2, null, 'sk_good'),
      ],
      [command(null, undefined), command(5, 'x'), command('__proto__', 1, { __proto__: null })],
    ]) {
      const socket = await dial();
      greet(socket);
      for (const message of messages) socket.write(message);
      await sleep(60);
      socket.destroy();
    }
    expect(await push('sk_good', 0.5)).toBe(0);
  });

  test('survives random bytes at every stage', async () => {
    await start();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 6000 }), fc.constantFrom(0, 1, 2), async (noise, stage) => {
        const socket = await dial();
        if (stage > 0) greet(socket);
        if (stage > 1) socket.write(command('connect', 1, { app: 'live' }));
        socket.write(noise);
        await sleep(2);
        socket.destroy();
      }),
      cases(50, 500),
    );
    expect(await push('sk_good', 0.5)).toBe(0);
  });
});
