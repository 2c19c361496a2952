import type { Ref, SelectHTMLAttributes } from 'react';
import { Field, type FieldProps, inputLook } from './field.tsx';

export interface Choice {
  value: string;
  label: string;
}

type Props = FieldProps & { choices: readonly Choice[]; placeholder?: string } & Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    'required'
  > & { ref?: Ref<HTMLSelectElement> };

export function Select({ label, required, hint, error, choices, placeholder, ...rest }: Props) {
  return (
    <Field label={label} required={required} hint={hint} error={error}>
      {(control) => (
        <select className={inputLook} {...rest} {...control}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
