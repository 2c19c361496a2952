/** The percentages of a club by plan; an empty field takes the stage's. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ClubShares } from '../../../../shared/contract/statements.ts';
import { type PlanName, planNames, planTexts, writePercent } from '../../../../shared/domain/statement.ts';
import { type Answer, api } from '../../../lib/api.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useAct } from '../../../ui/use-act.ts';

export function SharesDialog({ club, onClose }: { club: { id: string; name: string }; onClose: () => void }) {
  const params = { clubId: club.id };
  const shares = useQuery({
    queryKey: ['club-shares', club.id],
    queryFn: async ({ signal }) => (await api('GET /live/clubs/{clubId}/shares', { params, signal })).data,
    staleTime: 0,
  });
  return (
    <Dialog title={`Porcentajes de ${club.name}`} onClose={onClose} sheet>
      {shares.isLoadingError ? (
        <LoadFailure error={shares.error} />
      ) : shares.data ? (
        <SharesForm clubId={club.id} shares={shares.data} onClose={onClose} />
      ) : (
        <p className="min-h-72 text-muted">Cargando…</p>
      )}
    </Dialog>
  );
}

type Shares = Answer<'GET /live/clubs/{clubId}/shares'>['data'];

function SharesForm({ clubId, shares, onClose }: { clubId: string; shares: Shares; onClose: () => void }) {
  const { own, usual, version } = shares;
  const [texts, setTexts] = useState(
    () =>
      Object.fromEntries(
        planNames.map((plan) => [plan, own[plan] === null ? '' : String(own[plan]).replace('.', ',')]),
      ) as Texts,
  );
  const [wrong, setWrong] = useState<PlanName>();
  const saving = useAct({
    send: (shares: ClubShares) =>
      api('PUT /live/clubs/{clubId}/shares', { params: { clubId }, body: { shares, version } }),
    success: 'Porcentajes guardados',
    failure: 'No se han podido guardar',
    stale: ['statements', 'club-shares'],
    onDone: onClose,
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wrong = planNames.find((plan) => Number.isNaN(toPercent(texts[plan])));
    setWrong(wrong);
    if (wrong) event.currentTarget.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
    else saving.mutate(Object.fromEntries(planNames.map((plan) => [plan, toPercent(texts[plan])])) as ClubShares);
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit} onInput={() => setWrong(undefined)}>
      <p className="text-small text-muted">
        Del ingreso neto de cada plan. Vacío, vale el porcentaje general. Los meses cerrados no cambian.
      </p>
      {planNames.map((plan) => (
        <TextInput
          key={plan}
          name={plan}
          label={planTexts[plan]}
          inputMode="decimal"
          maxLength={6}
          hint={`General: ${writePercent(usual[plan])}`}
          error={wrong === plan ? 'Escribe un número de 0 a 100' : undefined}
          value={texts[plan]}
          onChange={({ target }) => setTexts({ ...texts, [plan]: target.value })}
        />
      ))}
      <DialogButtons submit="Guardar" busy={saving.isPending} onCancel={onClose} />
    </form>
  );
}

type Texts = Record<PlanName, string>;

/** NaN for what is no percentage. */
function toPercent(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  const percent = Number(trimmed);
  return percent >= 0 && percent <= 100 ? percent : Number.NaN;
}
