/**
 * An error text with the request's id below it, which a click copies for support. The page's own texts are strings
 * without markup.
 */
import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ErrorText } from '../lib/api.ts';
import { type Markup, parseMarkup } from '../lib/markup.ts';

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

/** Shows a server message that may contain links and simple emphasis, as React nodes. */
export const SafeHtml = ({ html }: { html: string }) => <>{renderAll(parseMarkup(html))}</>;

// The nodes have no key, because they never move.
const renderAll = (nodes: Markup[]): ReactNode[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  nodes.map((node, index) => <Fragment key={index}>{render(node)}</Fragment>);

function render(node: Markup): ReactNode {
  if (typeof node === 'string') return node;
  const { tag: Tag, href, children } = node;
  if (Tag === 'br') return <br />;
  if (href === undefined) return <Tag>{renderAll(children)}</Tag>;
  if (href.startsWith('/')) {
    return (
      <Link to={href} className={linkLook}>
        {renderAll(children)}
      </Link>
    );
  }
  return (
    <a href={href} className={linkLook} target="_blank" rel="noopener noreferrer">
      {renderAll(children)}
    </a>
  );
}

const linkLook = 'font-semibold underline underline-offset-2';
