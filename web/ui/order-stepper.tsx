/**
 * A position in an order, a positive integer, changed by buttons or typed. `rules` say what happens at the ends, which
 * differs from list to list.
 */
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';

export interface OrderRules {
  up: (value: number | null) => number | null;
  down: (value: number | null) => number | null;
  /** An empty field means "no position". */
  emptyIsNull: boolean;
}

/** Cameras: down stops at 1; a position cannot be removed. */
export const cameraOrder: OrderRules = {
  up: (value) => (value ?? 0) + 1,
  down: (value) => (value === null ? null : Math.max(1, value - 1)),
  emptyIsNull: false,
};

/** Recordings: like cameras, but an empty field removes the position. */
export const vodOrder: OrderRules = { ...cameraOrder, emptyIsNull: true };

/** Content: up from no position gives 2, down from 1 removes it. */
export const contentOrder: OrderRules = {
  up: (value) => (value ?? 1) + 1,
  down: (value) => (value === null || value <= 1 ? null : value - 1),
  emptyIsNull: true,
};

/** Ads: like content, but an empty field is reverted. */
export const adPriority: OrderRules = { ...contentOrder, emptyIsNull: false };

interface Props {
  label: string;
  value: number | null;
  rules: OrderRules;
  onChange: (value: number | null) => void;
}

export function OrderStepper({ label, value, rules, onChange }: Props) {
  // Undefined while the user is not typing, so that a change from outside leaves a number that is being typed.
  const [typed, setTyped] = useState<string>();

  const change = (next: number | null) => {
    if (next !== value) onChange(next);
  };
  const commit = () => {
    const text = typed?.trim();
    setTyped(undefined);
    if (text === undefined) return;
    if (/^[1-9]\d{0,5}$/.test(text)) change(Number(text));
    else if (text === '' && rules.emptyIsNull) change(null);
  };

  return (
    <fieldset className="inline-flex items-center rounded-sm border border-line bg-surface">
      <legend className="sr-only">{label}</legend>
      <IconButton icon="down" size={32} label={`${label}: bajar`} onClick={() => change(rules.down(value))} />
      <input
        aria-label={label}
        inputMode="numeric"
        value={typed ?? value ?? ''}
        placeholder="—"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') setTyped(undefined);
        }}
        className="h-8 w-10 rounded-sm bg-transparent text-center text-body font-semibold tabular-nums placeholder:text-muted pointer-coarse:h-11"
      />
      <IconButton icon="up" size={32} label={`${label}: subir`} onClick={() => change(rules.up(value))} />
    </fieldset>
  );
}
