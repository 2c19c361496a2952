/**
 * A radio group that filters the content below. Arrow keys move between the choices; it scrolls sideways on narrow
 * screens.
 */
import { useId } from 'react';
import type { Choice } from './select.tsx';

export function Tabs({
  label,
  choices,
  value,
  onChange,
}: {
  label: string;
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
}) {
  const name = useId();
  return (
    <fieldset className="relative inline-block max-w-full min-w-0 overflow-x-auto rounded-full border border-line bg-surface p-1 whitespace-nowrap scrollbar-none in-data-[theme=back-office]:rounded-sm">
      <legend className="sr-only">{label}</legend>
      {/* Televisions of 2021 cannot lay out a fieldset itself as a row. */}
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
            <span className="inline-flex min-h-9 items-center rounded-full px-4 text-small font-semibold text-muted transition-colors peer-checked:bg-raised peer-checked:text-text peer-focus-visible:outline-2 peer-focus-visible:outline-accent hover:text-text in-data-[theme=back-office]:rounded-sm">
              {choice.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
