/**
 * What every local stand-in has in common: it listens on one loopback port, speaks the wire protocol of the
 * service that it stands in for, and can be closed. Anything that it does not know is a loud error.
 */
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { ListenOptions } from 'node:net';
import { limitPatience, type Patience, patience, serverOptions } from './patience.ts';

export interface StandIn {
  /** Base address without a trailing slash, for example `http://127.0.0.1:4566`. */
  url: string;
  close(): Promise<void>;
}

/** An error in the service's own vocabulary: `code` is what the SDK shows as the exception's name. */
export class ServiceError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/**
 * Starts an HTTP server on a loopback port (0 picks a free one): the only way to start one here, so that all of them are
 * equally patient. Closing also ends open connections.
 */
export async function listen(
  handler: RequestListener,
  port = 0,
  host = '127.0.0.1',
  limits: Patience = patience,
): Promise<StandIn> {
  const server = patientServer(handler, limits);
  const bound = await bind(server, { port, host });
  return { url: `http://${host}:${bound}`, close: () => close(server) };
}

/**
 * The same for what a crowd comes to. Node takes one new connection a turn of its loop: when thousands come at once and
 * turns take long, the kernel's queue runs over and some wait for a minute. So several sockets listen on the one port.
 */
export async function listenToMany(handler: RequestListener, port = 0, host = '127.0.0.1'): Promise<StandIn> {
  // Whoever shares a port is not told that it is taken, hence the look first.
  const look = createServer();
  const bound = await bind(look, { port, host });
  await close(look);
  const servers = Array.from({ length: listeners }, () => patientServer(handler, patience));
  for (const server of servers)
    await bind(server, { port: bound, host, backlog: 1024, ...(listeners > 1 && { reusePort: true }) });
  return {
    url: `http://${host}:${bound}`,
    close: async () => {
      await Promise.all(servers.map(close));
    },
  };
}

/** Other systems than Linux share a port in other ways, or not at all. */
const listeners = process.platform === 'linux' ? 16 : 1;

function patientServer(handler: RequestListener, limits: Patience): Server {
  const server = createServer(serverOptions(limits), (request, response) => {
    // By our own clock, which tests may have moved: the SDK takes a difference for a wrong clock of its own, and tries again.
    response.setHeader('date', new Date().toUTCString());
    handler(request, response);
  });
  limitPatience(server, limits);
  return server;
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

/** The whole body of a request; refuses more than `limit` bytes. */
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
