import type { Socket } from 'node:net';
import { type AmfValue, writeAmf } from './amf.ts';
import { messageType, writeMessage } from './chunks.ts';

/** Bytes; applies until the peer has read `ourChunkSize`. */
const initialChunkSize = 128;
const ourChunkSize = 4096;
/** Bytes after which a peer must acknowledge. */
export const windowSize = 2_500_000;

export class MessageWriter {
  readonly #socket: Socket;
  #chunkSize = initialChunkSize;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  send(type: number, payload: Buffer, streamId = 0): void {
    if (this.#socket.destroyed) return;
    this.#socket.write(writeMessage({ type, streamId, timestamp: 0, payload }, this.#chunkSize));
  }

  reply(streamId: number, ...values: AmfValue[]): void {
    this.send(messageType.command, writeAmf(...values), streamId);
  }

  acknowledge(received: number): void {
    this.send(messageType.acknowledgement, encodeUint32(received % 2 ** 32));
  }

  acceptConnection(id: number): void {
    this.send(messageType.windowSize, encodeUint32(windowSize));
    this.send(messageType.peerBandwidth, Buffer.concat([encodeUint32(windowSize), Buffer.from([2])]));
    this.send(messageType.setChunkSize, encodeUint32(ourChunkSize));
    this.#chunkSize = ourChunkSize;
    const status = createStatus('status', 'NetConnection.Connect.Success', 'Connection succeeded.');
    this.reply(0, '_result', id, { fmsVer: 'FMS/3,0,1,123', capabilities: 31 }, { ...status, objectEncoding: 0 });
  }
}

export const createStatus = (level: string, code: string, description: string) => ({ level, code, description });

function encodeUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
