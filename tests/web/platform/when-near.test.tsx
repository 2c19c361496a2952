import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let observers: FakeObserver[] = [];

/** An observer that reports the elements that a test calls near. */
class FakeObserver {
  readonly elements = new Set<Element>();
  readonly take: (entries: { isIntersecting: boolean; target: Element }[]) => void;
  readonly options: { rootMargin: string; scrollMargin: string };
  constructor(take: FakeObserver['take'], options: FakeObserver['options']) {
    this.take = take;
    this.options = options;
    observers.push(this);
  }
  observe(element: Element) {
    this.elements.add(element);
  }
  unobserve(element: Element) {
    this.elements.delete(element);
  }
  disconnect() {
    this.elements.clear();
  }
  report(isIntersecting: boolean) {
    act(() => this.take([...this.elements].map((target) => ({ isIntersecting, target }))));
  }
}

beforeEach(() => {
  observers = [];
  // The modules keep one observer for the life of a page.
  vi.resetModules();
  vi.stubGlobal('IntersectionObserver', FakeObserver);
});
afterEach(() => vi.unstubAllGlobals());

async function renderLower() {
  const { WhenNear } = await import('../../../web/ui/when-near.tsx');
  return render(
    <WhenNear placeholder={<p>Reservado</p>}>
      <p>Contenido</p>
    </WhenNear>,
  );
}

async function renderPictures(...addresses: string[]) {
  const { NearImage } = await import('../../../web/ui/near-image.tsx');
  const { container, unmount } = render(addresses.map((src) => <NearImage key={src} src={src} alt="" />));
  const images = [...container.querySelectorAll('img')];
  return { unmount, images, sources: () => images.map((image) => image.getAttribute('src')) };
}

test('content below the fold mounts once it comes within half a screen, also sideways in a rail', async () => {
  const { unmount } = await renderLower();
  const [observer] = observers;
  expect(observer?.options).toEqual({ rootMargin: '50%', scrollMargin: '0px 50%' });
  observer?.report(false);
  expect(screen.getByText('Reservado')).toBeDefined();
  observer?.report(true);
  expect(screen.getByText('Contenido')).toBeDefined();
  expect(screen.queryByText('Reservado')).toBeNull();
  unmount();
  expect(observer?.elements.size).toBe(0);
});

test('content below the fold mounts at once in browsers without IntersectionObserver', async () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  await renderLower();
  expect(screen.getByText('Contenido')).toBeDefined();
});

test('one observer watches all pictures and forgets those that are near or gone', async () => {
  const { images, sources, unmount } = await renderPictures('/1.webp', '/2.webp');
  const [observer, ...others] = observers;
  expect(others).toEqual([]);
  expect(sources()).toEqual([null, null]);
  observer?.unobserve(images[1] as Element);
  observer?.report(true);
  expect(sources()).toEqual(['/1.webp', null]);
  expect(observer?.elements.size).toBe(0);
  unmount();
});

test('pictures load within two screens once the page or a rail scrolls', async () => {
  const { images, sources } = await renderPictures('/1.webp');
  fireEvent.scroll(images[0] as Element);
  // The modules of earlier tests have observers too.
  const [before, after] = [observers[0], observers.at(-1)];
  expect(before?.elements.size).toBe(0);
  expect(after?.options).toEqual({ rootMargin: '200%', scrollMargin: '0px 200%' });
  after?.report(true);
  expect(sources()).toEqual(['/1.webp']);
  const { length } = observers;
  fireEvent.scroll(window);
  expect(observers).toHaveLength(length);
});

test('a picture that was loaded before appears at once when its page is opened again', async () => {
  const first = await renderPictures('/1.webp');
  observers[0]?.report(true);
  fireEvent.load(first.images[0] as Element);
  first.unmount();
  const again = await renderPictures('/1.webp', '/2.webp');
  expect(again.sources()).toEqual(['/1.webp', null]);
});

test('all pictures load before the page is printed', async () => {
  const { sources } = await renderPictures('/1.webp', '/2.webp');
  act(() => void dispatchEvent(new Event('beforeprint')));
  expect(sources()).toEqual(['/1.webp', '/2.webp']);
});
