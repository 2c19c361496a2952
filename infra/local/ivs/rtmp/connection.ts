/** An encoder's RTMP connection: handshake, commands, then tags of audio and video. */
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { type AmfValue, isObject, readAmf } from './amf.ts';
import { ChunkReader, type Message, messageType, ProtocolError } from './chunks.ts';
import { Handshake } from './handshake.ts';
import { createStatus, MessageWriter, windowSize } from './message-writer.ts';
import { IngestMeter } from './meter.ts';
import {
  type Authorise,
  type MediaTag,
  type Publication,
  readAudio,
  readDescription,
  readVideo,
  splitAggregate,
  type Unsupported,
} from './publication.ts';

/** Bytes of a message: a key frame at the highest quality that IVS accepts. */
const messageBytes = 4 * 1024 * 1024;

/** Number of tags that may wait for the muxer; above it, the server stops reading for a while. */
const maxWaitingTags = 256;

export class Connection {
  readonly socket: Socket;
  readonly #authorise: Authorise;
  readonly #silenceMs: number;
  readonly #chunks = new ChunkReader();
  readonly #writer: MessageWriter;
  #handshake: Handshake | undefined = new Handshake();
  #app = '';
  #received = 0;
  #acknowledged = 0;
  #window = windowSize;
  #hasRequestedPublish = false;
  #lastData = Date.now();
  #publication: Publication | undefined;
  #isAuthorising = false;

  /** `silenceMs`: milliseconds without data from a peer, after which it is disconnected. */
  constructor(socket: Socket, authorise: Authorise, silenceMs: number) {
    this.socket = socket;
    this.#writer = new MessageWriter(socket);
    this.#authorise = authorise;
    this.#silenceMs = silenceMs;
    socket.setNoDelay(true);
    socket.setTimeout(silenceMs, () => socket.destroy());
    socket.on('data', (data) => this.#read(data));
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#publication?.tags.end());
  }

  #read(data: Buffer) {
    this.#received += data.length;
    this.#lastData = Date.now();
    this.#endOnError(() => {
      const rest = this.#shakeHands(data);
      if (rest) this.#handleMessages(rest);
      if (this.#received - this.#acknowledged >= this.#window) {
        this.#acknowledged = this.#received;
        this.#writer.acknowledge(this.#received);
      }
    });
  }

  #endOnError(action: () => void) {
    try {
      action();
    } catch (error) {
      if (!(error instanceof ProtocolError || error instanceof RangeError))
        process.stderr.write(`rtmp: ${error instanceof Error ? error.stack : error}\n`);
      this.socket.destroy();
    }
  }

  /** Returns the bytes after the handshake; undefined while it is incomplete. */
  #shakeHands(data: Buffer): Buffer | undefined {
    if (!this.#handshake) return data;
    const rest = this.#handshake.read(data, (answer) => this.socket.write(answer));
    if (rest) this.#handshake = undefined;
    return rest;
  }

  /** Some encoders send media together with `publish`: such messages wait until the key has been checked. */
  #handleMessages(data: Buffer) {
    for (const message of this.#chunks.push(data)) {
      this.#handle(message);
      if (!this.#isAuthorising) continue;
      this.#pause();
      return;
    }
  }

  #handle(message: Message) {
    const { type, payload } = message;
    const publication = this.#publication;
    switch (type) {
      case messageType.audio:
        return publication && this.#pass(readAudio(publication, message));
      case messageType.video:
        return publication && this.#pass(readVideo(publication, message));
      case messageType.data:
        return publication && readDescription(publication, payload);
      case messageType.dataAmf3:
        return publication && readDescription(publication, payload.subarray(1));
      case messageType.command:
        return this.#handleCommand(this.#readCommand(payload));
      case messageType.commandAmf3:
        return this.#handleCommand(this.#readCommand(payload.subarray(1)));
      case messageType.aggregate:
        return this.#handleAggregate(message);
      case messageType.windowSize:
        if (payload.length >= 4) this.#window = Math.max(65_536, payload.readUInt32BE());
        return;
      case messageType.userControl:
        // A ping request is answered with its timestamp.
        if (payload.length >= 6 && payload.readUInt16BE() === 6)
          this.#writer.send(messageType.userControl, Buffer.concat([Buffer.from([0, 7]), payload.subarray(2, 6)]));
        return;
      default:
        return;
    }
  }

  /** Reads leniently for a publisher, whose unreadable command must not end the broadcast. */
  #readCommand(payload: Buffer): AmfValue[] {
    return readAmf(payload, { isLenient: this.#publication !== undefined });
  }

  #handleCommand([name, transaction, ...args]: AmfValue[]) {
    const id = typeof transaction === 'number' ? transaction : 0;
    switch (name) {
      case 'connect':
        return this.#connect(id, args[0]);
      case 'createStream':
        return this.#writer.reply(0, '_result', id, null, 1);
      case 'releaseStream':
      case '_checkbw':
        return this.#writer.reply(0, '_result', id, null, undefined);
      case 'FCPublish':
        return this.#writer.reply(
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
    this.#writer.acceptConnection(id);
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
        this.#chunks.maxMessage = messageBytes;
        const tags = new PassThrough({ objectMode: true, highWaterMark: maxWaitingTags });
        tags.on('drain', () => this.#resume());
        tags.on('error', () => this.#resume());
        this.#publication = {
          tags,
          metadata: {},
          meter: new IngestMeter(),
          readSilenceMs: () => (this.socket.isPaused() ? 0 : Date.now() - this.#lastData),
          disconnect: () => this.socket.destroy(),
        };
        this.#writer.send(messageType.userControl, Buffer.from([0, 0, 0, 0, 0, 1]));
        this.#writer.reply(1, 'onStatus', 0, null, createStatus('status', 'NetStream.Publish.Start', 'Publishing'));
        accept(this.#publication);
        this.#isAuthorising = false;
        this.#resume();
        this.#endOnError(() => this.#handleMessages(Buffer.alloc(0)));
      },
      (error) => {
        process.stderr.write(`rtmp: authorise: ${error}\n`);
        this.socket.destroy();
      },
    );
  }

  #handleAggregate(aggregate: Message) {
    for (const message of splitAggregate(aggregate))
      if (message.type === messageType.audio || message.type === messageType.video) this.#handle(message);
  }

  #pass(media: MediaTag | Unsupported | undefined) {
    if (!media) return;
    if ('reason' in media) return this.#reject('NetStream.Publish.Failed', media.reason);
    const tags = this.#publication?.tags;
    if (tags?.writable && !tags.write(media)) this.#pause();
  }

  /** Stops reading. The encoder is not silent meanwhile: its data waits, so no time limit runs. */
  #pause() {
    this.socket.setTimeout(0);
    this.socket.pause();
  }

  #resume() {
    this.#lastData = Date.now();
    this.socket.setTimeout(this.#silenceMs);
    this.socket.resume();
  }

  #reject(code: string, description: string) {
    this.#writer.reply(1, 'onStatus', 0, null, createStatus('error', code, description));
    // Discards tags received before the rejection, which must not become a broadcast.
    this.#publication?.tags.destroy(new ProtocolError(description));
    this.#closeGracefully();
  }

  /** Sends pending answers, then closes without waiting for the peer. */
  #closeGracefully() {
    this.#publication?.tags.end();
    this.socket.end();
    setTimeout(() => this.socket.destroy(), 1000).unref();
  }
}
