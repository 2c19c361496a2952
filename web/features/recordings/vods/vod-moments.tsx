/** The moments of a recording, for those who may watch it: a click jumps there (V-MOM-1). */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { formatDuration } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { momentLook } from '../moments/moment-types.ts';

interface VodMoment {
  id: string;
  timestampMs: number;
  label: string;
  momentType: string;
}

export function useVodMoments(vodId: string | undefined, allowed: boolean) {
  return useQuery({
    queryKey: ['vod-moments', vodId],
    enabled: vodId !== undefined && allowed,
    retry: false,
    queryFn: async ({ signal }) =>
      (await api('GET /vods/{id}/moments', { params: { id: vodId ?? '' }, signal })).data.moments.toSorted(
        (a, b) => a.timestampMs - b.timestampMs,
      ),
  });
}

export function VodMoments({
  moments,
  onJump,
  onReveal,
}: {
  moments: readonly VodMoment[];
  onJump: (seconds: number) => void;
  /** Goals by the minute tell a result: who hides results asks for them. Left out where nothing is hidden. */
  onReveal?: (() => void) | undefined;
}) {
  if (onReveal) {
    return (
      <section aria-labelledby="momentos" className="flex flex-col items-start gap-3">
        <h2 id="momentos" className="text-lead">
          Momentos
        </h2>
        <p className="text-muted">Has ocultado los resultados, y los momentos podrían contarte cómo acaba.</p>
        <Button kind="secondary" onClick={onReveal}>
          Mostrar momentos
        </Button>
      </section>
    );
  }
  if (moments.length === 0) return null;
  return (
    <section aria-labelledby="momentos">
      <h2 id="momentos" className="mb-4 text-lead">
        Momentos
      </h2>
      <ol className="grid gap-2 sm:grid-cols-2">
        {moments.map(({ id, timestampMs, label, momentType }) => {
          const { name, icon } = momentLook(momentType);
          return (
            <li key={id}>
              <button
                type="button"
                className="flex min-h-11 w-full items-center gap-3 rounded-md border border-line bg-surface px-4 py-2 text-left transition-colors hover:border-line-strong"
                onClick={() => onJump(timestampMs / 1000)}
              >
                <span className="w-14 shrink-0 text-small text-muted tabular-nums">
                  {formatDuration(timestampMs / 1000)}
                </span>
                <Icon name={icon} size={18} />
                <span className="sr-only">{name}:</span>
                <span className="line-clamp-2">{label}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
