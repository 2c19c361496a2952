/** Filters of match lists as pills. Each offers only values that some match has. */
import type { ReactNode } from 'react';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { ageCategoryNames } from '../../../../shared/domain/match.ts';
import { cx } from '../../../lib/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Choice } from '../../../ui/select.tsx';
import { type MatchFilterState, useMatchChoices } from './use-match-filter.ts';

interface Props {
  scope: { sport?: Sport; clubIds?: string[] };
  state: MatchFilterState;
}

export function MatchFilters({ scope, state: { filter, isFiltered, set, clear } }: Props) {
  const choices = useMatchChoices(scope);
  const listed = choices?.categories ?? [];
  const categories = filter.category && !listed.includes(filter.category) ? [...listed, filter.category] : listed;
  const toTextChoices = (values: readonly string[] = []): Choice[] => values.map((value) => ({ value, label: value }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would be another row
    <div role="group" aria-label="Filtros" className="flex min-h-11 min-w-0 flex-wrap items-center gap-2">
      <PillSelect
        label="Competición"
        value={filter.competition}
        choices={toTextChoices(choices?.competitions)}
        onChange={(value) => set('competition', value)}
      />
      <PillSelect
        label="Categoría"
        value={filter.category}
        choices={categories.map((value) => ({ value, label: ageCategoryNames[value] }))}
        onChange={(value) => set('category', value)}
      />
      <PillSelect
        label="Campo"
        value={filter.venue}
        choices={toTextChoices(choices?.venues)}
        onChange={(value) => set('venue', value)}
      />
      <Pill isSet={filter.date !== undefined}>
        <input
          type="date"
          aria-label="Fecha"
          value={filter.date ?? ''}
          onChange={(event) => set('date', event.target.value)}
          className={control}
        />
      </Pill>
      {isFiltered && (
        <button
          type="button"
          onClick={() => clear()}
          className="inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-full px-3 text-small font-semibold text-muted transition-colors hover:text-text pointer-coarse:min-h-11"
        >
          <Icon name="close" size={14} />
          <span>Quitar filtros</span>
        </button>
      )}
    </div>
  );
}

interface PillSelectProps {
  label: string;
  value: string | undefined;
  choices: readonly Choice[];
  onChange: (value: string) => void;
}

function PillSelect({ label, value = '', choices, onChange }: PillSelectProps) {
  // A single choice filters nothing, but a value in the address stays visible, so that the user can remove it.
  if (choices.length < 2 && !value) return null;
  const isKnown = !value || choices.some((choice) => choice.value === value);
  return (
    <Pill isSet={value !== ''}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(control, 'max-w-60 min-w-0 truncate')}
      >
        <option value="">{label}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Pill>
  );
}

const control =
  'min-h-9 cursor-pointer rounded-full bg-transparent px-3 text-body font-semibold sm:text-small text-inherit pointer-coarse:min-h-11 [&>option]:bg-surface [&>option]:text-text';

const Pill = ({ isSet, children }: { isSet: boolean; children: ReactNode }) => (
  <span
    className={cx(
      'inline-flex max-w-full shrink-0 rounded-full border transition-colors hover:border-line-strong',
      isSet ? 'border-line-strong bg-raised text-text' : 'border-line bg-surface text-muted',
    )}
  >
    {children}
  </span>
);
