/** Saves a third of the web tests' CPU time, spent on what no test looks at. */
import * as React from 'react';

/**
 * Computed styles by tag. Queries by role ask for every element's style, and jsdom tries 300 default rules for each.
 * The product's styles are not loaded, so only the tag and a few attributes matter.
 */
const styles = new Map<string, CSSStyleDeclaration>();
const computeStyle = window.getComputedStyle.bind(window);

window.getComputedStyle = (element) => {
  if (element.hasAttribute('style') || element.hasAttribute('popover')) return computeStyle(element);
  const key = [element.localName, ...['hidden', 'open', 'type'].map((name) => element.getAttribute(name))].join();
  let style = styles.get(key);
  if (!style) {
    // A clone has no parent, on which its style would depend.
    style = computeStyle(element.cloneNode() as Element);
    styles.set(key, style);
  }
  return style;
};

/** React records a stack for each of the first 10,000 elements a second, which only its error messages show. */
const internals = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1];
if (internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} });
}
