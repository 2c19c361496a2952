/**
 * Lets media-chrome's quality menu see and choose the levels of hls.js: the `videoRenditions` list that its store looks
 * for on the media element (the media-tracks proposal), which a plain <video> lacks.
 */
import type Hls from 'hls.js/light';

interface Rendition {
  id: string;
  width: number;
  height: number;
  bitrate: number;
}

class RenditionList extends EventTarget {
  #chosen = -1;
  #choose: (index: number) => void = () => undefined;
  items: Rendition[] = [];

  get length() {
    return this.items.length;
  }

  [Symbol.iterator]() {
    return this.items[Symbol.iterator]();
  }

  /** The level chosen by hand, -1 for automatic. */
  get selectedIndex() {
    return this.#chosen;
  }

  set selectedIndex(index: number) {
    this.#chosen = index;
    this.#choose(index);
    this.dispatchEvent(new Event('change'));
  }

  fill(items: Rendition[], choose: (index: number) => void) {
    this.items = items;
    this.#chosen = -1;
    this.#choose = choose;
    for (const [index, item] of items.entries()) Object.assign(this, { [index]: item });
    this.dispatchEvent(new Event(items.length > 0 ? 'addrendition' : 'removerendition'));
  }
}

type MediaWithRenditions = HTMLVideoElement & { videoRenditions?: RenditionList };

/** Call once on the element, before media-chrome looks at it. */
export function prepareRenditions(video: HTMLVideoElement): void {
  (video as MediaWithRenditions).videoRenditions ??= new RenditionList();
}

export function showRenditions(video: HTMLVideoElement, hls: Hls): void {
  const items = hls.levels.map(({ width, height, bitrate }, index) => ({ id: String(index), width, height, bitrate }));
  // One level leaves nothing to choose.
  (video as MediaWithRenditions).videoRenditions?.fill(items.length > 1 ? items : [], (index) => {
    hls.nextLevel = index;
  });
}
