/** RTMP chunk stream (spec 5.3). Reads with hard limits, because peers are untrusted; writes full headers only. */

export interface Message {
  type: number;
  streamId: number;
  /** Milliseconds; wraps after 49 days. */
  timestamp: number;
  payload: Buffer;
}

export const messageType = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  dataAmf3: 15,
  commandAmf3: 17,
  data: 18,
  command: 20,
  aggregate: 22,
};

interface ChunkStream {
  timestamp: number;
  delta: number;
  /** Extended 32-bit timestamp, repeated before each further chunk. */
  extended?: number;
  length: number;
  type: number;
  streamId: number;
  parts: Buffer[];
  received: number;
}

/** Bytes; the length of a message has 24 bits. */
const longestMessage = 0xffffff;

/** The peer violated the protocol or a limit; its connection ends. */
export class ProtocolError extends Error {}

export class ChunkReader {
  chunkSize = 128;
  /** Bytes; raised once the publisher is authorised. */
  maxMessage = 64 * 1024;
  readonly #streams = new Map<number, ChunkStream>();
  /** Last header of the connection, in any chunk stream. */
  #lastHeader: Pick<ChunkStream, 'length' | 'type' | 'streamId'> | undefined;
  #pending: Buffer = Buffer.alloc(0);

  /** Yields complete messages lazily, because a message can change how the following bytes are parsed. */
  *push(data: Buffer): Generator<Message> {
    this.#pending = this.#pending.length > 0 ? Buffer.concat([this.#pending, data]) : data;
    for (;;) {
      const chunk = this.#readChunk(this.#pending);
      if (!chunk) return;
      this.#pending = this.#pending.subarray(chunk.size);
      if (!chunk.message) continue;
      if (chunk.message.type === messageType.setChunkSize) this.#setChunkSize(chunk.message.payload);
      else if (chunk.message.type === messageType.abort) this.#abort(chunk.message.payload);
      else yield chunk.message;
    }
  }

  #setChunkSize(payload: Buffer) {
    const size = payload.length >= 4 ? payload.readUInt32BE() : 0;
    if (size < 1 || size > 0x7fffffff) throw new ProtocolError(`chunk size ${size}`);
    // A larger chunk size means the same, because no message is longer.
    this.chunkSize = Math.min(size, longestMessage);
  }

  #abort(payload: Buffer) {
    const stream = this.#streams.get(payload.length >= 4 ? payload.readUInt32BE() : -1);
    if (stream) Object.assign(stream, { parts: [], received: 0 });
  }

  /** Reads one chunk from the start of `data`; undefined while it is incomplete. */
  #readChunk(data: Buffer): { size: number; message?: Message } | undefined {
    if (data.length < 3) return undefined;
    const format = data.readUInt8(0) >> 6;
    let id = data.readUInt8(0) & 63;
    let at = 1;
    if (id === 0) id = 64 + data.readUInt8(at++);
    else if (id === 1) {
      id = 64 + data.readUInt16LE(at);
      at += 2;
    }
    const headerSize = [11, 7, 3, 0][format] ?? 0;
    if (data.length < at + headerSize) return undefined;

    const previous = this.#streams.get(id);
    // Some encoders open a chunk stream with a short header, which repeats the connection's last one.
    if (!previous && format > 1 && !this.#lastHeader) throw new ProtocolError('a short header with nothing to repeat');
    if (!previous && this.#streams.size >= 16) throw new ProtocolError('too many chunk streams');
    const stream: ChunkStream = previous
      ? { ...previous }
      : { length: 0, type: 0, streamId: 0, ...this.#lastHeader, timestamp: 0, delta: 0, parts: [], received: 0 };
    const isFirstChunk = stream.received === 0;
    if (!isFirstChunk && format !== 3) throw new ProtocolError('a header in the middle of a message');

    const field = format < 3 ? data.readUIntBE(at, 3) : 0;
    if (format <= 1) {
      stream.length = data.readUIntBE(at + 3, 3);
      stream.type = data.readUInt8(at + 6);
      if (stream.length > this.maxMessage) throw new ProtocolError(`a message of ${stream.length} bytes`);
    }
    if (format === 0) stream.streamId = data.readUInt32LE(at + 7);
    at += headerSize;

    let time = field;
    if (format < 3) stream.extended = undefined;
    if (field === 0xffffff || stream.extended !== undefined) {
      if (data.length < at + 4) return undefined;
      const value = data.readUInt32BE(at);
      if (format < 3) {
        stream.extended = value;
        time = value;
        at += 4;
        // Some encoders omit the repetition: then these four bytes are payload.
      } else if (value === stream.extended) at += 4;
    }
    if (isFirstChunk) {
      if (format === 0) [stream.timestamp, stream.delta] = [time, 0];
      else {
        if (format < 3) stream.delta = time;
        stream.timestamp = (stream.timestamp + stream.delta) >>> 0;
      }
    }

    const size = Math.min(this.chunkSize, stream.length - stream.received);
    if (data.length < at + size) return undefined;
    // Copies the bytes, because a slice would retain the whole network buffer.
    stream.parts.push(Buffer.from(data.subarray(at, at + size)));
    stream.received += size;
    const { type, streamId, timestamp, length } = stream;
    this.#lastHeader = { type, streamId, length };
    const complete = stream.received === stream.length;
    const payload = complete ? Buffer.concat(stream.parts) : undefined;
    if (complete) Object.assign(stream, { parts: [], received: 0 });
    this.#streams.set(id, stream);
    return { size: at + size, message: payload && { type, streamId, timestamp, payload } };
  }
}

/** Encodes a message in chunks of `chunkSize`; commands use chunk stream 3, protocol control 2. */
export function writeMessage({ type, streamId, timestamp, payload }: Message, chunkSize: number): Buffer {
  const id = type < 7 ? 2 : 3;
  const header = Buffer.alloc(12);
  header.writeUInt8(id, 0);
  header.writeUIntBE(Math.min(timestamp, 0xfffffe), 1, 3);
  header.writeUIntBE(payload.length, 4, 3);
  header.writeUInt8(type, 7);
  header.writeUInt32LE(streamId, 8);
  const parts: Buffer[] = [header];
  for (let at = 0; at < payload.length; at += chunkSize) {
    if (at > 0) parts.push(Buffer.from([0xc0 | id]));
    parts.push(payload.subarray(at, at + chunkSize));
  }
  return Buffer.concat(parts);
}
