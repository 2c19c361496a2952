/** A select in a filter bar; the first choice means all. */
import { cx } from '../../../lib/class-names.ts';
import { inputLook } from '../../../ui/field.tsx';
import type { Choice } from '../../../ui/select.tsx';

interface Props {
  label: string;
  all: string;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
}

export function FilterSelect({ label, all, value, choices, onChange }: Props) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={cx(inputLook, 'sm:w-48')}
    >
      <option value="">{all}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
