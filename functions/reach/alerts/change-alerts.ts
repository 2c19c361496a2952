/** Alerts about changes of a match: its date, cancellation, postponement and removal. Pure. */
import { takesPlace } from '../../../shared/domain/event-state.ts';
import { madridText } from '../../../shared/domain/madrid-text.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import type { AnnouncedMatch, DomainEvents } from '../../platform/events/domain-events.ts';
import type { AlertMessage, AlertText } from './rules.ts';

/** Start and state of a match as last sent to its followers. */
export interface Standing {
  start: string;
  state: string;
}

type Reschedule = NonNullable<DomainEvents['EventChanged']['moved']>;

type When = Pick<StoredEvent, 'scheduledStartDate' | 'postponedFrom' | 'state'> & { visible?: boolean };

export const toStanding = (event: When): Standing => ({
  start: event.scheduledStartDate,
  state: event.visible === false ? 'GONE' : !takesPlace(event) ? (event.state ?? 'SCHEDULED') : 'ON',
});

/** Message about a changed date or state, relative to the last message; undefined if nothing differs. */
export function describeChange(
  event: StoredEvent,
  moved: Pick<Reschedule, 'version' | 'before'>,
  before: Standing,
  now: number,
): AlertMessage | undefined {
  const is = toStanding(event);
  const isGone = is.state === 'GONE';
  // An earlier change hid the match, and that change's message has informed the followers.
  if (isGone && toStanding(moved.before).state === 'GONE') return undefined;
  const isSame = is.state === before.state && (is.start === before.start || is.state !== 'ON');
  const isOver = Date.parse(is.start) < now && Date.parse(before.start) < now;
  if (isSame || isOver || event.state === 'LIVE' || event.state === 'FINISHED') return undefined;
  const until = Math.max(Date.parse(is.start), Date.parse(before.start));
  return {
    eventId: event.id,
    kind: 'CHANGES',
    what: `CHANGES#${moved.version}`,
    until,
    ...(isGone && { isGone }),
    ...changeText(isGone ? moved.before.title : event.title, is, before),
  };
}

/** Message about a match that was deleted before its day; undefined if it had begun, or was cancelled or finished. */
export function describeRemoval(eventId: string, announced: AnnouncedMatch, now: number): AlertMessage | undefined {
  const until = Date.parse(announced.scheduledStartDate);
  if (until < now || announced.state === 'CANCELLED' || announced.state === 'FINISHED') return undefined;
  const text = changeText(
    announced.title,
    { start: announced.scheduledStartDate, state: 'GONE' },
    toStanding(announced),
  );
  return {
    eventId,
    kind: 'CHANGES',
    what: `REMOVED#${announced.version ?? ''}`,
    until,
    isGone: true,
    ...text,
    ...(announced.families && { families: announced.families }),
  };
}

function changeText(match: string, is: Standing, before: Standing): AlertText {
  if (is.state === 'CANCELLED')
    return { title: `Cancelado: ${match}`, body: `No se juega el ${describeTime(before.start)}.` };
  if (is.state === 'POSTPONED')
    return { title: `Aplazado: ${match}`, body: 'Todavía no tiene nueva fecha. Te avisamos cuando la tenga.' };
  if (is.state === 'GONE') {
    const planned = before.state === 'POSTPONED' ? '' : ` Estaba previsto para el ${describeTime(before.start)}.`;
    return { title: `Retirado: ${match}`, body: `El partido ya no está en el calendario.${planned}` };
  }
  const words = before.state === 'ON' ? 'Cambia de hora' : 'Se juega';
  return { title: `${words}: ${match}`, body: `Ahora es el ${describeTime(is.start)}.` };
}

/** 'sábado, 5 de diciembre, a las 11:30, hora peninsular'. The reader's time zone is unknown. */
const describeTime = (instant: string) => {
  const date = new Date(instant);
  return `${dayText(date)}, a las ${timeText(date)}, hora peninsular`;
};
const dayText = madridText({ weekday: 'long', day: 'numeric', month: 'long' });
const timeText = madridText({ hour: '2-digit', minute: '2-digit' });
