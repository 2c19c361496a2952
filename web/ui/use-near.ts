/**
 * Tells when an element comes near the visible part of the page, so that its data or picture is not requested earlier:
 * within half a screen at first, within two screens once the visitor scrolls.
 */
import { type RefCallback, useCallback, useState } from 'react';
import { lazy } from '../../shared/domain/lazy.ts';

/** Callbacks of the elements that are not near yet. */
const reports = new Map<Element, () => void>();

/** An element that has come near counts as near for good. Without IntersectionObserver, all are near. */
export function useNear(isKnown = false): [isNear: boolean, place: RefCallback<Element>] {
  const [hasComeNear, setNear] = useState(!globalThis.IntersectionObserver);
  const isNear = isKnown || hasComeNear;
  const place = useCallback(
    (element: Element | null) => {
      if (!element || isNear) return;
      reports.set(element, () => setNear(true));
      getObserver().observe(element);
      return () => {
        reports.delete(element);
        getObserver().unobserve(element);
      };
    },
    [isNear],
  );
  return [isNear, place];
}

/** One observer serves all elements. */
const getObserver = lazy(() => {
  let observer = createObserver('50%');
  const widen = () => {
    observer.disconnect();
    observer = createObserver('200%');
    for (const element of reports.keys()) observer.observe(element);
  };
  // The listener runs in the capture phase, because a rail's scrolling does not bubble.
  addEventListener('scroll', widen, { once: true, capture: true, passive: true });
  // A printout shows the whole page.
  addEventListener('beforeprint', () => {
    for (const report of reports.values()) report();
  });
  return {
    observe: (element: Element) => observer.observe(element),
    unobserve: (element: Element) => observer.unobserve(element),
  };
});

function createObserver(margin: string): IntersectionObserver {
  const take: IntersectionObserverCallback = (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) reports.get(target)?.();
  };
  // `scrollMargin` is for rails, whose items would otherwise count only once they are visible.
  return new IntersectionObserver(take, { rootMargin: margin, scrollMargin: `0px ${margin}` });
}
