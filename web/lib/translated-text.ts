/**
 * Keeps the page working while the browser translates it. Chrome and Edge replace each text node with `<font>`
 * elements, but React keeps the node: it would fail to remove it, or to insert before it, and would write new texts
 * into a detached node. This module finds the element that replaced a text, and restores the text when React changes
 * it; then the browser translates it again.
 */

const replacements = new WeakMap<Node, Node>();

const isText = (node: Node | null | undefined) => node?.nodeType === Node.TEXT_NODE;
const isFont = (node: Node | null | undefined) => node?.nodeName === 'FONT';

new MutationObserver((records) => {
  for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    for (const text of removedNodes) {
      if (!isText(text) || text.parentNode === target) continue;
      const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
      if (!font) continue;
      replacements.set(text, font);
      changes.observe(text, { characterData: true });
    }
  }
}).observe(document, { childList: true, subtree: true });

const changes = new MutationObserver((records) => {
  for (const { target } of records) {
    const font = replacements.get(target);
    replacements.delete(target);
    if (font?.parentNode && !target.parentNode) font.parentNode.replaceChild(target, font);
  }
});

/** Returns the child of `parent` that replaced one of React's nodes. */
function findReplacement(parent: Node, child: Node): Node | null {
  if (child.parentNode === parent || !isText(child)) return child;
  for (let node = replacements.get(child) ?? child.parentNode; node; node = node.parentNode)
    if (node.parentNode === parent) return node;
  return null;
}

const { insertBefore, removeChild } = Node.prototype;

Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
  const replacement = findReplacement(this, child);
  if (replacement) removeChild.call(this, replacement);
  return child;
};

Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
  insertBefore.call(this, node, before && findReplacement(this, before));
  return node;
};
