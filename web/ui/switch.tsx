/**
 * An on/off switch. Its label describes 'on' and never changes; the current state is beside it in grey. Without `text`,
 * only screen readers read the label, because the list's column heading shows it.
 */
import { cx } from '../lib/class-names.ts';

interface Props {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** The current state in words, for example 'Solo con acceso'. */
  text?: string;
}

export function Switch({ label, checked, onChange, disabled, text }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className="group inline-flex min-h-11 items-center gap-3 rounded-sm text-small font-medium disabled:cursor-not-allowed disabled:opacity-50"
    >
      <span
        className={cx(
          'relative h-6 w-11 shrink-0 rounded-full border transition-colors',
          checked ? 'border-accent bg-accent' : 'border-line-strong bg-raised group-hover:not-disabled:border-text',
        )}
      >
        <span
          className={cx(
            'absolute top-0.75 left-0.75 size-4 rounded-full transition-transform',
            checked ? 'translate-x-5 bg-on-accent' : 'bg-line-strong',
          )}
        />
      </span>
      {text && (
        <span className="text-left">
          {label} <span className="font-normal text-muted">· {text}</span>
        </span>
      )}
    </button>
  );
}
