import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';

type Props = { label: ReactNode; error?: string; ref?: Ref<HTMLInputElement> } & InputHTMLAttributes<HTMLInputElement>;

export function Checkbox({ label, error, ...rest }: Props) {
  const id = useId();
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-small">
        <input
          type="checkbox"
          className={boxLook}
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

export const boxLook =
  'grid size-5 shrink-0 cursor-pointer appearance-none place-items-center rounded-[4px] border border-line-strong bg-surface ' +
  'transition-colors checked:border-accent checked:bg-accent hover:border-text aria-invalid:border-danger ' +
  "before:size-3 before:bg-on-accent before:opacity-0 before:content-[''] checked:before:opacity-100 " +
  'before:[clip-path:polygon(14%_44%,0_65%,50%_100%,100%_16%,80%_0,43%_62%)]';
