/** The actions for a match: alerts, sharing and calendar. `children` are those of higher modules. */
import type { ReactNode } from 'react';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { takesPlace } from '../../../../shared/domain/event-state.ts';
import type { MatchState } from '../../../../shared/domain/match-state.ts';
import { paths } from '../../../lib/paths.ts';
import { ActionRow } from '../../../ui/action-row.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { hasLog } from '../../league/events/match-links.tsx';
import { ShareButton } from '../../viewing/playback/share-button.tsx';
import { Notify } from '../alerts/notify.tsx';
import { AddToCalendar } from '../calendars/calendar-buttons.tsx';

export function EventActions({
  event,
  state,
  children,
}: {
  event: SportEvent;
  state: MatchState;
  children: ReactNode;
}) {
  const { id, title, scheduledFinishDate } = event;
  return (
    <ActionRow
      more={
        <>
          {hasLog(event) && (
            <LinkButton kind="secondary" to={paths.matchReport(id)}>
              Acta del partido
            </LinkButton>
          )}
          {takesPlace(event) && Date.parse(scheduledFinishDate) > Date.now() && <AddToCalendar eventId={id} />}
          {children}
        </>
      }
    >
      {/* While the signal is lost, the stage offers the alert. */}
      {state.kind !== 'ENDED' && state.kind !== 'NO_SIGNAL' && <Notify kind="events" id={id} title={title} />}
      <ShareButton title={title} />
    </ActionRow>
  );
}
