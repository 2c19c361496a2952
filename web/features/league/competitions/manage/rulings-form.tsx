/** The rulings about one table: points taken from clubs, and matches that count as forfeited. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManagedTable } from '../../../../../shared/contract/competitions.ts';
import type { Sport } from '../../../../../shared/contract/schema.ts';
import { forfeitScore } from '../../../../../shared/domain/standings.ts';
import { api } from '../../../../lib/api.ts';
import { formatLongDate } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { QueryLoader } from '../../../../ui/query-loader.tsx';
import { Select } from '../../../../ui/select.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { TextInput } from '../../../../ui/text-input.tsx';
import { useAct } from '../../../../ui/use-act.ts';

export function RulingsForm({ slug, label, sport }: { slug: string; label: string; sport: Sport }) {
  const table = useQuery(tableQuery(slug));
  return (
    <QueryLoader query={table} fallback={<Spinner label="Cargando las sanciones" />}>
      {(data) => <Loaded key={data.version} {...{ slug, label, sport, table: data }} />}
    </QueryLoader>
  );
}

const tableQuery = (slug: string) =>
  queryOptions({
    queryKey: ['managed-table', slug],
    queryFn: async ({ signal }) => (await api('GET /live/tables/{slug}', { params: { slug }, signal })).data.table,
  });

type Penalty = ManagedTable['rulings']['penalties'][number];
type Forfeit = ManagedTable['rulings']['forfeits'][number];
/** Rows have a key of their own, since what they say may be equal. */
type Row<Ruling> = Ruling & { key: number };

const withKeys = <Ruling extends object>(rows: readonly Ruling[]): Row<Ruling>[] =>
  rows.map((row, key) => ({ ...row, key }));
const withoutKey = <Ruling extends object>({ key: _, ...ruling }: Row<Ruling>) => ruling;
const nextKey = (rows: readonly { key: number }[]) => Math.max(-1, ...rows.map(({ key }) => key)) + 1;
const change = <Ruling,>(rows: Row<Ruling>[], key: number, values: Partial<Ruling>) =>
  rows.map((row) => (row.key === key ? { ...row, ...values } : row));

function Loaded({ slug, label, sport, table }: { slug: string; label: string; sport: Sport; table: ManagedTable }) {
  const { rulings, version, clubs, matches } = table;
  const [penalties, setPenalties] = useState<Row<Penalty>[]>(withKeys(rulings.penalties));
  const [forfeits, setForfeits] = useState<Row<Forfeit>[]>(withKeys(rulings.forfeits));
  const queries = useQueryClient();
  const body = { penalties: penalties.map(withoutKey), forfeits: forfeits.map(withoutKey), version } as const;
  const isChanged = JSON.stringify(body) !== JSON.stringify({ ...rulings, version });
  const save = useAct({
    send: () => api('PUT /live/tables/{slug}', { params: { slug }, body }),
    success: ({ message }) => message ?? 'Clasificación guardada',
    onDone: ({ data }) => queries.setQueryData(tableQuery(slug).queryKey, data.table),
  });
  const toNames = (match: ManagedTable['matches'][number]) =>
    [match.homeId, match.awayId].map((id) => ({
      value: id,
      label: clubs.find((club) => club.id === id)?.name ?? 'Otro club',
    }));
  const [club, match] = [clubs[0], matches[0]];
  return (
    <form
      aria-label={`Sanciones de ${label}`}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {penalties.map(({ key, clubId, points, reason }, index) => (
        <fieldset key={key} className="grid items-end gap-3 sm:grid-cols-[1fr_7rem_1fr_auto]">
          <legend className="sr-only">{`Sanción ${index + 1}`}</legend>
          <Select
            label="Club sancionado"
            value={clubId}
            choices={clubs.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ target }) => setPenalties(change(penalties, key, { clubId: target.value }))}
          />
          <TextInput
            label="Puntos menos"
            type="number"
            min={1}
            max={99}
            required
            value={Number.isNaN(points) ? '' : points}
            onChange={({ target }) => setPenalties(change(penalties, key, { points: target.valueAsNumber }))}
          />
          <TextInput
            label="Motivo"
            required
            maxLength={200}
            value={reason}
            onChange={({ target }) => setPenalties(change(penalties, key, { reason: target.value }))}
          />
          <Button kind="quiet" onClick={() => setPenalties(penalties.filter((row) => row.key !== key))}>
            Quitar
          </Button>
        </fieldset>
      ))}
      {forfeits.map(({ key, eventId, lostBy, reason }, index) => {
        const chosen = matches.find(({ id }) => id === eventId);
        return (
          <fieldset key={key} className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]">
            <legend className="sr-only">{`Incomparecencia ${index + 1}`}</legend>
            <Select
              label="Partido"
              value={eventId}
              choices={matches.map(({ id, title, start }) => ({
                value: id,
                label: `${formatLongDate(start)} · ${title}`,
              }))}
              onChange={({ target }) => {
                const next = matches.find(({ id }) => id === target.value);
                setForfeits(change(forfeits, key, { eventId: target.value, lostBy: next?.awayId ?? lostBy }));
              }}
            />
            <Select
              label={`Pierde por ${forfeitScore[sport]}–0`}
              value={lostBy}
              choices={chosen ? toNames(chosen) : []}
              onChange={({ target }) => setForfeits(change(forfeits, key, { lostBy: target.value }))}
            />
            <TextInput
              label="Motivo"
              required
              maxLength={200}
              value={reason}
              onChange={({ target }) => setForfeits(change(forfeits, key, { reason: target.value }))}
            />
            <Button kind="quiet" onClick={() => setForfeits(forfeits.filter((row) => row.key !== key))}>
              Quitar
            </Button>
          </fieldset>
        );
      })}
      <div className="flex flex-wrap gap-3">
        {club && (
          <Button
            kind="secondary"
            icon="plus"
            onClick={() =>
              setPenalties([...penalties, { key: nextKey(penalties), clubId: club.id, points: 3, reason: '' }])
            }
          >
            Quitar puntos a un club
          </Button>
        )}
        {match && (
          <Button
            kind="secondary"
            icon="plus"
            onClick={() =>
              setForfeits([
                ...forfeits,
                { key: nextKey(forfeits), eventId: match.id, lostBy: match.awayId, reason: 'Incomparecencia.' },
              ])
            }
          >
            Dar un partido por perdido
          </Button>
        )}
        <Button type="submit" disabled={!isChanged} busy={save.isPending}>
          Guardar
        </Button>
      </div>
    </form>
  );
}
