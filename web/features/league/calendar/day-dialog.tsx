import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EventRow } from './event-row.tsx';
import { type Day, formatDayTitle } from './month.ts';

export function DayDialog({ day, events, onClose }: { day: Day; events: SportEvent[]; onClose: () => void }) {
  return (
    <Dialog title={`Eventos del ${formatDayTitle(day)}`} onClose={onClose} wide>
      <p className="mb-3 text-small text-muted">{events.length === 1 ? '1 partido' : `${events.length} partidos`}</p>
      <ul className="flex flex-col divide-y divide-line">
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
    </Dialog>
  );
}
