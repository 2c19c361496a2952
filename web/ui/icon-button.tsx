/** A button with only an icon; the label is its accessible name and tooltip. */
import type { ButtonHTMLAttributes } from 'react';
import { cx } from '../lib/class-names.ts';
import { Icon, type IconName } from './icon.tsx';

type Props = { icon: IconName; label: string; size?: 32 | 44 } & ButtonHTMLAttributes<HTMLButtonElement>;

export function IconButton({ icon, label, className, size = 44, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-full text-text transition-colors hover:not-disabled:bg-raised',
        'disabled:cursor-not-allowed disabled:opacity-40',
        size === 44 ? 'size-11' : 'size-8 pointer-coarse:size-11',
        className,
      )}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
