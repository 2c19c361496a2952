/** Several lines of text under a label: `rows` of them from the beginning, more with what is typed where the browser can. */
import type { CSSProperties, Ref, TextareaHTMLAttributes } from 'react';
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
        <textarea
          rows={rows}
          // A field that is as high as its content would be one line high while it is empty.
          style={{ '--rows': rows } as CSSProperties}
          className={`${inputLook} field-sizing-content min-h-[calc(var(--rows)*1lh+1.375rem)] max-h-80 py-2.5`}
          {...rest}
          {...control}
        />
      )}
    </Field>
  );
}
