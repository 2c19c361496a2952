/** The actions for a match: alerts, sharing, calendar. */

import type { SportEvent } from '../../../../shared/contract/events.ts';
import { takesPlace } from '../../../../shared/domain/event-state.ts';
import { ShareButton } from '../../viewing/playback/share-button.tsx';
import { Notify } from '../alerts/notify.tsx';
import { AddToCalendar } from '../calendars/calendar-buttons.tsx';

export function EventActions({ event }: { event: SportEvent }) {
  const { id, title, state, scheduledFinishDate } = event;
  return (
    <div className="flex flex-wrap gap-3">
      {state !== 'FINISHED' && <Notify kind="events" id={id} of={title} />}
      <ShareButton title={title} />
      {takesPlace(event) && Date.parse(scheduledFinishDate) > Date.now() && <AddToCalendar eventId={id} />}
    </div>
  );
}
