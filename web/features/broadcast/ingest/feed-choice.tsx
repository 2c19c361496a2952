/** The pictures of a match that run now, and the buttons by which staff choose the one that viewers see. */
import { useQuery } from '@tanstack/react-query';
import type { MatchFeed } from '../../../../shared/contract/phone.ts';
import { api } from '../../../lib/api.ts';
import { StatusPill } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/form-layout.tsx';
import { useAct } from '../../../ui/use-act.ts';

/** Milliseconds between polls: a phone begins or falls silent at any moment of a match. */
const pollIntervalMs = 5_000;

/** The choice on the match's page; nothing while one picture runs at most. */
export function MatchFeeds({ eventId }: { eventId: string }) {
  const { data: feeds = [] } = useQuery({
    queryKey: ['feeds', eventId],
    queryFn: async ({ signal }) =>
      (await api('GET /sportevents/{id}/feed', { params: { id: eventId }, signal })).data.feeds,
    refetchInterval: pollIntervalMs,
    retry: false,
  });
  if (feeds.length === 0) return null;
  return (
    <Panel title="Qué cámara se ve">
      <FeedChoice eventId={eventId} feeds={feeds} />
      <p className="mt-3 text-note text-pretty text-muted">
        Las demás siguen grabando y cada una deja su video. Si la que se ve se queda sin señal, otra toma el relevo
        sola.
      </p>
    </Panel>
  );
}

export function FeedChoice({ eventId, feeds }: { eventId: string; feeds: readonly MatchFeed[] }) {
  const showing = useAct({
    send: (source: string) => api('POST /sportevents/{id}/feed', { params: { id: eventId }, body: { source } }),
    success: ({ message }) => message ?? 'Los espectadores ven ahora esta cámara',
    failure: 'No se ha podido cambiar de cámara',
    stale: ['feeds', 'live', 'today'],
  });
  return (
    <ul className="flex flex-col gap-1">
      {feeds.map(({ source, name, isShown }) => (
        <li key={source} className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="min-w-0 text-small font-semibold break-words">{name}</span>
          {isShown ? (
            <StatusPill tone="success">Se ve</StatusPill>
          ) : (
            <span className="flex items-center gap-3">
              <span className="text-note text-muted">En reserva</span>
              <Button
                kind="secondary"
                size="small"
                busy={showing.isPending && showing.variables === source}
                aria-label={`Mostrar ${name}`}
                onClick={() => showing.mutate(source)}
              >
                Mostrar
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
