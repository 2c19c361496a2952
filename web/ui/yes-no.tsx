/** A question that must be answered with yes or no; neither is chosen beforehand. */
import { useId } from 'react';
import { describeField, FieldNotes, type FieldProps } from './field.tsx';

type Props = Omit<FieldProps, 'required'> & {
  name: string;
  value: boolean | undefined;
  onChange: (value: boolean) => void;
};

export function YesNo({ name, label, hint, error, value, onChange }: Props) {
  const id = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby={describeField(id, { hint, error })}>
      <legend className="mb-1.5 text-small font-semibold">
        {label}
        <span aria-hidden="true" className="text-danger">
          {' *'}
        </span>
      </legend>
      <div className="flex flex-wrap gap-3">
        {answers.map(({ text, is }) => (
          <label
            key={text}
            className="flex min-h-11 min-w-28 cursor-pointer items-center gap-3 rounded-sm border border-line-strong px-4 font-semibold transition-colors hover:border-text has-aria-invalid:border-danger has-checked:border-text has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              required
              aria-invalid={error ? true : undefined}
              className="size-5 accent-accent outline-none"
              checked={value === is}
              onChange={() => onChange(is)}
            />
            {text}
          </label>
        ))}
      </div>
      <FieldNotes {...{ id, hint, error }} />
    </fieldset>
  );
}

const answers = [
  { text: 'Sí', is: true },
  { text: 'No', is: false },
];
