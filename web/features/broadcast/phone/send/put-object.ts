/** Sends a segment to the bucket. Unlike `fetch`, this request reports the progress of the upload. */
import type { Upload } from './phone-api.ts';

export interface PutAnswer {
  status: number;
  etag: string | null;
}

export type PutObject = (
  upload: Pick<Upload, 'url' | 'headers'>,
  bytes: Uint8Array<ArrayBuffer>,
  onProgress: (sent: number) => void,
) => Promise<PutAnswer>;

/** Timeout in milliseconds: the network at a ground may hang for minutes. */
const stalledMs = 20_000;

/** @throws Error without an answer. */
export const putObject: PutObject = ({ url, headers }, bytes, onProgress) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), stalledMs);
    };
    const end = (settle: () => void) => () => {
      clearTimeout(stalled);
      settle();
    };
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    let sent = 0;
    request.upload.onprogress = ({ loaded }) => {
      watch();
      onProgress(loaded - sent);
      sent = loaded;
    };
    request.onload = end(() => resolve({ status: request.status, etag: request.getResponseHeader('etag') }));
    const fail = end(() => reject(new Error('Sin conexión')));
    Object.assign(request, { onerror: fail, onabort: fail });
    watch();
    request.send(bytes);
  });
