/**
 * A radio group that filters what is below; arrow keys move between the choices. If they do not fit, the row scrolls
 * sideways, fades where more choices follow, and keeps the chosen one in view.
 */
import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../lib/class-names.ts';
import type { Choice } from './select.tsx';

interface Props {
  label: string;
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
}

export function Tabs({ label, choices, value, onChange }: Props) {
  const name = useId();
  const frame = useRef<HTMLFieldSetElement>(null);
  const more = useHiddenSides(frame, value);
  return (
    <fieldset
      ref={frame}
      className={cx(
        'relative inline-block max-w-full min-w-0 overflow-x-auto rounded-full border border-line bg-surface p-1 whitespace-nowrap scrollbar-none in-data-[theme=back-office]:rounded-sm',
        more.before && 'fade-left',
        more.after && 'fade-right',
      )}
    >
      <legend className="sr-only">{label}</legend>
      {/* Browsers on televisions of 2021 cannot lay out a fieldset as a row. */}
      <div className="flex">
        {choices.map((choice) => (
          <label key={choice.value} className="relative shrink-0 cursor-pointer">
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="peer sr-only"
            />
            <span className="inline-flex min-h-9 items-center rounded-full px-3 text-small font-semibold text-muted transition-colors sm:px-4 peer-checked:bg-raised peer-checked:text-text peer-focus-visible:outline-2 peer-focus-visible:outline-accent hover:text-text in-data-[theme=back-office]:rounded-sm">
              {choice.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Scrolls the chosen choice into view; returns the sides on which choices are cut off. */
function useHiddenSides(frame: RefObject<HTMLElement | null>, value: string) {
  const [more, setMore] = useState({ before: false, after: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the choice changes
  useLayoutEffect(() => {
    const row = frame.current;
    const chosen = row?.querySelector('input:checked')?.parentElement;
    if (!row || !chosen) return;
    // `scrollIntoView` would scroll the page as well.
    const [left, right] = [chosen.offsetLeft, chosen.offsetLeft + chosen.offsetWidth];
    if (left < row.scrollLeft + fadePixels) row.scrollLeft = left - fadePixels;
    else if (right > row.scrollLeft + row.clientWidth - fadePixels)
      row.scrollLeft = right - row.clientWidth + fadePixels;
  }, [frame, value]);
  useLayoutEffect(() => {
    const row = frame.current;
    if (!row) return;
    const measure = () => {
      const before = row.scrollLeft > 1;
      const after = row.scrollLeft + row.clientWidth < row.scrollWidth - 1;
      setMore((last) => (last.before === before && last.after === after ? last : { before, after }));
    };
    measure();
    row.addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      row.removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [frame]);
  return more;
}

/** Width of the faded edge, as in tokens.css. */
const fadePixels = 32;
