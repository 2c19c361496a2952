/**
 * Shows a server message that may contain markup: links and simple emphasis become React nodes, other elements leave
 * only their text, and scripts, handlers and other schemes are dropped. Nothing is set as HTML.
 */
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { toSafePath } from '../lib/safe-path.ts';

export function SafeHtml({ html }: { html: string }) {
  if (!/[<&]/.test(html)) return html;
  // Documents of DOMParser run no scripts or handlers, and load no images.
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  return <>{renderChildren(parsed.body)}</>;
}

function renderChildren(node: Node): ReactNode[] {
  // The nodes have no key, because they never move.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return [...node.childNodes].map((child, index) => <Fragment key={index}>{render(child)}</Fragment>);
}

function render(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  switch (node.tagName) {
    case 'A':
      return renderLink(node);
    case 'B':
    case 'STRONG':
      return <strong>{renderChildren(node)}</strong>;
    case 'I':
    case 'EM':
      return <em>{renderChildren(node)}</em>;
    case 'U':
      return <u>{renderChildren(node)}</u>;
    case 'BR':
      return <br />;
    case 'SCRIPT':
    case 'STYLE':
    case 'TEMPLATE':
    case 'IFRAME':
    case 'OBJECT':
    case 'NOSCRIPT':
    case 'TEXTAREA':
    case 'TITLE':
      return null;
    default:
      return renderChildren(node);
  }
}

function renderLink(node: Element): ReactNode {
  const href = node.getAttribute('href') ?? '';
  const internalPath = toSafePath(href);
  const linkLook = 'font-semibold underline underline-offset-2';
  if (internalPath) {
    return (
      <Link to={internalPath} className={linkLook}>
        {renderChildren(node)}
      </Link>
    );
  }
  if (!/^(https:\/\/|mailto:|tel:)/i.test(href)) return renderChildren(node);
  return (
    <a href={href} className={linkLook} target="_blank" rel="noopener noreferrer">
      {renderChildren(node)}
    </a>
  );
}
