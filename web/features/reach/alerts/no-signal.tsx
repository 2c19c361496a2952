import type { ReactNode } from 'react';
import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import type { MatchState } from '../../../../shared/domain/match-state.ts';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { describeMatchState } from '../../league/events/event-state.tsx';
import { Notify } from './notify.tsx';

const unavailable = 'La emisión no está disponible en este momento.';

interface NoSignalProps {
  event: Pick<EventOfItem, 'id' | 'title'>;
  state: MatchState;
}

/** Shows since when the picture is missing, and offers an alert for its return. */
export function NoSignal({ event, state }: NoSignalProps) {
  return (
    <div className="flex flex-col items-center gap-3 text-center">
      <p aria-live="polite" className="text-lead font-semibold">
        {describeMatchState(state)}
      </p>
      <p className="max-w-[40ch] text-small text-pretty text-muted">{unavailable}</p>
      <Notify kind="events" id={event.id} title={event.title} awaitsSignal />
    </div>
  );
}

/** Renders what replaces the player while a live is off air. Undefined before the match, when the plans are shown. */
export function renderIdleLive({ event, state }: NoSignalProps): ReactNode {
  if (state.kind === 'NO_SIGNAL') return <NoSignal event={event} state={state} />;
  if (state.kind !== 'ENDED') return undefined;
  return (
    <div className="flex flex-col items-center gap-3 text-center">
      <p>{unavailable}</p>
      <p className="text-small text-muted">El partido ha terminado.</p>
      <LinkButton kind="secondary" to={paths.event(event.id)}>
        Ver el partido
      </LinkButton>
    </div>
  );
}
