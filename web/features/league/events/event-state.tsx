/** State marks and date texts of postponed and cancelled matches. */
import { awaitsDate, type EventState, stateNames } from '../../../../shared/domain/event-state.ts';
import { formatKickOff, formatRange } from '../../../lib/format.ts';
import { StatusPill } from '../../../ui/badge.tsx';

interface Scheduled {
  state?: EventState;
  scheduledStartDate: string;
  scheduledFinishDate: string;
  postponedFrom?: string | null;
}

/** 'Aplazado' or 'Cancelado'; nothing for other states. */
export function StateMark({ state }: { state: EventState | undefined }) {
  if (state === 'POSTPONED') return <StatusPill tone="warning">{stateNames[state]}</StatusPill>;
  if (state === 'CANCELLED') return <StatusPill tone="danger">{stateNames[state]}</StatusPill>;
  return null;
}

const noDate = 'Fecha por confirmar';

export const formatEventRange = (event: Scheduled) =>
  awaitsDate(event) ? noDate : formatRange(event.scheduledStartDate, event.scheduledFinishDate);

export const formatEventKickOff = (event: Scheduled) =>
  awaitsDate(event) ? noDate : formatKickOff(event.scheduledStartDate);
