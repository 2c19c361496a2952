/**
 * RTMP server for publishers on this machine, which passes each accepted publication on as a stream of FLV tags.
 * Unsupported: playback, codecs other than H.264 and AAC, RTMPT/RTMPE. It disconnects peers that violate the protocol.
 */
import { createServer } from 'node:net';
import type { Emulator } from '../../wire/http-server.ts';
import { Connection } from './connection.ts';
import type { Authorise } from './publication.ts';

export type { MediaTag, Publication } from './publication.ts';

export interface RtmpOptions {
  port: number;
  authorise: Authorise;
  /** As IVS, which disconnects a silent encoder after about 10 s. */
  silenceMs?: number;
}

export async function startRtmp({ port, authorise, silenceMs = 10_000 }: RtmpOptions): Promise<Emulator> {
  const connections = new Set<Connection>();
  const server = createServer((socket) => {
    const connection = new Connection(socket, authorise, silenceMs);
    connections.add(connection);
    socket.once('close', () => connections.delete(connection));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    url: `rtmp://127.0.0.1:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const { socket } of connections) socket.destroy();
      }),
  };
}
