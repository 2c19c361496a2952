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
  const held: (() => void)[] = [];
  const sendNext = () => held.shift()?.();
  const passFree = () => {
    for (; free > 0 && held.length > 0; free -= 1) sendNext();
  };
  const { open, send } = XMLHttpRequest.prototype;
  const parts = new WeakSet<XMLHttpRequest>();
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...given: unknown[]) {
    if (given[0] === 'PUT' && String(given[1]).includes('partNumber=')) parts.add(this);
    return Reflect.apply(open, this, given);
  };
  XMLHttpRequest.prototype.send = function (body) {
    if (!parts.has(this)) return send.call(this, body);
    held.push(() => send.call(this, body));
    passFree();
  };
  const passParts = (count: number) => {
    free += count;
    passFree();
  };
  const dropParts = () => {
    while (held.length > 0) sendNext();
  };
  Object.assign(window, { passParts, dropParts } satisfies Held);
}
