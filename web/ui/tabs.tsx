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
    <fieldset className="relative inline-flex max-w-full min-w-0 overflow-x-auto rounded-full border border-line bg-surface p-1 whitespace-nowrap scrollbar-none in-data-[theme=back-office]:rounded-sm">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="relative inline-flex min-h-9 shrink-0 cursor-pointer items-center rounded-full px-4 text-small font-semibold text-muted transition-colors hover:text-text has-checked:bg-raised has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent in-data-[theme=back-office]:rounded-sm"
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="sr-only"
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
