/** Geometry of a page as it is painted: boxes of text and crests that intersect, and pills whose text wraps. */
import type { Page } from '@playwright/test';

export interface Geometry {
  /** Pairs of boxes that intersect, as 'one × other'. */
  overlaps: string[];
  /** Texts of pills, scores and dates that take more than one line. */
  wrapped: string[];
}

export const readGeometry = (page: Page): Promise<Geometry> =>
  page.evaluate(() => {
    interface Box {
      name: string;
      /** The text node or picture. */
      source: Node;
      layer: Element | null;
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    type Edges = Omit<Box, 'name' | 'source' | 'layer'>;

    const isPainted = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('.sr-only, script, style, noscript');

    /** The fixed or sticky ancestor: its content passes over the rest of the page. */
    function findLayer(element: Element | null): Element | null {
      for (let one = element; one; one = one.parentElement)
        if (one.localName === 'dialog' || /fixed|sticky/.test(getComputedStyle(one).position)) return one;
      return null;
    }

    /** The part of a box that its ancestors do not cut off; undefined if nothing is left. */
    function cutOff(element: Element | null, box: Edges): Edges | undefined {
      const rest = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
      for (let one = element; one; one = one.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(one);
        if (overflowX === 'visible' && overflowY === 'visible') {
          if (position === 'fixed') break;
          continue;
        }
        const { left, top, right, bottom } = one.getBoundingClientRect();
        rest.left = Math.max(rest.left, left);
        rest.right = Math.min(rest.right, right);
        rest.top = Math.max(rest.top, top);
        rest.bottom = Math.min(rest.bottom, bottom);
      }
      return rest.right - rest.left > 1 && rest.bottom - rest.top > 1 ? rest : undefined;
    }

    /** One box a line, without the part of a font's height that letters do not use. */
    function* listLines(text: Node, element: Element): Generator<Edges> {
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const line of range.getClientRects()) {
        const unused = line.height * 0.2;
        const { left, right } = line;
        const shown = cutOff(element, { left, right, top: line.top + unused, bottom: line.bottom - unused });
        if (shown) yield shown;
      }
    }

    const boxes: Box[] = [];
    const wrapped: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      const name = text.textContent?.trim();
      if (!name || !element || !isPainted(element)) continue;
      const lines = [...listLines(text, element)];
      if (lines.length > 1 && (/^\d+ – \d+$/.test(name) || /^\p{Lu}\p{L}{2}, \d+ \p{L}{3,4}$/u.test(name)))
        wrapped.push(name);
      for (const line of lines) boxes.push({ name, source: text, layer: findLayer(element), ...line });
    }
    // A crest is contained in its box; other pictures fill theirs and lie below texts.
    for (const picture of document.querySelectorAll('img')) {
      if (getComputedStyle(picture).objectFit !== 'contain' || !isPainted(picture)) continue;
      const shown = cutOff(picture.parentElement, picture.getBoundingClientRect());
      const name = `crest ${picture.getAttribute('src')?.split('/').pop()}`;
      if (shown) boxes.push({ name, source: picture, layer: findLayer(picture), ...shown });
    }

    const overlaps: string[] = [];
    // Rounding moves edges by less than a pixel.
    const isOver = (one: Box, other: Box) =>
      one.source !== other.source &&
      one.layer === other.layer &&
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1))
        if (isOver(one, other))
          overlaps.push(`${one.name} × ${other.name} at ${Math.round(one.left)}, ${Math.round(one.top)}`);

    for (const pill of document.querySelectorAll('main span, main li > a')) {
      const { display, borderTopLeftRadius, backgroundColor, borderTopWidth } = getComputedStyle(pill);
      const isFilled = backgroundColor !== 'rgba(0, 0, 0, 0)' || borderTopWidth !== '0px';
      const radius = Number.parseFloat(borderTopLeftRadius);
      // Cards and fields have a radius between those of the two kinds of pills.
      const isRound = radius > 0 && (radius <= 6 || radius >= pill.clientHeight / 2);
      const isPill = display !== 'block' && isFilled && isRound;
      const words = pill.textContent?.trim() ?? '';
      if (!isPill || !words || !isPainted(pill)) continue;
      const tops: number[] = [];
      const inside = document.createTreeWalker(pill, NodeFilter.SHOW_TEXT);
      for (let text = inside.nextNode(); text; text = inside.nextNode()) {
        const element = text.parentElement;
        if (!text.textContent?.trim() || !element || !isPainted(element)) continue;
        for (const line of listLines(text, element)) tops.push((line.top + line.bottom) / 2);
      }
      if (Math.max(...tops) - Math.min(...tops) > 8) wrapped.push(words);
    }
    return { overlaps, wrapped };
  });
