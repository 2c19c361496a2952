/** What is told of a match, when, to whom, in which words. Pure. Rows D-ALERT-1, D-ALERT-3, D-MATCH-3, D-MATCH-5. */

import type { AlertSettings } from '../../../shared/contract/alerts.ts';
import type { LoggedAction } from '../../../shared/contract/scores.ts';
import { type AlertKind, mailedKinds } from '../../../shared/domain/alert-kinds.ts';
import { awaitsDate, isOn } from '../../../shared/domain/event-state.ts';
import { madridText } from '../../../shared/domain/madrid-text.ts';
import { counted, other, possibleDuplicate, type Score, type Side } from '../../../shared/domain/score.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import type { DomainEvents } from '../../platform/events/domain-events.ts';

/** Start and state of a match as its followers were last told. */
export interface Standing {
  start: string;
  state: string;
}

export interface AlertText {
  title: string;
  body: string;
}

/** One message to all followers of a match; it names nobody of them. */
export interface AlertMessage extends AlertText {
  eventId: string;
  kind: AlertKind;
  /** A person is told the same once: the kind, and for goals and changes which one. */
  what: string;
  /** Nobody wants to hear of it later than this (ms). */
  until: number;
  /** The action that it is about: one that was undone is not told. */
  goal?: string;
  /** For whoever hides results (row D-MATCH-3), where the other words tell one. */
  quiet?: AlertText;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Row D-ALERT-3: a goal older than this is not sent. */
export const goalFreshMs = 2 * minute;
/** Who is told later has missed it. */
const startFreshMs = 15 * minute;
const endFreshMs = 3 * hour;
const videoFreshMs = 12 * hour;
/** Old matches whose state is put right, or whose recordings are published, are no news. */
const recentMs = 14 * day;

type Moved = NonNullable<DomainEvents['EventChanged']['moved']>;

/** What a change of an event's state tells, with the event as it is now: nothing when that was taken back. */
export function turnMessages(
  event: StoredEvent,
  moved: Moved,
  score: AlertText | undefined,
  now: number,
): AlertMessage[] {
  if (now - Date.parse(event.scheduledFinishDate) > day) return [];
  const base = { eventId: event.id };
  const has = (state: StoredEvent['state']) => event.state === state && moved.before.state !== state;
  if (has('LIVE'))
    return [
      {
        ...base,
        kind: 'STARTS',
        what: 'STARTS',
        until: moved.at + startFreshMs,
        title: `Empieza ${event.title}`,
        body: 'El partido ya ha empezado.',
      },
    ];
  if (!has('FINISHED')) return [];
  const quiet = {
    title: `Ha terminado ${event.title}`,
    body: 'Entra cuando quieras: aquí no te contamos el resultado.',
  };
  return [
    {
      ...{ ...base, kind: 'ENDS', what: 'ENDS', until: moved.at + endFreshMs },
      ...(score ? { ...score, quiet } : { title: quiet.title, body: 'El partido ha terminado.' }),
    },
  ];
}

/**
 * A camera shows the match at its time, since an instant: that tells its beginning as well as somebody who says so, and a
 * second time is told by neither. A picture before that is one of an empty pitch.
 */
export function pictureMessage(event: StoredEvent, since: number, now: number): AlertMessage | undefined {
  const { id, title, state, scheduledStartDate, scheduledFinishDate } = event;
  const begins = Date.parse(scheduledStartDate);
  if (state === 'LIVE' || state === 'FINISHED' || !isOn(event)) return undefined;
  if (now < begins || now >= Date.parse(scheduledFinishDate)) return undefined;
  return {
    ...{ eventId: id, kind: 'STARTS', what: 'STARTS', until: Math.max(begins, since) + startFreshMs },
    ...{ title: `Empieza ${title}`, body: 'Ya se puede ver en directo.' },
  };
}

type When = Pick<StoredEvent, 'scheduledStartDate' | 'postponedFrom' | 'state'>;

/** When and whether a match is played, as far as somebody who wants to go there is concerned. */
export const standingOf = (event: When): Standing => ({
  start: event.scheduledStartDate,
  state: event.state === 'CANCELLED' ? 'CANCELLED' : awaitsDate(event) ? 'POSTPONED' : 'ON',
});

/** What a change of date or state tells to those who were told `before`; undefined when that is what holds now. */
export function changeMessage(
  event: StoredEvent,
  version: number,
  before: Standing,
  now: number,
): AlertMessage | undefined {
  const is = standingOf(event);
  const isSame = is.state === before.state && (is.start === before.start || is.state !== 'ON');
  const isOver = Date.parse(is.start) < now && Date.parse(before.start) < now;
  if (isSame || isOver || event.state === 'LIVE' || event.state === 'FINISHED') return undefined;
  const until = Math.max(Date.parse(is.start), Date.parse(before.start));
  return {
    eventId: event.id,
    kind: 'CHANGES',
    what: `CHANGES#${version}`,
    until,
    ...changeText(event.title, is, before),
  };
}

function changeText(match: string, is: Standing, before: Standing): AlertText {
  if (is.state === 'CANCELLED') return { title: `Cancelado: ${match}`, body: `No se juega el ${when(before.start)}.` };
  if (is.state === 'POSTPONED')
    return { title: `Aplazado: ${match}`, body: 'Todavía no tiene nueva fecha. Te avisamos cuando la tenga.' };
  const words = before.state === 'ON' ? 'Cambia de hora' : 'Se juega';
  return { title: `${words}: ${match}`, body: `Ahora es el ${when(is.start)}.` };
}

/** 'sábado, 5 de diciembre, a las 11:30', in Madrid. */
const when = (instant: string) => {
  const date = new Date(instant);
  return `${dayText(date)}, a las ${timeText(date)}`;
};
const dayText = madridText({ weekday: 'long', day: 'numeric', month: 'long' });
const timeText = madridText({ hour: '2-digit', minute: '2-digit' });

/**
 * The goals of a log that are news, the oldest first. What may be the same one on another phone is told once. Of
 * basketball nothing: a basket every half minute is no news.
 */
export function freshGoals(log: readonly LoggedAction[], now: number): LoggedAction[] {
  return counted(log)
    .filter(({ kind, side, at }) => (kind === 'GOAL' || kind === 'OWN_GOAL') && side && now - at < goalFreshMs)
    .filter(
      (goal) =>
        !possibleDuplicate(
          goal,
          log.filter(({ kind, sequence }) => kind === 'UNDO' || sequence <= goal.sequence),
        ),
    )
    .sort((a, b) => a.at - b.at);
}

export interface Sides {
  home: string;
  away: string;
}

export function goalMessage(
  event: StoredEvent,
  goal: LoggedAction,
  score: Pick<Score, 'home' | 'away'>,
  sides: Sides | undefined,
): AlertMessage {
  const to: Side = goal.kind === 'OWN_GOAL' ? other(goal.side ?? 'HOME') : (goal.side ?? 'HOME');
  const scorer = sides && (to === 'HOME' ? sides.home : sides.away);
  return {
    ...{ eventId: event.id, kind: 'GOALS', what: `GOALS#${goal.id}`, until: goal.at + goalFreshMs, goal: goal.id },
    title: scorer ? `¡Gol de ${scorer}!` : `¡Gol en ${event.title}!`,
    body: resultText(event, score, sides),
  };
}

/** 'CD Sauce 2 – 1 Atlético Norte' */
export const resultText = (
  { title }: Pick<StoredEvent, 'title'>,
  { home, away }: Pick<Score, 'home' | 'away'>,
  sides: Sides | undefined,
) => (sides ? `${sides.home} ${home} – ${away} ${sides.away}` : `${title}: ${home} – ${away}`);

export function videoMessage(event: StoredEvent, now: number): AlertMessage | undefined {
  if (now - Date.parse(event.scheduledFinishDate) > recentMs) return undefined;
  return {
    ...{ eventId: event.id, kind: 'VIDEO', what: 'VIDEO', until: now + videoFreshMs },
    title: `Ya se puede ver ${event.title}`,
    body: 'El video del partido está publicado.',
  };
}

/** The words for somebody; undefined for whoever has not asked for it. */
export function textFor(
  { user, settings }: { user: Pick<StoredUser, 'disabled' | 'hidesResults'>; settings: Pick<AlertSettings, 'kinds'> },
  { kind, title, body, quiet }: AlertMessage,
): AlertText | undefined {
  if (user.disabled || !settings.kinds.includes(kind)) return undefined;
  if (!user.hidesResults) return { title, body };
  // That there was a goal is a result already.
  return kind === 'GOALS' ? undefined : (quiet ?? { title, body });
}

export const isMailed = ({ kind }: AlertMessage): boolean => mailedKinds.includes(kind);
