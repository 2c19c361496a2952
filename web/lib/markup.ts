/**
 * Parses a server message that may contain markup: links and simple emphasis stay, other elements leave only their
 * text, and scripts, handlers and other schemes are dropped. Nothing is set as HTML.
 */
import { toSafePath } from './safe-path.ts';

export type Markup = string | { tag: 'strong' | 'em' | 'u' | 'br' | 'a'; href?: string; children: Markup[] };

export function parseMarkup(html: string): Markup[] {
  if (!/[<&]/.test(html)) return [html];
  // Documents of DOMParser run no scripts or handlers, and load no images.
  return parseChildren(new DOMParser().parseFromString(html, 'text/html').body);
}

/** Links to this site are paths; others have one of these schemes. */
const allowedSchemes = /^(https:\/\/|mailto:|tel:)/i;
const emphasis = { B: 'strong', STRONG: 'strong', I: 'em', EM: 'em', U: 'u', BR: 'br' } as const;
const dropped = 'SCRIPT STYLE TEMPLATE IFRAME OBJECT NOSCRIPT TEXTAREA TITLE'.split(' ');

const parseChildren = (node: Node): Markup[] => [...node.childNodes].flatMap(parseNode);

function parseNode(node: Node): Markup[] {
  if (node.nodeType === Node.TEXT_NODE) return [node.textContent ?? ''];
  if (!(node instanceof Element) || dropped.includes(node.tagName)) return [];
  const children = parseChildren(node);
  if (Object.hasOwn(emphasis, node.tagName))
    return [{ tag: emphasis[node.tagName as keyof typeof emphasis], children }];
  if (node.tagName !== 'A') return children;
  const written = node.getAttribute('href') ?? '';
  const href = toSafePath(written) ?? (allowedSchemes.test(written) ? written : undefined);
  return href === undefined ? children : [{ tag: 'a', href, children }];
}
