/** A camera's live as lists will show it to viewers, or the reason why they will not. */
import type { Camera } from '../../../../shared/contract/cameras.ts';
import type { ManagedEvent } from '../../../../shared/contract/sport-event.ts';
import { toResult } from '../../../../shared/domain/result.ts';
import { Panel } from '../../../ui/form-layout.tsx';
import { LiveMatchCard } from './match-cards.tsx';

export function LivePreview({
  camera: { slug, summary },
  event,
  isTest,
}: {
  camera: Camera;
  /** The chosen event; undefined while it loads. */
  event: ManagedEvent | undefined;
  isTest: boolean;
}) {
  const problem = isTest
    ? 'En pruebas no se anuncia.'
    : event?.visible === false
      ? 'El evento está oculto: no se anuncia hasta que lo hagas visible.'
      : undefined;
  return (
    <Panel title="Así se anunciará el directo">
      {/* The minimum height keeps the form from shifting while the event loads. */}
      <div inert className="min-h-48 max-w-72">
        {event && (
          <LiveMatchCard
            live={{
              slug,
              title: event.title,
              summary: summary || event.summary,
              thumbnail: event.thumbnail,
              isLive: true,
              status: 'ONLINE',
              sport: event.sport,
              sportEventId: event.id,
              clubs: event.clubs,
              startedAt: null,
              result: toResult(event),
            }}
          />
        )}
      </div>
      {problem && <p className="mt-2 text-small text-muted">{problem}</p>}
      {/* The card is no content for screen readers, and cuts long texts. */}
      {event && (
        <dl className="mt-4 flex flex-col gap-2 text-small">
          <div>
            <dt className="text-muted">Evento</dt>
            <dd className="font-medium wrap-anywhere">{event.title}</dd>
          </div>
          {event.summary && (
            <div>
              <dt className="text-muted">Descripción</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{event.summary}</dd>
            </div>
          )}
        </dl>
      )}
    </Panel>
  );
}
