/** A single-line input with a label. Forwards every input attribute and the ref. */
import type { InputHTMLAttributes, Ref } from 'react';
import { cx } from '../lib/class-names.ts';
import { Field, type FieldProps, inputLook } from './field.tsx';

export type TextInputProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'required'> & { ref?: Ref<HTMLInputElement> };

export function TextInput({ label, required, hint, error, className, ...rest }: TextInputProps) {
  return (
    <Field label={label} required={required} hint={hint} error={error}>
      {(control) => <input type="text" className={cx(inputLook, className)} {...rest} {...control} />}
    </Field>
  );
}

export const EmailInput = (props: Partial<TextInputProps>) => (
  <TextInput
    label="Email"
    type="email"
    inputMode="email"
    autoComplete="email"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={254}
    {...props}
  />
);
