/**
 * Timeouts of the local servers against clients that send slowly on purpose. A body has a minimum rate instead of a
 * total time, because 2 GB of a recording take hours over a slow uplink.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export interface Timeouts {
  /** Milliseconds until the headers are complete. */
  headerMs: number;
  /** Milliseconds over which a body must average `bytesPerSecond`. */
  bodyMs: number;
  bytesPerSecond: number;
  /** Milliseconds for which both sides may be silent; must exceed the longest answer time. */
  idleMs: number;
}

/** Defaults of Apache's mod_reqtimeout. */
export const defaultTimeouts: Timeouts = { headerMs: 20_000, bodyMs: 20_000, bytesPerSecond: 500, idleMs: 300_000 };

/**
 * Keep-alive exceeds that of every client, and a connection stays open longer than its header says: otherwise a server
 * may close one that a client, on a busy machine, is about to use.
 */
export const toServerOptions = ({ headerMs }: Timeouts) => ({
  requestTimeout: 0,
  headersTimeout: headerMs,
  connectionsCheckingInterval: Math.ceil(headerMs / 4),
  keepAliveTimeout: 75_000,
  keepAliveTimeoutBuffer: 30_000,
});

/** Closes idle connections, and answers 408 to a body that stalls. */
export function enforceTimeouts(server: Server, limits: Timeouts): void {
  server.setTimeout(limits.idleMs);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (hasBody(request)) enforceMinimumRate(request, response, limits);
  });
}

const hasBody = ({ headers }: IncomingMessage) =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;

function enforceMinimumRate(request: IncomingMessage, response: ServerResponse, limits: Timeouts): void {
  const { socket } = request;
  const minimumBytes = (limits.bytesPerSecond * limits.bodyMs) / 1000;
  let received = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(timer);
    const isSlow = socket.bytesRead - received < minimumBytes;
    received = socket.bytesRead;
    // Unread bytes in the buffer mean that the handler is slow, not the sender.
    if (!isSlow || request.readableLength > 0) return;
    clearInterval(timer);
    if (response.headersSent) return void socket.destroy();
    response.writeHead(408, { connection: 'close' }).end(() => socket.destroy());
  }, limits.bodyMs).unref();
  request.once('close', () => clearInterval(timer));
}
