/** Elements in one line, for a page that is to be there before a framework would be. */

type Attributes = Record<string, string | boolean | ((event: Event) => void) | undefined>;

/** `on…` are listeners, `true` is an attribute without a value, `false` and undefined none. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
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

/** Other children; a control that had the focus keeps it, found again by its `data-key`. */
export function fill(parent: HTMLElement, ...children: (Node | string)[]): void {
  const focused = document.activeElement;
  const key = parent.contains(focused) ? focused?.getAttribute('data-key') : undefined;
  parent.replaceChildren(...children);
  if (key) parent.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
}

/** Texts change only where they do: a screen reader hears nothing twice. */
export function say(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
