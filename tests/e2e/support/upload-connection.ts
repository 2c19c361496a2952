/**
 * The connection of an upload: passes a number of parts, holds the others, and can drop them. It holds them in the
 * page, because a routed request would send its whole part through the test.
 */
import type { Page } from '@playwright/test';

interface Held {
  passParts: (count: number) => void;
  dropParts: () => void;
}

/** A reload drops the held parts. */
export async function createUploadConnection(page: Page) {
  await page.addInitScript(holdParts);
  await page.evaluate(holdParts);
  return {
    pass: (parts: number) => page.evaluate((count) => (window as unknown as Held).passParts(count), parts),
    async cut() {
      await page.context().setOffline(true);
      await page.evaluate(() => (window as unknown as Held).dropParts());
    },
    mend: () => page.context().setOffline(false),
  };
}

/** Runs in the page. */
function holdParts(): void {
  let free = 0;
  const held = new Map<XMLHttpRequest, () => void>();
  const sendNext = () => {
    const [request, sendPart] = [...held][0] ?? [];
    if (request) held.delete(request);
    sendPart?.();
  };
  const passFree = () => {
    for (; free > 0 && held.size > 0; free -= 1) sendNext();
  };
  const { open, send, abort } = XMLHttpRequest.prototype;
  const parts = new WeakSet<XMLHttpRequest>();
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...given: unknown[]) {
    if (given[0] === 'PUT' && String(given[1]).includes('partNumber=')) parts.add(this);
    return Reflect.apply(open, this, given);
  };
  XMLHttpRequest.prototype.send = function (body) {
    if (!parts.has(this)) return send.call(this, body);
    held.set(this, () => send.call(this, body));
    passFree();
  };
  // The browser reports no end of a request that it has not begun to send.
  XMLHttpRequest.prototype.abort = function () {
    abort.call(this);
    if (held.delete(this)) this.dispatchEvent(new ProgressEvent('abort'));
  };
  const passParts = (count: number) => {
    free += count;
    passFree();
  };
  const dropParts = () => {
    while (held.size > 0) sendNext();
  };
  Object.assign(window, { passParts, dropParts } satisfies Held);
}
