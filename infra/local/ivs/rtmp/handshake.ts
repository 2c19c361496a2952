/** The server's side of the RTMP handshake (spec 5.2): C0 C1 → S0 S1 S2, then C2. */
import { randomBytes } from 'node:crypto';
import { ProtocolError } from './chunks.ts';

const version = 3;
const size = 1536;

export class Handshake {
  #received: Buffer = Buffer.alloc(0);
  #hasAnswered = false;

  /** Returns the bytes after the handshake; undefined while it is incomplete. `write` sends the answer. */
  read(data: Buffer, write: (answer: Buffer) => void): Buffer | undefined {
    this.#received = Buffer.concat([this.#received, data]);
    const received = this.#received;
    if (received.length > 0 && received[0] !== version) throw new ProtocolError(`version ${received[0]}`);
    if (received.length < 1 + size) return undefined;
    if (!this.#hasAnswered) {
      this.#hasAnswered = true;
      const serverBytes = Buffer.concat([Buffer.alloc(8), randomBytes(size - 8)]);
      write(Buffer.concat([Buffer.from([version]), serverBytes, received.subarray(1, 1 + size)]));
    }
    return received.length < 1 + 2 * size ? undefined : received.subarray(1 + 2 * size);
  }
}
