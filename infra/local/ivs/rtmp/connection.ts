/** An encoder's RTMP connection: handshake, commands, then tags of audio and video. */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import type { AmfValue } from './amf.ts';
import { readAmf, readReadableAmf, writeAmf } from './amf.ts';
import type { Message } from './chunks.ts';
import { ChunkReader, messageType, ProtocolError, writeMessage } from './chunks.ts';
import { toPlainAudio, toPlainVideo } from './enhanced.ts';
import { IngestMeter } from './meter.ts';

/** An audio or video tag as FLV defines it. */
export interface MediaTag {
  kind: 'video' | 'audio';
  /** Milliseconds; wraps after 49 days. */
  timestamp: number;
  payload: Buffer;
}

export interface Publication {
  /** Stream of `MediaTag`s; ends when the publisher stops or the connection breaks. */
  tags: PassThrough;
  /** The encoder's `onMetaData`, filled when it arrives. */
  metadata: Record<string, AmfValue>;
  remoteAddress: string;
  meter: IngestMeter;
  /** H.264 profile, compatibility and level bytes in hex (`64001f`), once its header has arrived. */
  avc?: string;
  /** Milliseconds since the publisher sent anything. */
  readSilenceMs(): number;
  /** Ends the connection. */
  disconnect(): void;
}

/** Resolves to a function that accepts the publication, or to undefined where the key may not publish now. */
export type Authorise = (app: string, key: string) => Promise<((publication: Publication) => void) | undefined>;

export const defaultLimits = {
  connections: 200,
  /** Maximum of connections without a valid key. */
  anonymous: 64,
  /** Age in milliseconds from which the oldest of them is closed for a new connection at the limit. */
  replaceableAfterMs: 1000,
  /** Milliseconds to send a valid key. */
  authenticationMs: 10_000,
  /** Milliseconds without data from a publisher; IVS disconnects after about 10 s too. */
  silenceMs: 10_000,
  /** Bytes of one message: a key frame at the highest quality that IVS accepts. */
  messageBytes: 4 * 1024 * 1024,
};

export type Limits = typeof defaultLimits;

const videoFrame = { key: 1, command: 5 };
const soundCodec = { aac: 10, deviceSpecific: 15 };
/** Tags that may wait for the muxer before the encoder is slowed down. */
const waitingTags = 256;
const handshakeSize = 1536;
const ourChunkSize = 4096;
const windowSize = 2_500_000;

export class Connection {
  readonly socket: Socket;
  readonly #authorise: Authorise;
  readonly #limits: Limits;
  readonly #chunks = new ChunkReader();
  #handshake: Buffer | undefined = Buffer.alloc(0);
  #hasSentHandshake = false;
  #app = '';
  #received = 0;
  #acknowledged = 0;
  #window = windowSize;
  #hasRequestedPublish = false;
  #sendSize = 128;
  #lastData = Date.now();
  #publication: Publication | undefined;
  #isAuthorising = false;
  readonly #openedAt = Date.now();

  constructor(socket: Socket, authorise: Authorise, limits: Limits) {
    this.socket = socket;
    this.#authorise = authorise;
    this.#limits = limits;
    socket.setNoDelay(true);
    const authenticationTimer = setTimeout(() => {
      if (!this.#publication) socket.destroy();
    }, limits.authenticationMs);
    socket.setTimeout(limits.silenceMs, () => socket.destroy());
    socket.on('data', (data) => this.#read(data));
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(authenticationTimer);
      this.#publication?.tags.end();
    });
  }

  /** Milliseconds since it was opened. */
  get age() {
    return Date.now() - this.#openedAt;
  }

  get isPublishing() {
    return this.#publication !== undefined;
  }

  #read(data: Buffer) {
    this.#received += data.length;
    this.#lastData = Date.now();
    this.#endOnError(() => {
      const rest = this.#shakeHands(data);
      if (rest) this.#handleMessages(rest);
      if (this.#received - this.#acknowledged >= this.#window) {
        this.#acknowledged = this.#received;
        this.#send(messageType.acknowledgement, encodeUint32(this.#received % 2 ** 32));
      }
    });
  }

  #endOnError(action: () => void) {
    try {
      action();
    } catch (error) {
      if (!(error instanceof ProtocolError || error instanceof RangeError)) {
        process.stderr.write(`rtmp: ${error instanceof Error ? error.stack : error}\n`);
      }
      this.socket.destroy();
    }
  }

  /** Handshake: C0 C1 → S0 S1 S2, then C2. Returns the bytes after it; undefined while it is incomplete. */
  #shakeHands(data: Buffer): Buffer | undefined {
    if (!this.#handshake) return data;
    this.#handshake = Buffer.concat([this.#handshake, data]);
    const handshake = this.#handshake;
    if (handshake.length > 0 && handshake[0] !== 3) throw new ProtocolError(`version ${handshake[0]}`);
    if (handshake.length < 1 + handshakeSize) return undefined;
    if (!this.#hasSentHandshake) {
      this.#hasSentHandshake = true;
      const serverBytes = Buffer.concat([Buffer.alloc(8), randomBytes(handshakeSize - 8)]);
      this.socket.write(Buffer.concat([Buffer.from([3]), serverBytes, handshake.subarray(1, 1 + handshakeSize)]));
    }
    if (handshake.length < 1 + 2 * handshakeSize) return undefined;
    this.#handshake = undefined;
    return handshake.subarray(1 + 2 * handshakeSize);
  }

  /** Relays send media together with `publish`: the following messages wait until the key has been checked. */
  #handleMessages(data: Buffer) {
    for (const message of this.#chunks.push(data)) {
      this.#handle(message);
      if (!this.#isAuthorising) continue;
      this.socket.pause();
      return;
    }
  }

  #handle({ type, timestamp, payload }: Message) {
    switch (type) {
      case messageType.audio:
        return this.#handleAudio(timestamp, payload);
      case messageType.video:
        return this.#handleVideo(timestamp, payload);
      case messageType.data:
        return this.#handleData(payload);
      case messageType.dataAmf3:
        return this.#handleData(payload.subarray(1));
      case messageType.command:
        return this.#handleCommand(this.#readCommand(payload));
      case messageType.commandAmf3:
        return this.#handleCommand(this.#readCommand(payload.subarray(1)));
      case messageType.aggregate:
        return this.#handleAggregate(timestamp, payload);
      case messageType.windowSize:
        if (payload.length >= 4) this.#window = Math.max(65_536, payload.readUInt32BE());
        return;
      case messageType.userControl:
        // Ping request: echo its timestamp.
        if (payload.length >= 6 && payload.readUInt16BE() === 6) {
          this.#send(messageType.userControl, Buffer.concat([Buffer.from([0, 7]), payload.subarray(2, 6)]));
        }
        return;
      default:
        return;
    }
  }

  /** An unreadable command of a publisher must not end the broadcast. */
  #readCommand(payload: Buffer): AmfValue[] {
    return this.#publication ? readReadableAmf(payload) : readAmf(payload);
  }

  #handleCommand([name, transaction, ...args]: AmfValue[]) {
    const id = typeof transaction === 'number' ? transaction : 0;
    switch (name) {
      case 'connect':
        return this.#connect(id, args[0]);
      case 'createStream':
        return this.#reply(0, '_result', id, null, 1);
      case 'releaseStream':
      case '_checkbw':
        return this.#reply(0, '_result', id, null, undefined);
      case 'FCPublish':
        return this.#reply(
          0,
          'onFCPublish',
          0,
          null,
          createStatus('status', 'NetStream.Publish.Start', String(args[1])),
        );
      case 'publish':
        return this.#publish(args[1]);
      case 'FCUnpublish':
      case 'deleteStream':
      case 'closeStream':
        return this.#publication && this.#closeGracefully();
      case 'play':
      case 'play2':
        return this.#reject('NetStream.Play.Failed', 'This server only accepts publishers');
      default:
        return;
    }
  }

  #connect(id: number, parameters: AmfValue) {
    const app = isObject(parameters) ? parameters.app : undefined;
    this.#app = typeof app === 'string' ? app.replaceAll(/^\/+|\/+$|\?.*$/g, '') : '';
    this.#send(messageType.windowSize, encodeUint32(windowSize));
    this.#send(messageType.peerBandwidth, Buffer.concat([encodeUint32(windowSize), Buffer.from([2])]));
    this.#send(messageType.setChunkSize, encodeUint32(ourChunkSize));
    const success = {
      ...createStatus('status', 'NetConnection.Connect.Success', 'Connection succeeded.'),
      objectEncoding: 0,
    };
    this.#reply(0, '_result', id, { fmsVer: 'FMS/3,0,1,123', capabilities: 31 }, success);
  }

  #publish(name: AmfValue) {
    if (this.#hasRequestedPublish) return;
    this.#hasRequestedPublish = true;
    this.#isAuthorising = true;
    const key = typeof name === 'string' ? name : '';
    this.#authorise(this.#app, key).then(
      (accept) => {
        if (this.socket.destroyed) return;
        if (!accept) return this.#reject('NetStream.Publish.BadName', 'This stream key may not publish now');
        this.#chunks.maxMessage = this.#limits.messageBytes;
        const tags = new PassThrough({ objectMode: true, highWaterMark: waitingTags });
        tags.on('drain', () => this.socket.resume());
        tags.on('error', () => this.socket.resume());
        const remoteAddress = this.socket.remoteAddress ?? '';
        this.#publication = {
          tags,
          metadata: {},
          remoteAddress,
          meter: new IngestMeter(),
          readSilenceMs: () => Date.now() - this.#lastData,
          disconnect: () => this.socket.destroy(),
        };
        this.#send(messageType.userControl, Buffer.from([0, 0, 0, 0, 0, 1]));
        this.#reply(1, 'onStatus', 0, null, createStatus('status', 'NetStream.Publish.Start', 'Publishing'));
        accept(this.#publication);
        this.#isAuthorising = false;
        this.socket.resume();
        this.#endOnError(() => this.#handleMessages(Buffer.alloc(0)));
      },
      (error) => {
        process.stderr.write(`rtmp: authorise: ${error}\n`);
        this.socket.destroy();
      },
    );
  }

  /** Only the encoder's description is used; other data are ignored, whatever their format. */
  #handleData(payload: Buffer) {
    const publication = this.#publication;
    const values = publication ? readReadableAmf(payload) : [];
    // Encoders send `@setDataFrame onMetaData {…}`; FLV files contain only `onMetaData {…}`.
    const metadata = values[values[0] === '@setDataFrame' ? 2 : 1];
    if (publication && values.includes('onMetaData') && isObject(metadata))
      Object.assign(publication.metadata, metadata);
  }

  #handleVideo(timestamp: number, received: Buffer) {
    if (!this.#publication || received.length < 2) return;
    const frameType = (received.readUInt8(0) >> 4) & 7;
    if (frameType === videoFrame.command) return;
    const payload = toPlainVideo(received);
    if (payload?.length === 0) return;
    // Low four bits: 7 is H.264.
    if (!payload || (payload.readUInt8(0) & 0x0f) !== 7)
      return this.#reject('NetStream.Publish.Failed', 'Only H.264 video is supported');
    // AVC sequence header: five tag bytes, then the decoder configuration record. Headers are not frames.
    const isHeader = payload[1] === 0;
    if (isHeader && payload.length > 9) this.#publication.avc = payload.toString('hex', 6, 9);
    if (payload[1] === 1)
      this.#publication.meter.record('video', payload.length, timestamp, frameType === videoFrame.key);
    this.#pass({ kind: 'video', timestamp, payload });
  }

  #handleAudio(timestamp: number, received: Buffer) {
    if (!this.#publication || received.length < 2) return;
    const payload = toPlainAudio(received);
    if (payload?.length === 0) return;
    const codec = payload && payload.readUInt8(0) >> 4;
    // Drones send sound in a format of their own, which cannot be played.
    if (codec === soundCodec.deviceSpecific) return;
    if (!payload || codec !== soundCodec.aac)
      return this.#reject('NetStream.Publish.Failed', 'Only AAC audio is supported');
    this.#publication.meter.record('audio', payload.length, timestamp, false);
    this.#pass({ kind: 'audio', timestamp, payload });
  }

  /** Handles an aggregate message: FLV tags with timestamps relative to the first. */
  #handleAggregate(timestamp: number, payload: Buffer) {
    const base = payload.length >= 8 ? readFlvTime(payload, 4) : 0;
    for (let at = 0; at + 11 <= payload.length; ) {
      const size = payload.readUIntBE(at + 1, 3);
      if (at + 11 + size > payload.length) throw new ProtocolError('an aggregate that ends too early');
      const body = payload.subarray(at + 11, at + 11 + size);
      const type = payload.readUInt8(at);
      const time = (timestamp + readFlvTime(payload, at + 4) - base) >>> 0;
      if (type === messageType.audio) this.#handleAudio(time, body);
      if (type === messageType.video) this.#handleVideo(time, body);
      at += 11 + size + 4;
    }
  }

  #pass(tag: MediaTag) {
    const tags = this.#publication?.tags;
    if (tags?.writable && !tags.write(tag)) this.socket.pause();
  }

  #reject(code: string, description: string) {
    this.#reply(1, 'onStatus', 0, null, createStatus('error', code, description));
    // The few tags before it do not count as a broadcast.
    this.#publication?.tags.destroy(new ProtocolError(description));
    this.#closeGracefully();
  }

  /** Flushes pending writes, then closes without waiting for the peer. */
  #closeGracefully() {
    this.#publication?.tags.end();
    this.socket.end();
    setTimeout(() => this.socket.destroy(), 1000).unref();
  }

  #reply(streamId: number, ...values: AmfValue[]) {
    this.#send(messageType.command, writeAmf(...values), streamId);
  }

  #send(type: number, payload: Buffer, streamId = 0) {
    if (this.socket.destroyed) return;
    this.socket.write(writeMessage({ type, streamId, timestamp: 0, payload }, this.#sendSize));
    if (type === messageType.setChunkSize) this.#sendSize = ourChunkSize;
  }
}

const isObject = (value: AmfValue): value is { [name: string]: AmfValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

const createStatus = (level: string, code: string, description: string) => ({ level, code, description });

const readFlvTime = (tag: Buffer, at: number) => tag.readUIntBE(at, 3) | (tag.readUInt8(at + 3) << 24);

function encodeUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
