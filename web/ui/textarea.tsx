/** Several lines of text under a label; grows with what is typed where the browser can. */
import type { Ref, TextareaHTMLAttributes } from 'react';
import { Field, type FieldProps, inputLook } from './field.tsx';

export function Textarea({
  label,
  required,
  hint,
  error,
  rows = 4,
  ...rest
}: FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'required'> & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <Field label={label} required={required} hint={hint} error={error}>
      {(control) => (
        <textarea rows={rows} className={`${inputLook} field-sizing-content max-h-80 py-2.5`} {...rest} {...control} />
      )}
    </Field>
  );
}
