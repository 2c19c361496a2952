/** An error text with the request's id below it, which a click copies for support. */
import { useState } from 'react';
import { splitReference } from '../lib/reference.ts';
import { SafeHtml } from './safe-html.tsx';

export function FailureText({ text }: { text: string }) {
  const { text: message, reference } = splitReference(text);
  return (
    <>
      <SafeHtml html={message} />
      {reference && <Reference id={reference} />}
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
