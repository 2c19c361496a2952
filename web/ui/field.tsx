/**
 * Label, control, hint and error of a form field. The error is linked to the control, and announced when it appears.
 * `children` receives the attributes that the control must have.
 */
import { type ReactNode, useId } from 'react';
import type { ErrorText } from '../lib/api.ts';
import { FailureText } from './failure-text.tsx';
import { Icon } from './icon.tsx';

export interface ControlAttributes {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
  'aria-required': boolean | undefined;
}

export interface FieldProps {
  label: string;
  required?: boolean;
  hint?: ReactNode;
  error?: ErrorText | string | undefined;
}

type Props = FieldProps & { children: (control: ControlAttributes) => ReactNode };

export function Field({ label, required, hint, error, children }: Props) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-small font-semibold">
        {label}
        {required && (
          <span aria-hidden="true" className="text-danger">
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describeField(id, { hint, error }),
        'aria-required': required,
      })}
      <FieldNotes {...{ id, hint, error }} />
    </div>
  );
}

type Notes = Pick<FieldProps, 'hint' | 'error'>;

/** Returns the ids of the notes that describe a field. */
export const describeField = (id: string, { hint, error }: Notes): string | undefined =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

export function FieldNotes({ id, hint, error }: Notes & { id: string }) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="text-note text-muted">
          {hint}
        </p>
      )}
      <div role="alert" className="empty:hidden">
        {error && (
          <p id={`${id}-error`} className="flex items-center gap-1.5 text-note font-medium text-danger wrap-anywhere">
            <Icon name="alert" size={16} />
            <span>
              <FailureText text={error} />
            </span>
          </p>
        )}
      </div>
    </>
  );
}

export const inputLook =
  'w-full min-h-11 rounded-sm border border-line-strong bg-surface px-3 text-body text-text placeholder:text-muted ' +
  'transition-colors hover:not-disabled:border-text aria-invalid:border-danger disabled:cursor-not-allowed disabled:opacity-60';
