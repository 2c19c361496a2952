/**
 * How long a server waits for whoever sends to it. A header must be there soon, a body must come on, and a line on which
 * nothing happens is cut: connections that send a byte now and then would pile up for ever. A slow sender is none of
 * these: a recording of 2 GB over a slow line outlives any limit of time.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export interface Patience {
  /** Until the whole header is there. */
  headerMs: number;
  /** A body must bring `bytesPerSecond` in each such stretch. */
  bodyMs: number;
  bytesPerSecond: number;
  /** A line on which neither side sends. Longer than the longest answer takes. */
  idleMs: number;
}

/** Those of a usual web server (Apache's mod_reqtimeout). */
export const patience: Patience = { headerMs: 20_000, bodyMs: 20_000, bytesPerSecond: 500, idleMs: 300_000 };

/**
 * Idle connections stay open for longer than any client keeps them: with Node's five seconds a busy machine closes one
 * in the moment in which a client sends on it.
 */
export const serverOptions = ({ headerMs }: Patience) => ({
  requestTimeout: 0,
  headersTimeout: headerMs,
  connectionsCheckingInterval: Math.ceil(headerMs / 4),
  keepAliveTimeout: 75_000,
});

/** Cuts lines on which nothing happens, and bodies that do not come on. */
export function limitPatience(server: Server, limits: Patience): void {
  server.setTimeout(limits.idleMs);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (hasBody(request)) requireProgress(request, response, limits);
  });
}

const hasBody = ({ headers }: IncomingMessage) =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;

function requireProgress(request: IncomingMessage, response: ServerResponse, limits: Patience): void {
  const { socket } = request;
  const least = (limits.bytesPerSecond * limits.bodyMs) / 1000;
  let received = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(timer);
    const isSlow = socket.bytesRead - received < least;
    received = socket.bytesRead;
    // What waits here to be read is not the sender's delay.
    if (!isSlow || request.readableLength > 0) return;
    clearInterval(timer);
    if (response.headersSent) return void socket.destroy();
    response.writeHead(408, { connection: 'close' }).end(() => socket.destroy());
  }, limits.bodyMs).unref();
  request.once('close', () => clearInterval(timer));
}
