/** Shows a server message that may contain links and simple emphasis, as React nodes. */
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type Markup, parseMarkup } from '../lib/markup.ts';

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
