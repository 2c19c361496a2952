/** Small marks: the live badge (the only use of red), states as pills, clubs and categories as chips. */
import type { ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';

export function LiveBadge({ text = 'DIRECTO' }: { text?: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-sm bg-live px-2 py-0.5 font-heading text-note font-extrabold tracking-wide whitespace-nowrap text-on-live">
      <span className="size-1.5 animate-live rounded-full bg-on-live" />
      {text}
    </span>
  );
}

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'soccer' | 'basket';

export function StatusPill({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex max-w-full min-w-0 items-center gap-1.5 overflow-hidden rounded-full px-2.5 py-0.5 text-note font-semibold whitespace-nowrap',
        toneLook[tone],
      )}
    >
      {children}
    </span>
  );
}

interface Props {
  children: ReactNode;
  look?: string;
  /** Shows the whole text where there is room, instead of cutting it at a fixed width. */
  isFullWidth?: boolean;
}

export function Chip({ children, look = 'border-line text-muted', isFullWidth = false }: Props) {
  return (
    <span
      className={cx(
        'inline-flex items-center rounded-full border bg-surface px-2.5 py-0.5 text-note font-medium',
        isFullWidth ? 'max-w-full' : 'max-w-30',
        look,
      )}
    >
      <span className="truncate">{children}</span>
    </span>
  );
}

/** Returns the style of a category's chip: colours for the ids 1 to 5, grey for others. */
export function chooseCategoryLook(id: string | number): string {
  return categoryLooks[Number(id) - 1] ?? 'border-line text-chip-gray bg-raised';
}

const categoryLooks = [
  'border-line text-chip-pink bg-raised',
  'border-line text-chip-indigo bg-raised',
  'border-line text-chip-purple bg-raised',
  'border-line text-chip-orange bg-raised',
  'border-line text-chip-teal bg-raised',
];

const toneLook: Record<Tone, string> = {
  neutral: 'bg-raised text-muted',
  info: 'bg-[color-mix(in_srgb,var(--info)_12%,var(--surface))] text-info',
  success: 'bg-[color-mix(in_srgb,var(--success)_12%,var(--surface))] text-success',
  warning: 'bg-[color-mix(in_srgb,var(--warning)_12%,var(--surface))] text-warning',
  danger: 'bg-[color-mix(in_srgb,var(--danger)_12%,var(--surface))] text-danger',
  soccer: 'bg-[color-mix(in_srgb,var(--soccer)_12%,var(--surface))] text-soccer',
  basket: 'bg-[color-mix(in_srgb,var(--basket)_12%,var(--surface))] text-basket',
};
