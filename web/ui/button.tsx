/** Buttons, and links that look like buttons. A view has one primary button. */
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { cx } from '../lib/class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';
type ButtonSize = 'medium' | 'small';

interface Look {
  kind?: ButtonKind;
  size?: ButtonSize;
  icon?: IconName;
}

export function Button({
  kind = 'primary',
  size = 'medium',
  icon,
  busy = false,
  children,
  className,
  disabled,
  type = 'button',
  ...rest
}: Look & { busy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type={type}
      className={cx(chooseButtonLook(kind, size), className)}
      disabled={disabled || busy}
      aria-busy={busy}
      {...rest}
    >
      {busy ? <Spinner size={18} /> : icon && <Icon name={icon} size={18} filled={icon === 'play'} />}
      {wrapText(children)}
    </button>
  );
}

type LinkButtonProps = Look & LinkProps & { children: ReactNode };

export function LinkButton({ kind = 'primary', size = 'medium', icon, children, className, ...rest }: LinkButtonProps) {
  return (
    <Link className={cx(chooseButtonLook(kind, size), className)} {...rest}>
      {icon && <Icon name={icon} size={18} filled={icon === 'play'} />}
      {wrapText(children)}
    </Link>
  );
}

/** Wraps the text in an element, without which old browsers cannot replace `gap` by margins (build/old-browsers.ts). */
const wrapText = (children: ReactNode) => (typeof children === 'string' ? <span>{children}</span> : children);

export function chooseButtonLook(kind: ButtonKind, size: ButtonSize): string {
  return cx(
    // In a narrow place (with large text) the button wraps to two lines, but it does not shrink for its neighbours.
    'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-full font-semibold transition-colors select-none',
    'disabled:cursor-not-allowed disabled:opacity-50 in-data-[theme=back-office]:rounded-sm',
    size === 'medium' ? 'min-h-11 px-5 text-body' : 'min-h-9 px-3.5 text-small pointer-coarse:min-h-11',
    kindLook[kind],
  );
}

const kindLook: Record<ButtonKind, string> = {
  primary: 'bg-accent text-on-accent hover:not-disabled:bg-accent-hover',
  secondary: 'bg-raised text-text border border-line hover:not-disabled:border-line-strong',
  quiet: 'text-text hover:not-disabled:bg-raised',
  danger: 'bg-surface text-danger border border-danger hover:not-disabled:bg-raised',
};
