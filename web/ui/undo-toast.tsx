/**
 * Shows a message with 'Deshacer', instead of a question beforehand. It stays for 8 s, and longer while the focus or
 * the pointer is on it. Ctrl or ⌘ Z triggers it too, except in a text field.
 */
import { useEffect, useState } from 'react';
import { toast } from './toaster.tsx';

export const undoMs = 8_000;

export function undoToast(text: string, undo: () => Promise<unknown> | unknown): void {
  toast((item) => <UndoMessage text={text} undo={undo} onDone={() => toast.dismiss(item.id)} />, {
    duration: undoMs,
    icon: null,
  });
}

function UndoMessage({ text, undo, onDone }: { text: string; undo: () => unknown; onDone: () => void }) {
  const [busy, setBusy] = useState(false);
  async function run() {
    setBusy(true);
    try {
      await undo();
    } finally {
      onDone();
    }
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, [contenteditable]');
      if (isTyping || event.defaultPrevented || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey))
        return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <span className="min-w-0 wrap-anywhere">{text}</span>
      <button
        type="button"
        disabled={busy}
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={run}
        className="-my-1 min-h-9 font-bold text-accent underline underline-offset-4 pointer-coarse:min-h-11"
      >
        Deshacer
      </button>
    </span>
  );
}
