/**
 * Uploads a large file to S3 in parallel presigned parts, with retries; stored parts are not sent again. Uppy's S3
 * plugin would send parts one by one, and needs Companion's protocol.
 */
import type { UploadTicket } from '../../../../shared/contract/uploads.ts';
import { ApiError, api, findFileError } from '../../../lib/api.ts';

const concurrency = 4;
const signBatchSize = 20;
const maxAttempts = 8;

export interface UploadProgress {
  sent: number;
  /** True while the connection seems lost; the upload continues by itself. */
  offline: boolean;
}

export async function sendFile(
  file: Blob,
  ticket: UploadTicket,
  received: readonly number[],
  onProgress: (progress: UploadProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const complete = () =>
    withRetries(
      () => api('POST /uploads/{id}/complete', { params: { id: ticket.id }, signal }),
      signal,
      (offline) => onProgress({ sent: ticket.size, offline }),
    );
  await sendParts(file, ticket, received, onProgress, signal);
  try {
    await complete();
  } catch (error) {
    // S3 lacks parts: reads the list of those it has, and sends the others once more.
    if (!(error instanceof ApiError) || error.code !== 'UPL4000') throw error;
    await sendParts(file, ticket, await fetchReceivedParts(ticket.id, signal), onProgress, signal);
    await complete();
  }
}

export async function fetchReceivedParts(id: string, signal?: AbortSignal): Promise<number[]> {
  const { data } = await withRetries(() => api('GET /uploads/{id}', { params: { id }, signal }), signal);
  return data.upload.received.map(({ part }) => part);
}

async function sendParts(
  file: Blob,
  ticket: UploadTicket,
  received: readonly number[],
  onProgress: (progress: UploadProgress) => void,
  signal: AbortSignal,
) {
  const sentParts = new Set(received);
  const waiting = Array.from({ length: ticket.parts }, (_, index) => index + 1).filter((part) => !sentParts.has(part));
  const addresses = new Map<number, string>();
  const inFlight = new Map<number, number>();
  let offline = false;

  const slice = (part: number) => file.slice((part - 1) * ticket.partSize, part * ticket.partSize);
  // The size is computed: progress fires many times a second, and every slice() would create a Blob.
  const getPartSize = (part: number) => Math.min(ticket.partSize, file.size - (part - 1) * ticket.partSize);
  const reportProgress = () => {
    let sent = 0;
    for (const part of sentParts) sent += getPartSize(part);
    for (const bytes of inFlight.values()) sent += bytes;
    onProgress({ sent, offline });
  };

  let signing: Promise<void> | undefined;
  async function sign(part: number): Promise<string> {
    while (!addresses.has(part)) {
      signing ??= signNext(part).finally(() => {
        signing = undefined;
      });
      await signing;
    }
    return addresses.get(part) ?? '';
  }
  async function signNext(part: number) {
    const parts = [part, ...waiting.filter((other) => other !== part && !addresses.has(other))].slice(0, signBatchSize);
    const { data } = await withRetries(
      () => api('POST /uploads/{id}/parts', { params: { id: ticket.id }, body: { parts }, signal }),
      signal,
    );
    for (const signed of data.urls) addresses.set(signed.part, signed.url);
  }

  async function sendPart(part: number) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const url = await sign(part);
        await put(url, slice(part), signal, (bytes) => {
          inFlight.set(part, bytes);
          reportProgress();
        });
        inFlight.delete(part);
        sentParts.add(part);
        return reportProgress();
      } catch (error) {
        inFlight.delete(part);
        signal.throwIfAborted();
        // Presigned addresses expire after an hour, for example while a laptop sleeps.
        if (error instanceof PartError && error.status === 403) addresses.delete(part);
        if (error instanceof PartError && error.status === 404) throw error;
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error;
        const fileError = error instanceof PartError && error.status === 0 && (await findFileError([slice(part)]));
        if (fileError) throw fileError;
        if (attempt >= maxAttempts && navigator.onLine) throw error;
        offline = true;
        reportProgress();
        await waitForConnection(attempt, signal);
        offline = false;
        if (!navigator.onLine) attempt = 0;
      }
    }
  }

  reportProgress();
  const workers = Array.from({ length: Math.min(concurrency, waiting.length) }, async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await sendPart(part);
  });
  await Promise.all(workers);
}

/** A part that S3 did not accept, with the response's status; 0 if the connection broke. */
class PartError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(status === 0 ? 'Se perdió la conexión durante la subida' : `El almacén respondió con el estado ${status}`);
    this.status = status;
  }
}

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
function put(url: string, part: Blob, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const end = (settle: () => void) => () => {
      signal.removeEventListener('abort', abort);
      settle();
    };
    request.open('PUT', url);
    request.upload.onprogress = (event) => onBytes(event.loaded);
    request.onload = end(() =>
      request.status >= 200 && request.status < 300 ? resolve() : reject(new PartError(request.status)),
    );
    request.onerror = end(() => reject(new PartError(0)));
    request.onabort = end(() => reject(signal.reason));
    signal.addEventListener('abort', abort);
    signal.throwIfAborted();
    request.send(part);
  });
}

/** Repeats an API call while there is no connection or the server is busy. */
async function withRetries<T>(
  call: () => Promise<T>,
  signal?: AbortSignal,
  onOffline?: (offline: boolean) => void,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const isTransient =
        error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
      if (!isTransient || (attempt >= maxAttempts && navigator.onLine)) throw error;
      onOffline?.(true);
      await waitForConnection(attempt, signal);
      onOffline?.(false);
    }
  }
}

/** Waits until the network returns, for 15 s at most; while the browser reports a network, for a growing pause. */
function waitForConnection(attempt: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(finish, navigator.onLine ? Math.min(15_000, 500 * 2 ** attempt) : 15_000);
    function stop() {
      clearTimeout(timer);
      removeEventListener('online', finish);
      signal?.removeEventListener('abort', cancel);
    }
    function finish() {
      stop();
      resolve();
    }
    function cancel() {
      stop();
      reject(signal?.reason);
    }
    addEventListener('online', finish);
    signal?.addEventListener('abort', cancel);
  });
}
