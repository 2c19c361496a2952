/** 'Segundos retirados' of a recording or live, which its staff withdraw and restore. */
import { useState } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import type { ClipSource } from '../../recordings/clips/queries.ts';
import { useWithdrawn, useWithdrawnChanges } from './queries.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

interface Props {
  source: ClipSource;
  /** Returns the seconds of the player's timeline, or of the live so far, when the dialog opens. */
  duration: () => number | null;
  /** The ranges that these seconds leave out; a live's leave out none. */
  cuts?: string | undefined;
  thumbnailsUrl: string | undefined;
  /** Returns the playback position, in seconds. */
  current: () => number;
}

export function WithdrawnPanel({ source, duration, cuts = '', thumbnailsUrl, current }: Props) {
  const ranges = useWithdrawn(source);
  const { withdraw, restore } = useWithdrawnChanges(source);
  const [open, setOpen] = useState<{ at: number; duration: number; cuts: string }>();
  const openDialog = () => {
    const seconds = duration();
    if (seconds !== null && seconds >= 1) setOpen({ at: Math.min(current(), seconds), duration: seconds, cuts });
  };
  return (
    <section aria-labelledby="retirados" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="retirados" className="text-lead">
          Segundos retirados
        </h2>
        <Button kind="secondary" icon="eyeOff" onClick={openDialog}>
          Quitar unos segundos
        </Button>
      </div>
      {ranges.isLoadingError ? (
        <LoadFailure error={ranges.error} />
      ) : !ranges.data || ranges.data.length === 0 ? (
        <p className="min-h-6 text-small text-muted">
          {ranges.data && 'Si alguien no debe salir, quita esos segundos: lo demás se sigue viendo.'}
        </p>
      ) : (
        <>
          <ul aria-label="Segundos retirados" className="divide-y divide-line rounded-md border border-line bg-surface">
            {ranges.data.map(({ id, from, to, by, mayRestore }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-3">
                <p className="tabular-nums">
                  De {formatDuration(from)} a {formatDuration(to)}{' '}
                  <span className="text-muted">({Math.round(to - from)} s)</span>
                </p>
                {mayRestore ? (
                  <Button
                    kind="secondary"
                    size="small"
                    busy={restore.isPending && restore.variables === id}
                    aria-label={`Deshacer: de ${formatDuration(from)} a ${formatDuration(to)}`}
                    onClick={() => restore.mutate(id)}
                  >
                    Deshacer
                  </Button>
                ) : (
                  <p className="text-small text-muted">{byTexts[by]}</p>
                )}
              </li>
            ))}
          </ul>
          <p className="text-note text-muted">Los tiempos son los de la grabación completa, antes de quitar nada.</p>
        </>
      )}
      {open && (
        <WithdrawDialog
          {...open}
          source={source}
          thumbnailsUrl={thumbnailsUrl}
          busy={withdraw.isPending}
          onWithdraw={(removal) => withdraw.mutate(removal, { onSettled: () => setOpen(undefined) })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

/** Texts about seconds that the reader may not restore; those removed by the own club answer an objection. */
const byTexts = {
  OWN_CLUB: 'Responde a una denuncia: solo Cantera TV puede deshacerlo',
  OTHER_CLUB: 'Lo quitó el otro club',
  PLATFORM: 'Lo quitó Cantera TV',
};
