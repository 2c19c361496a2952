/**
 * What every local stand-in has in common: it listens on one loopback port, speaks the wire protocol of the
 * service that it stands in for, and can be closed. Anything that it does not know is a loud error.
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:http';

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
 * Starts an HTTP server on a loopback port (0 picks a free one). Closing also ends open connections.
 * Requests may take as long as they need: a recording of 2 GB over a slow line outlives Node's five minutes. Idle
 * connections stay open for longer than any client keeps them: with Node's five seconds a busy machine closes one in the
 * moment in which a client sends on it.
 */
export async function listen(handler: RequestListener, port = 0, host = '127.0.0.1'): Promise<StandIn> {
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 75_000 }, handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://${host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
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
