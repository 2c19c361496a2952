/**
 * Web platform features that the pages use, and that Chromium 79 and Safari 14 lack. Only such old browsers load them,
 * before the app (build/first-script.ts); build/old-browsers.ts adds missing language features.
 */
import dialogPolyfill from 'dialog-polyfill';

if (!('replaceChildren' in Element.prototype)) {
  for (const { prototype } of [Element, Document, DocumentFragment])
    prototype.replaceChildren = function (this: ParentNode & Node, ...nodes) {
      while (this.lastChild) this.removeChild(this.lastChild);
      this.append(...nodes);
    };
}

AbortSignal.timeout ??= (milliseconds) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('The request took too long', 'TimeoutError')), milliseconds);
  return controller.signal;
};

crypto.randomUUID ??= () =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  }) as ReturnType<typeof crypto.randomUUID>;

window.requestIdleCallback ??= (callback) =>
  window.setTimeout(() => callback({ didTimeout: false, timeRemaining: () => 20 }), 50);
window.cancelIdleCallback ??= (handle) => clearTimeout(handle);

// Safari 14 has no dialogs: the polyfill upgrades an element when it is first shown.
const dialog = document.createElement('dialog');
if (!dialog.showModal) {
  (Object.getPrototypeOf(dialog) as HTMLDialogElement).showModal = function (this: HTMLDialogElement) {
    dialogPolyfill.registerDialog(this);
    this.showModal();
  };
}

// Emulates `:focus-visible` where the browser lacks it; the old style sheet uses this class instead.
let usesKeys = true;
for (const kind of ['mousedown', 'touchstart', 'pointerdown']) addEventListener(kind, () => (usesKeys = false), true);
addEventListener('keydown', () => (usesKeys = true), true);
addEventListener('focusin', ({ target }) => {
  if (usesKeys || (target as Element).matches('input:not([type=checkbox]):not([type=radio]), textarea'))
    (target as Element).classList.add('focus-visible');
});
addEventListener('focusout', ({ target }) => (target as Element).classList.remove('focus-visible'));
