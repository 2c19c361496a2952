/**
 * A multi-line input with a label, of at least `rows` lines; it grows with its content where the browser supports it.
 */
import type { CSSProperties, Ref, TextareaHTMLAttributes } from 'react';
import { Field, type FieldProps, inputLook } from './field.tsx';

type Props = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'required'> & { ref?: Ref<HTMLTextAreaElement> };

export function Textarea({ label, required, hint, error, rows = 4, ...rest }: Props) {
  return (
    <Field label={label} required={required} hint={hint} error={error}>
      {(control) => (
        <textarea
          rows={rows}
          // `field-sizing: content` alone would make an empty field one line high.
          style={{ '--rows': rows } as CSSProperties}
          className={`${inputLook} field-sizing-content min-h-[calc(var(--rows)*1lh+1.375rem)] max-h-80 py-2.5`}
          {...rest}
          {...control}
        />
      )}
    </Field>
  );
}
