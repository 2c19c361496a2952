/** Touch gestures on the picture, as pointer events. */
import { cleanup, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useGestures } from '../../../web/player/use-input.ts';

afterEach(cleanup);

function Frame({ live, run }: { live: boolean; run: Parameters<typeof useGestures>[2] }) {
  const frame = useRef<HTMLDivElement>(null);
  useGestures(frame, live, run);
  return (
    <div ref={frame}>
      {/* biome-ignore lint/a11y/useMediaCaption: nothing is played */}
      <video />
      <button type="button">Pausa</button>
    </div>
  );
}

function renderFrame(live = false) {
  const run = vi.fn();
  const { container } = render(<Frame live={live} run={run} />);
  const frame = container.firstElementChild as HTMLElement;
  frame.getBoundingClientRect = () => new DOMRect(0, 0, 400, 225);
  const event = (name: string, x: number, y: number, at: number, target: string) => {
    const made = new MouseEvent(name, { bubbles: true, clientX: x, clientY: y });
    Object.defineProperties(made, {
      pointerType: { value: 'touch' },
      isPrimary: { value: true },
      timeStamp: { value: at },
    });
    frame.querySelector(target)?.dispatchEvent(made);
  };
  const touch = (x: number, at: number, { toX = x, toY = 100, target = 'video' } = {}) => {
    event('pointerdown', x, 100, at, target);
    event('pointerup', toX, toY, at + 20, target);
  };
  return { run, frame, touch };
}

test('[E-PLAYER-2] seeks 10 s on a double tap at a side, and 10 more per further tap', () => {
  const { run, touch } = renderFrame();
  touch(380, 1000);
  expect(run).not.toHaveBeenCalled();
  touch(380, 1200);
  touch(380, 1800);
  expect(run.mock.calls).toEqual([[{ do: 'seek', by: 10 }], [{ do: 'seek', by: 10 }]]);
  touch(20, 4000);
  touch(20, 4200);
  expect(run).toHaveBeenLastCalledWith({ do: 'seek', by: -10 });
});

test('[E-PLAYER-2] ignores slow taps, taps in the middle or on a button, and taps on a live', () => {
  const { run, touch } = renderFrame();
  touch(380, 1000);
  touch(380, 2000);
  touch(20, 2200);
  touch(200, 5000);
  touch(200, 5100);
  touch(380, 8000, { target: 'button' });
  touch(380, 8100, { target: 'button' });
  const live = renderFrame(true);
  live.touch(380, 1000);
  live.touch(380, 1100);
  expect(run).not.toHaveBeenCalled();
  expect(live.run).not.toHaveBeenCalled();
});

test('[E-PLAYER-2] leaves full screen on a swipe down, and does nothing otherwise', () => {
  const { frame, touch } = renderFrame();
  const exit = vi.fn(async () => undefined);
  document.exitFullscreen = exit;
  touch(200, 1000, { toY: 220 });
  expect(exit).not.toHaveBeenCalled();
  Object.defineProperty(document, 'fullscreenElement', { value: frame, configurable: true });
  touch(200, 2000, { toY: 130 });
  expect(exit).not.toHaveBeenCalled();
  // A diagonal swipe is none of the two.
  for (const toX of [139, 261]) touch(200, 2500, { toX, toY: 220 });
  expect(exit).not.toHaveBeenCalled();
  touch(200, 3000, { toX: 259, toY: 220 });
  expect(exit).toHaveBeenCalledOnce();
  Reflect.deleteProperty(document, 'fullscreenElement');
});
