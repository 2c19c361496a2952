/** 'Segundos retirados' of a recording or live: removes seconds and restores them. For its staff. */
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { formatDuration } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/empty-state.tsx';
import type { ClipSource } from '../../recordings/clips/queries.ts';
import { useWithdrawn, useWithdrawnChanges } from './queries.ts';
import { TakeOutDialog } from './take-out-dialog.tsx';

export function WithdrawnPanel({
  of,
  duration,
  thumbnailsUrl,
  current,
}: {
  of: ClipSource;
  /** Seconds of the player's timeline, or of the live so far; evaluated when the dialog opens. */
  duration: () => number | null;
  thumbnailsUrl: string | undefined;
  /** The current playback position in seconds. */
  current: () => number;
}) {
  const ranges = useWithdrawn(of);
  const { takeOut, restore } = useWithdrawnChanges(of);
  const [open, setOpen] = useState<{ at: number; duration: number }>();
  const openDialog = () => {
    const seconds = duration();
    if (seconds !== null && seconds >= 1) setOpen({ at: Math.min(current(), seconds), duration: seconds });
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
      {ranges.isError ? (
        <ErrorState message={errorText(ranges.error)} onRetry={() => ranges.refetch()} />
      ) : !ranges.data || ranges.data.length === 0 ? (
        <p className="min-h-6 text-small text-muted">
          {ranges.data && 'Si alguien no debe salir, quita esos segundos: lo demás se sigue viendo.'}
        </p>
      ) : (
        <ul aria-label="Segundos retirados" className="divide-y divide-line rounded-md border border-line bg-surface">
          {ranges.data.map(({ id, from, to }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-3">
              <p className="tabular-nums">
                De {formatDuration(from)} a {formatDuration(to)}{' '}
                <span className="text-muted">({Math.round(to - from)} s)</span>
              </p>
              <Button
                kind="secondary"
                size="small"
                busy={restore.isPending && restore.variables === id}
                aria-label={`Deshacer: de ${formatDuration(from)} a ${formatDuration(to)}`}
                onClick={() => restore.mutate(id)}
              >
                Deshacer
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open && (
        <TakeOutDialog
          {...open}
          thumbnailsUrl={thumbnailsUrl}
          busy={takeOut.isPending}
          onTakeOut={(range) => takeOut.mutate(range, { onSuccess: () => setOpen(undefined) })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}
