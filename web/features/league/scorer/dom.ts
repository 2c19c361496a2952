/** DOM helpers: the scorer app has no framework, to start fast on slow phones. */
import { type Markup, parseMarkup } from '../../../lib/markup.ts';

type Attributes = Record<string, string | boolean | ((event: Event) => void) | undefined>;

/** An attribute `on…` adds a listener, `true` sets an empty value, `false` and undefined set none. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

export const createButton = (
  look: string,
  text: string,
  onclick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement => createElement('button', { type: 'button', class: look, onclick, ...attributes }, text);

/** Replaces the children, and restores the focus by `data-key`. */
export function replaceChildren(parent: HTMLElement, ...children: (Node | string)[]): void {
  const focused = document.activeElement;
  const key = parent.contains(focused) ? focused?.getAttribute('data-key') : undefined;
  parent.replaceChildren(...children);
  if (key) parent.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
}

/** Returns the nodes of a server message that may contain links and simple emphasis. */
export const renderMarkup = (html: string): (Node | string)[] => parseMarkup(html).map(renderNode);

const renderNode = (node: Markup): Node | string =>
  typeof node === 'string'
    ? node
    : createElement(node.tag, { href: node.href, class: node.href && 'underline' }, ...node.children.map(renderNode));

/** Writes only a changed text, so that screen readers do not repeat it. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Writes a server message as `setText` does. */
export function setMarkup(element: HTMLElement, html: string): void {
  const written = createElement('span', {}, ...renderMarkup(html));
  if (element.textContent !== written.textContent) element.replaceChildren(...written.childNodes);
}
