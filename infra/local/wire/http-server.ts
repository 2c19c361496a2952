/** Common parts of the emulators: HTTP servers on loopback ports, and service errors. */
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { ListenOptions } from 'node:net';

export interface Emulator {
  /** Base address without a trailing slash, for example `http://127.0.0.1:4566`. */
  url: string;
  close(): Promise<void>;
}

/** An error of the emulated service; the SDK shows `code` as the exception's name. */
export class ServiceError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Starts an HTTP server with the shared timeouts; port 0 picks a free one. Closing ends open connections too. */
export async function listen(handler: RequestListener, port = 0): Promise<Emulator> {
  const server = createServerWithTimeouts(handler);
  const bound = await bind(server, { port, host });
  return { url: `http://${host}:${bound}`, close: () => close(server) };
}

const host = '127.0.0.1';

/**
 * Listens with several sockets on one port. Node accepts one connection per turn of its event loop: with thousands at
 * once, the kernel's queue overflows and clients wait for up to a minute.
 */
export async function listenWithManySockets(handler: RequestListener, port = 0): Promise<Emulator> {
  // With `reusePort` a taken port is not an error, so it is first tried without.
  const probe = createServer();
  const bound = await bind(probe, { port, host });
  await close(probe);
  const servers = Array.from({ length: socketCount }, () => createServerWithTimeouts(handler));
  for (const server of servers)
    await bind(server, { port: bound, host, backlog: 1024, ...(socketCount > 1 && { reusePort: true }) });
  return {
    url: `http://${host}:${bound}`,
    close: async () => {
      await Promise.all(servers.map(close));
    },
  };
}

/** Only Linux distributes connections over the sockets of a `reusePort` port. */
const socketCount = process.platform === 'linux' ? 16 : 1;

/**
 * Keep-alive exceeds that of every client, and a connection stays open longer than its header says: otherwise a server
 * may close one that a client, on a busy machine, is about to use. A request takes as long as it wants, because 2 GB of a
 * recording take hours over a slow uplink.
 */
const timeouts = { requestTimeout: 0, keepAliveTimeout: 75_000, keepAliveTimeoutBuffer: 30_000 };
/** Milliseconds for which both sides may be silent; exceeds the longest answer time. */
const idleMs = 300_000;

function createServerWithTimeouts(handler: RequestListener): Server {
  const server = createServer(timeouts, (request, response) => {
    // Uses the clock that tests may shift, because the SDK retries calls when it sees another time.
    response.setHeader('date', new Date().toUTCString());
    handler(request, response);
  });
  return server.setTimeout(idleMs);
}

async function bind(server: Server, options: ListenOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : Number(options.port);
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Reads a request body. @throws ServiceError above `limit` bytes. */
export async function readBody(request: IncomingMessage, limit = 32 * 1024 * 1024): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > limit) throw new ServiceError('RequestTooLarge', `The body is larger than ${limit} bytes`, 413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
