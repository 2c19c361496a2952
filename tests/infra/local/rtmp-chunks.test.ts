/** The chunk stream of RTMP. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAmf, writeAmf } from '../../../infra/local/ivs/rtmp/amf.ts';
import type { Message } from '../../../infra/local/ivs/rtmp/chunks.ts';
import { ChunkReader, writeMessage } from '../../../infra/local/ivs/rtmp/chunks.ts';
import { cases } from '../../support/test-profile.ts';

describe('the chunk stream', () => {
  const reassemble = (reader: ChunkReader, data: Buffer, cuts: number[]) => {
    const got: Message[] = [];
    let at = 0;
    for (const cut of [...cuts, data.length]) {
      got.push(...reader.push(data.subarray(at, Math.min(data.length, at + cut))));
      at = Math.min(data.length, at + cut);
    }
    return got;
  };

  test('reassembles any messages from any fragmentation', () => {
    const message = fc.record({
      type: fc.constantFrom(8, 9, 18, 20),
      streamId: fc.constantFrom(0, 1),
      timestamp: fc.integer({ min: 0, max: 0xfffffe }),
      payload: fc.uint8Array({ minLength: 1, maxLength: 3000 }).map((bytes) => Buffer.from(bytes)),
    });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), fc.array(fc.integer({ min: 1, max: 700 })), (messages, cuts) => {
        const data = Buffer.concat(messages.map((each) => writeMessage(each, 128)));
        expect(reassemble(new ChunkReader(), data, cuts)).toEqual(messages);
      }),
      cases(),
    );
  });

  test('reads extended timestamps, repeated or not, and deltas', () => {
    const head = (format: number, ...bytes: number[]) => Buffer.from([(format << 6) | 4, ...bytes]);
    const time = Buffer.from([0x01, 0x00, 0x00, 0x00]);
    const begin = Buffer.concat([head(0, 0xff, 0xff, 0xff, 0, 0, 200, 9, 1, 0, 0, 0), time, Buffer.alloc(128, 1)]);
    for (const repeated of [true, false]) {
      const rest = Buffer.concat([head(3), ...(repeated ? [time] : []), Buffer.alloc(72, 1)]);
      const next = Buffer.concat([head(1, 0, 0, 40, 0, 0, 2, 9), Buffer.from([7, 7]), head(3), Buffer.from([8, 8])]);
      const got = reassemble(new ChunkReader(), Buffer.concat([begin, rest, next]), []);
      expect(got.map(({ timestamp }) => timestamp)).toEqual([0x1000000, 0x1000000 + 40, 0x1000000 + 80]);
      expect(got.map(({ payload }) => payload.length)).toEqual([200, 2, 2]);
    }
  });

  test('AMF0 reads what it writes, and throws only RangeError on other input', () => {
    const values = [
      'connect',
      1,
      { app: 'live', deep: { yes: true, nothing: null, number: -1.5 } },
      undefined,
    ] as const;
    expect(JSON.stringify(readAmf(writeAmf(...values)))).toBe(JSON.stringify(values));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          readAmf(Buffer.from(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      cases(2000),
    );
  });
});
