/** The alerts about a match: time, recipients and texts. Pure. */
import type { AlertSettings } from '../../../shared/contract/alerts.ts';
import type { LoggedAction } from '../../../shared/contract/scores.ts';
import { type AlertKind, mailedKinds } from '../../../shared/domain/alert-kinds.ts';
import { takesPlace } from '../../../shared/domain/event-state.ts';
import { isBeingPlayed, lateStartMs } from '../../../shared/domain/match-state.ts';
import { removeScore } from '../../../shared/domain/result-text.ts';
import { findPossibleDuplicate, listCounting, otherSide, type Score, type Side } from '../../../shared/domain/score.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import type { DomainEvents } from '../../platform/events/domain-events.ts';
import type { FamilyMatch } from '../../platform/shown/families.ts';

export interface AlertText {
  title: string;
  body: string;
}

/** A message to all followers of a match, without personal data. */
export interface AlertMessage extends AlertText {
  eventId: string;
  kind: AlertKind;
  /** Deduplication key per user: the kind, plus an id for goals and changes. */
  what: string;
  /** Milliseconds: not sent later than this. */
  until: number;
  /** The score action of a goal; the message is not sent after the action was undone. */
  goal?: string;
  /** True if the match was deleted or hidden; the message is dropped if it is shown again. */
  isGone?: boolean;
  /** Set if it is gone for its families; only invited followers get the message. */
  families?: FamilyMatch;
  /** Text for users who hide results. */
  quiet?: AlertText;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Older goals are not sent. */
export const goalFreshMs = 2 * minute;
/** Later messages are pointless. */
const startFreshMs = 15 * minute;
const endFreshMs = 3 * hour;
const videoFreshMs = 12 * hour;
/** Corrections and recordings of old matches are no news. */
const recentMs = 14 * day;

type Reschedule = NonNullable<DomainEvents['EventChanged']['moved']>;

/** A postponed match starts again on another day. */
const nameStart = ({ scheduledStartDate }: StoredEvent) => `STARTS#${scheduledStartDate.slice(0, 10)}`;

/** Messages about a change of state; none if it was reverted. */
export function describeTurns(
  event: StoredEvent,
  moved: Reschedule,
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
        what: nameStart(event),
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
      ...base,
      kind: 'ENDS',
      what: 'ENDS',
      until: moved.at + endFreshMs,
      ...(score ? { ...score, quiet } : { title: quiet.title, body: 'El partido ha terminado.' }),
    },
  ];
}

/**
 * A camera on air at match time announces the start, as a scorer does; only one of the two is sent. Earlier pictures
 * show an empty pitch.
 */
export function describePicture(event: StoredEvent, since: number, now: number): AlertMessage | undefined {
  const { id, title, state, scheduledStartDate, scheduledFinishDate } = event;
  const begins = Date.parse(scheduledStartDate);
  if (state === 'LIVE' || state === 'FINISHED' || !takesPlace(event)) return undefined;
  if (now < begins || now >= Date.parse(scheduledFinishDate)) return undefined;
  return {
    eventId: id,
    kind: 'STARTS',
    what: nameStart(event),
    until: Math.max(begins, since) + startFreshMs,
    title: `Empieza ${title}`,
    body: 'Ya se puede ver en directo.',
  };
}

/** Announces that a running match has a picture, after an interruption or a late start of the camera. */
export function describeSignal(event: StoredEvent, now: number): AlertMessage | undefined {
  const { id, title, signal, state } = event;
  if (signal?.stoppedAt !== null || !isBeingPlayed(event, now)) return undefined;
  const start = Date.parse(event.scheduledStartDate);
  const wasLost = signal.lostAt !== undefined && Date.parse(signal.lostAt) >= start;
  const cameLate = state === 'LIVE' && Date.parse(signal.since) >= start + lateStartMs;
  if (!wasLost && !cameLate) return undefined;
  return {
    eventId: id,
    kind: 'SIGNAL',
    what: `SIGNAL#${signal.since}`,
    until: Date.parse(signal.since) + startFreshMs,
    title: `Vuelve a verse ${title}`,
    body: 'Ya hay imagen: se ve en directo.',
  };
}

/** New goals, oldest first, without likely duplicates from a second phone. Baskets are too frequent to be news. */
export function listFreshGoals(log: readonly LoggedAction[], now: number): LoggedAction[] {
  return listCounting(log)
    .filter(({ kind, side, at }) => (kind === 'GOAL' || kind === 'OWN_GOAL') && side && now - at < goalFreshMs)
    .filter(
      (goal) =>
        !findPossibleDuplicate(
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

export function describeGoal(
  event: StoredEvent,
  goal: LoggedAction,
  score: Pick<Score, 'home' | 'away'>,
  sides: Sides | undefined,
): AlertMessage {
  const to: Side = goal.kind === 'OWN_GOAL' ? otherSide(goal.side ?? 'HOME') : (goal.side ?? 'HOME');
  const scorer = sides && (to === 'HOME' ? sides.home : sides.away);
  return {
    eventId: event.id,
    kind: 'GOALS',
    what: `GOALS#${goal.id}`,
    until: goal.at + goalFreshMs,
    goal: goal.id,
    title: scorer ? `¡Gol de ${scorer}!` : `¡Gol en ${event.title}!`,
    body: describeResult(event, score, sides),
  };
}

/** 'CD Sauce 2 – 1 Atlético Norte' */
export const describeResult = (
  { title }: Pick<StoredEvent, 'title'>,
  { home, away }: Pick<Score, 'home' | 'away'>,
  sides: Sides | undefined,
) => (sides ? `${sides.home} ${home} – ${away} ${sides.away}` : `${title}: ${home} – ${away}`);

export function describeVideo(event: StoredEvent, now: number): AlertMessage | undefined {
  if (now - Date.parse(event.scheduledFinishDate) > recentMs) return undefined;
  return {
    eventId: event.id,
    kind: 'VIDEO',
    what: 'VIDEO',
    until: now + videoFreshMs,
    title: `Ya se puede ver ${event.title}`,
    body: 'El video del partido está publicado.',
  };
}

/** Text for a user; undefined if they disabled this kind. */
export function chooseText(
  { user, settings }: { user: Pick<StoredUser, 'disabled' | 'hidesResults'>; settings: Pick<AlertSettings, 'kinds'> },
  { kind, title, body, quiet }: AlertMessage,
): AlertText | undefined {
  if (user.disabled || !settings.kinds.includes(kind)) return undefined;
  if (!user.hidesResults) return { title, body };
  // A goal alert always reveals a result.
  if (kind === 'GOALS') return undefined;
  const text = quiet ?? { title, body };
  return { title: removeScore(text.title), body: removeScore(text.body) };
}

export const isMailed = ({ kind }: AlertMessage): boolean => mailedKinds.includes(kind);
