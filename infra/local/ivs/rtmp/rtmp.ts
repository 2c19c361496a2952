/**
 * RTMP server for publishers, which passes each accepted publication on as a stream of FLV tags. Unsupported: playback,
 * codecs other than H.264 and AAC, RTMPT/RTMPE. It disconnects peers that violate the protocol or `Limits`.
 */
import { createServer } from 'node:net';
import type { Emulator } from '../../wire/http-server.ts';
import { Connection } from './connection.ts';
import { defaultLimits, type Limits } from './limits.ts';
import type { Authorise } from './publication.ts';

export type { MediaTag, Publication } from './publication.ts';

export interface RtmpOptions {
  port: number;
  host?: string;
  authorise: Authorise;
  limits?: Partial<Limits>;
}

export async function startRtmp({ port, host = '127.0.0.1', authorise, limits }: RtmpOptions): Promise<Emulator> {
  const bounds = { ...defaultLimits, ...limits };
  const connections = new Set<Connection>();
  const server = createServer((socket) => {
    const anonymous = [...connections].filter((connection) => !connection.isPublishing);
    if (connections.size >= bounds.connections || anonymous.length >= bounds.anonymous) {
      // Idle connections must not lock out a camera: the oldest one without a valid key is closed.
      const [oldest] = anonymous;
      if (!oldest || oldest.age < bounds.replaceableAfterMs) return void socket.destroy();
      connections.delete(oldest);
      oldest.socket.destroy();
    }
    const connection = new Connection(socket, authorise, bounds);
    connections.add(connection);
    socket.once('close', () => connections.delete(connection));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    url: `rtmp://${host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const { socket } of connections) socket.destroy();
      }),
  };
}
