/**
 * The state of a match at a moment, used by every page, card, list, price, alert, feed and search engine. Pure: from
 * schedule, event state, score log, broadcast and clock.
 */
import { awaitsDate, type EventState, takesPlace } from './event-state.ts';
import { reconnectWindowMs } from './limits.ts';
import type { Phase } from './score.ts';

/** The current or last period in which a match's cameras sent a picture. ISO 8601. */
export interface MatchSignal {
  since: string;
  /** Null while the picture arrives; it may resume within the reconnect window. */
  stoppedAt: string | null;
}

export interface MatchInputs {
  scheduledStartDate: string;
  scheduledFinishDate: string;
  state?: EventState | undefined;
  postponedFrom?: string | null | undefined;
  score?: { phase: Phase } | null | undefined;
  signal?: MatchSignal | null | undefined;
  /** A camera has been set to it. */
  hasCamera?: boolean | undefined;
}

export type MatchState =
  | { kind: 'SCHEDULED' | 'ABOUT_TO_BEGIN' | 'ON_AIR' | 'POSTPONED' | 'CANCELLED' }
  /** The match is being played, but no picture arrives. */
  | { kind: 'NO_SIGNAL'; since: string }
  /** The match is being played, and no camera was ever set to it. */
  | { kind: 'NOT_BROADCAST' }
  | { kind: 'ENDED'; isRecorded: boolean };

const minute = 60_000;
const hour = 60 * minute;

/** Time before its start at which a match is 'about to begin'. */
const aboutToBeginMs = 15 * minute;

/** Usual delay of youth matches: until then, a match that has not started is still about to begin. */
export const lateStartMs = 10 * minute;

/**
 * A match without a logged end is over this long after its planned end: longer than any delay, overtime and penalties.
 */
export const forgottenAfterMs = 3 * hour;

/** The same limit for a match with a picture, whose camera may have been left on. */
const leftOnAfterMs = 6 * hour;

/**
 * A match past its planned end is over once its picture has been gone this long: cameras are switched off after the
 * whistle.
 */
const offAirGraceMs = 15 * minute;

/** A broadcast that stopped less than this before the planned end was not cut off: matches often end early. */
const earlyEndMs = 30 * minute;

/** Computes the state; `isRecorded`: a recording of the match can be watched. */
export function matchState(match: MatchInputs, now: number, { isRecorded = false } = {}): MatchState {
  if (match.state === 'CANCELLED') return { kind: 'CANCELLED' };
  if (awaitsDate(match)) return { kind: 'POSTPONED' };
  if (hasEnded(match, now)) return { kind: 'ENDED', isRecorded };
  if (hasSignal(match, now)) return { kind: 'ON_AIR' };
  const start = Date.parse(match.scheduledStartDate);
  const stoppedAt = match.signal?.stoppedAt ? Date.parse(match.signal.stoppedAt) : 0;
  if (now < start + lateStartMs && stoppedAt < start && !isRunning(match))
    return { kind: now < start - aboutToBeginMs ? 'SCHEDULED' : 'ABOUT_TO_BEGIN' };
  if (!match.signal && !match.hasCamera) return { kind: 'NOT_BROADCAST' };
  return { kind: 'NO_SIGNAL', since: new Date(Math.max(stoppedAt, Math.min(start, now))).toISOString() };
}

/** True if its picture arrives; a short drop does not count. A camera of a match that is called off shows another. */
export const hasSignal = (
  { signal, ...match }: Pick<MatchInputs, 'signal'> & Partial<MatchInputs>,
  now: number,
): boolean =>
  takesPlace(match) &&
  signal != null &&
  (signal.stoppedAt === null || now - Date.parse(signal.stoppedAt) < reconnectWindowMs);

const isRunningPhase: Record<Phase, boolean> = { BEFORE: false, PLAYING: true, BREAK: true, ENDED: false };

/** A postponed match may have been abandoned: its log tells nothing of the new date. */
const readPhase = ({ state, score }: MatchInputs): Phase =>
  (state === 'POSTPONED' ? undefined : score?.phase) ?? 'BEFORE';

const isRunning = (match: MatchInputs) => match.state === 'LIVE' || isRunningPhase[readPhase(match)];

function hasEnded(match: MatchInputs, now: number): boolean {
  if (match.state === 'FINISHED' || readPhase(match) === 'ENDED') return true;
  return now >= computeClosingTime(match);
}

/** Computes the end of a match without a logged end: the end of its broadcast, or some hours after its planned end. */
export function computeClosingTime(match: MatchInputs): number {
  const { signal } = match;
  const finish = Date.parse(match.scheduledFinishDate);
  if (!signal) return isRunning(match) ? finish + forgottenAfterMs : finish;
  if (signal.stoppedAt === null) return finish + leftOnAfterMs;
  const stoppedAt = Date.parse(signal.stoppedAt);
  const wasCutOff = stoppedAt < finish - earlyEndMs;
  if (isRunning(match) && wasCutOff) return finish + forgottenAfterMs;
  return Math.max(finish, stoppedAt + offAirGraceMs);
}

/** True while it is played and nothing can be seen of it. */
export const lacksPicture = (kind: MatchState['kind']): boolean => kind === 'NO_SIGNAL' || kind === 'NOT_BROADCAST';

/** True while it is played, with or without a picture. */
export function isBeingPlayed(match: MatchInputs, now: number): boolean {
  const { kind } = matchState(match, now);
  if (lacksPicture(kind)) return true;
  // A camera shows an empty pitch before the kick-off.
  return kind === 'ON_AIR' && (isRunning(match) || Date.parse(match.scheduledStartDate) <= now);
}

/** True before a dated match begins, even if its camera already sends a picture. */
export function isAhead(match: MatchInputs, now: number): boolean {
  const { kind } = matchState(match, now);
  return kind === 'SCHEDULED' || kind === 'ABOUT_TO_BEGIN' || (kind === 'ON_AIR' && !isBeingPlayed(match, now));
}

export const isOver = (match: MatchInputs, now: number): boolean => matchState(match, now).kind === 'ENDED';

/** True if access to the match is sold: before it, and while there is a picture or a recording. */
export function isOnSale(match: MatchInputs, now: number, { isRecorded = false } = {}): boolean {
  const { kind } = matchState(match, now, { isRecorded });
  if (kind === 'CANCELLED') return false;
  return isRecorded || hasSignal(match, now) || (!lacksPicture(kind) && kind !== 'ENDED');
}

/** `formatClock` writes the time of an instant: '10:42'. */
export const matchStateText = (state: MatchState, formatClock: (instant: string) => string): string =>
  state.kind === 'NO_SIGNAL' ? noSignalText(formatClock(state.since)) : matchStateNames[state.kind];

/** 'Sin señal desde las 10:42', 'Sin señal desde la 1:05'. */
export const noSignalText = (time: string) => `Sin señal desde ${/^0?1:/.test(time) ? 'la' : 'las'} ${time}`;

const matchStateNames: Record<MatchState['kind'], string> = {
  SCHEDULED: 'Programado',
  ABOUT_TO_BEGIN: 'A punto de empezar',
  ON_AIR: 'En directo',
  NO_SIGNAL: 'Sin señal',
  NOT_BROADCAST: 'No se emite',
  ENDED: 'Finalizado',
  POSTPONED: 'Aplazado',
  CANCELLED: 'Cancelado',
};
