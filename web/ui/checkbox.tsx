/** A box to tick, with its text beside it. */
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

export function Checkbox({
  label,
  error,
  ...rest
}: { label: ReactNode; error?: string; ref?: Ref<HTMLInputElement> } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-small">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-accent"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          {...rest}
        />
        <span>{label}</span>
      </label>
      <div role="alert" className="empty:hidden">
        {error && (
          <p id={id} className="text-note font-medium text-danger">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
