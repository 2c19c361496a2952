import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { WhenNear } from '../../../web/ui/when-near.tsx';

afterEach(() => vi.unstubAllGlobals());

const lower = (
  <WhenNear placeholder={<p>Reservado</p>}>
    <p>Contenido</p>
  </WhenNear>
);

test('content below the fold mounts once it comes within half a screen of the viewport', () => {
  let report: (isIntersecting: boolean) => void = () => undefined;
  const disconnect = vi.fn();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(take: (entries: { isIntersecting: boolean }[]) => void, { rootMargin }: { rootMargin: string }) {
        expect(rootMargin).toBe('50%');
        report = (isIntersecting) => act(() => take([{ isIntersecting }]));
      }
      observe() {}
      disconnect = disconnect;
    },
  );
  const { unmount } = render(lower);
  report(false);
  expect(screen.getByText('Reservado')).toBeDefined();
  report(true);
  expect(screen.getByText('Contenido')).toBeDefined();
  expect(screen.queryByText('Reservado')).toBeNull();
  unmount();
  expect(disconnect).toHaveBeenCalled();
});

test('content below the fold mounts at once in browsers without IntersectionObserver', () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  render(lower);
  expect(screen.getByText('Contenido')).toBeDefined();
});
