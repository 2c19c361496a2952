/**
 * A fake XMLHttpRequest for uploads: records each part and form and answers as scripted: a status, 'lost' or 'never'.
 */
import { beforeEach, vi } from 'vitest';

export interface SentForm {
  key: string;
  names: string[];
}

export const requests = {
  answers: [] as (number | 'lost' | 'never')[],
  forms: [] as SentForm[],
  puts: [] as string[],
  /** Sizes of the stored parts, by number. */
  received: new Map<number, number>(),
};

/** Replaces XMLHttpRequest in each test of the file. */
export function installFakeRequests(): void {
  beforeEach(() => {
    Object.assign(requests, { answers: [], forms: [], puts: [], received: new Map() });
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
  });
}

export class FakeRequest {
  upload: { onprogress?: (event: { loaded: number; total: number; lengthComputable: boolean }) => void } = {};
  status = 0;
  response: unknown = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  #method = '';
  #url = '';

  open(method: string, url: string) {
    this.#method = method;
    this.#url = url;
  }

  setRequestHeader() {}

  getResponseHeader() {
    return null;
  }

  send(body: Blob | FormData) {
    const next = requests.answers.shift() ?? 200;
    if (body instanceof FormData) {
      const path = new URL(this.#url, location.origin).pathname.replace(/^\/api/, '');
      requests.forms.push({ key: `${this.#method} ${path}`, names: [...body.keys()] });
    } else requests.puts.push(this.#url);
    queueMicrotask(() => {
      this.upload.onprogress?.({ loaded: body instanceof Blob ? body.size : 50, total: 100, lengthComputable: true });
      if (next === 'never') return;
      if (next === 'lost') return this.onerror?.();
      this.status = next;
      if (next === 200 && body instanceof Blob) requests.received.set(getPartNumber(this.#url), body.size);
      this.onload?.();
    });
  }

  abort() {
    this.onabort?.();
  }
}

const getPartNumber = (url: string) => Number(new URL(url).searchParams.get('partNumber'));
