import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ManagedCompetition } from '../../../../../shared/contract/competitions.ts';
import { formatSeason } from '../../../../../shared/domain/competition.ts';
import { ageCategoryNames } from '../../../../../shared/domain/match.ts';
import { sportName } from '../../../../../shared/domain/sport-name.ts';
import { type TableRules, tieRules } from '../../../../../shared/domain/standings.ts';
import { api } from '../../../../lib/api.ts';
import { paths } from '../../../../lib/paths.ts';
import { StatusPill } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Select } from '../../../../ui/select.tsx';
import { TextInput } from '../../../../ui/text-input.tsx';
import { useAct } from '../../../../ui/use-act.ts';
import { tieNames } from '../rules-text.ts';
import { RulingsForm } from './rulings-form.tsx';

export function RulesForm({ competition }: { competition: ManagedCompetition }) {
  const { key, name, sport, rules, version, tables } = competition;
  const [edit, setEdit] = useState<Partial<TableRules>>({});
  const [opened, setOpened] = useState<readonly string[]>([]);
  const values = { ...rules, ...edit };
  const isChanged = (Object.keys(edit) as (keyof TableRules)[]).some((field) => edit[field] !== rules[field]);
  const save = useAct({
    send: () => api('PATCH /live/competitions/{key}', { params: { key }, body: { ...values, version } }),
    success: ({ message }) => message ?? 'Reglas guardadas',
    stale: ['managed-competitions'],
    onDone: () => setEdit({}),
  });
  return (
    <li className="flex flex-col gap-4 rounded-md border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="min-w-0 text-lead break-words">{name}</h2>
        <StatusPill tone={sport === 'SOCCER' ? 'soccer' : 'basket'}>{sportName(sport)}</StatusPill>
        <ul aria-label={`Clasificaciones de ${name}`} className="flex flex-wrap gap-x-3 text-small">
          {tables.map(({ slug, category, season }) => (
            <li key={slug}>
              <Link
                to={paths.competition(slug)}
                className="inline-flex min-h-9 items-center underline underline-offset-4"
              >
                {[category && ageCategoryNames[category], formatSeason(season)].filter(Boolean).join(' ')}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <form
        aria-label={`Reglas de ${name}`}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <div className="grid grid-cols-3 gap-4 sm:max-w-160 sm:grid-cols-5">
          {numberFields
            .filter(({ field }) => sport === 'SOCCER' || field !== 'draw')
            .map(({ field, label }) => (
              <TextInput
                key={field}
                label={label}
                type="number"
                min={0}
                max={10}
                required
                value={Number.isNaN(values[field]) ? '' : (values[field] ?? 0)}
                onChange={({ target }) => setEdit({ ...edit, [field]: target.valueAsNumber })}
              />
            ))}
        </div>
        <Select
          label="A igualdad de puntos"
          value={values.ties}
          choices={tieRules.map((value) => ({ value, label: tieNames[sport][value] }))}
          onChange={({ target }) => setEdit({ ...edit, ties: target.value as TableRules['ties'] })}
        />
        <Button type="submit" className="self-start" disabled={!isChanged} busy={save.isPending}>
          Guardar
        </Button>
      </form>
      {tables.map(({ slug, category, season }) => {
        const label = [category && ageCategoryNames[category], formatSeason(season)].filter(Boolean).join(' ');
        return (
          <details key={slug} onToggle={({ currentTarget }) => currentTarget.open && setOpened([...opened, slug])}>
            <summary className="min-h-11 cursor-pointer content-center text-small font-semibold">
              {`Sanciones e incomparecencias, ${label}`}
            </summary>
            {opened.includes(slug) && <RulingsForm {...{ slug, sport }} label={`${name} ${label}`} />}
          </details>
        );
      })}
    </li>
  );
}

const numberFields = [
  { field: 'win', label: 'Victoria' },
  { field: 'draw', label: 'Empate' },
  { field: 'loss', label: 'Derrota' },
  { field: 'promoted', label: 'Ascienden' },
  { field: 'relegated', label: 'Descienden' },
] as const;
