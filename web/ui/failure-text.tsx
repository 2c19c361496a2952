/**
 * An error text with the request's id below it, which a click copies for support. The page's own texts are strings
 * without markup.
 */
import { useState } from 'react';
import type { ErrorText } from '../lib/api.ts';
import { SafeHtml } from './safe-html.tsx';

export function FailureText({ text }: { text: ErrorText | string }) {
  if (typeof text === 'string') return text;
  return (
    <>
      <SafeHtml html={text.markup} />
      {text.reference && <Reference id={text.reference} />}
    </>
  );
}

function Reference({ id }: { id: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <button
      type="button"
      className="mt-1 block min-h-6 w-full text-left text-note text-muted select-text"
      aria-label={`Copiar la referencia ${id}`}
      onClick={() => navigator.clipboard?.writeText(id).then(() => setCopied(true))}
    >
      <span aria-live="polite">{copied ? 'Referencia copiada' : 'Referencia'}</span>:{' '}
      <span className="font-mono">{id}</span>
    </button>
  );
}
