/**
 * The state of a match at a moment, which every page, card, list, price, alert, feed and search engine reads. Pure: from
 * schedule, event state, score log, broadcast and clock.
 */
import { awaitsDate, type EventState } from './event-state.ts';
import { reconnectWindowMs } from './limits.ts';
import type { Phase } from './score.ts';

/** The picture of a match that its cameras send, or sent last. ISO 8601. */
export interface MatchSignal {
  since: string;
  /** Null while it arrives; it may resume within the reconnect window. */
  stoppedAt: string | null;
}

export interface MatchInputs {
  scheduledStartDate: string;
  scheduledFinishDate: string;
  state?: EventState | undefined;
  postponedFrom?: string | null | undefined;
  score?: { phase: Phase } | null | undefined;
  signal?: MatchSignal | null | undefined;
}

export type MatchState =
  | { kind: 'SCHEDULED' | 'ABOUT_TO_BEGIN' | 'ON_AIR' | 'POSTPONED' | 'CANCELLED' }
  /** The match is being played, and nothing can be seen. */
  | { kind: 'NO_SIGNAL'; since: string }
  | { kind: 'ENDED'; isRecorded: boolean };

const minute = 60_000;
const hour = 60 * minute;

/** Time to open the page and find a seat. */
const aboutToBeginMs = 15 * minute;

/** Usual delay of youth matches: until then, a match that nobody began is still about to begin. */
export const lateStartMs = 10 * minute;

/**
 * A match whose end nobody logged ends this long after its planned end: longer than any delay, overtime and penalties, so
 * that none is closed while it is played.
 */
export const forgottenAfterMs = 3 * hour;

/** The same limit for a match with a picture, which may only have been left on. */
const leftOnAfterMs = 6 * hour;

/** Cameras are switched off after the whistle: one that stays off this long has not just lost its signal. */
const offAirGraceMs = 15 * minute;

/** Planned ends are generous: a broadcast that lasted until so shortly before was not cut off. */
const earlyEndMs = 30 * minute;

/** Computes the state; `isRecorded` tells that a recording of the match can be watched. */
export function matchState(match: MatchInputs, now: number, { isRecorded = false } = {}): MatchState {
  if (match.state === 'CANCELLED') return { kind: 'CANCELLED' };
  if (awaitsDate(match)) return { kind: 'POSTPONED' };
  if (hasEnded(match, now)) return { kind: 'ENDED', isRecorded };
  if (hasSignal(match, now)) return { kind: 'ON_AIR' };
  const start = Date.parse(match.scheduledStartDate);
  const stoppedAt = match.signal?.stoppedAt ? Date.parse(match.signal.stoppedAt) : 0;
  if (now < start + lateStartMs && stoppedAt < start && !isRunning(match))
    return { kind: now < start - aboutToBeginMs ? 'SCHEDULED' : 'ABOUT_TO_BEGIN' };
  return { kind: 'NO_SIGNAL', since: new Date(Math.max(stoppedAt, Math.min(start, now))).toISOString() };
}

/** True if its picture arrives; a short drop does not count. */
export const hasSignal = ({ signal }: Pick<MatchInputs, 'signal'>, now: number): boolean =>
  signal != null && (signal.stoppedAt === null || now - Date.parse(signal.stoppedAt) < reconnectWindowMs);

const phases: Record<Phase, boolean> = { BEFORE: false, PLAYING: true, BREAK: true, ENDED: false };

const isRunning = ({ state, score }: MatchInputs) => state === 'LIVE' || (score ? phases[score.phase] : false);

function hasEnded(match: MatchInputs, now: number): boolean {
  if (match.state === 'FINISHED' || match.score?.phase === 'ENDED') return true;
  return now >= closingTime(match);
}

/** Computes when a match ends without a logged end: with its broadcast, or some hours after its planned end. */
export function closingTime(match: MatchInputs): number {
  const { signal } = match;
  const finish = Date.parse(match.scheduledFinishDate);
  if (!signal) return isRunning(match) ? finish + forgottenAfterMs : finish;
  if (signal.stoppedAt === null) return finish + leftOnAfterMs;
  const stoppedAt = Date.parse(signal.stoppedAt);
  const wasCutOff = stoppedAt < finish - earlyEndMs;
  if (isRunning(match) && wasCutOff) return finish + forgottenAfterMs;
  return Math.max(finish, stoppedAt + offAirGraceMs);
}

/** True while it is played, whether or not it can be seen. */
export function isBeingPlayed(match: MatchInputs, now: number): boolean {
  const { kind } = matchState(match, now);
  if (kind === 'NO_SIGNAL') return true;
  // A camera shows an empty pitch before the kick-off.
  return kind === 'ON_AIR' && (isRunning(match) || Date.parse(match.scheduledStartDate) <= now);
}

/** True before it is played: it takes place, at a known time. */
export function isAhead(match: MatchInputs, now: number): boolean {
  const { kind } = matchState(match, now);
  return kind === 'SCHEDULED' || kind === 'ABOUT_TO_BEGIN' || (kind === 'ON_AIR' && !isBeingPlayed(match, now));
}

export const isOver = (match: MatchInputs, now: number): boolean => matchState(match, now).kind === 'ENDED';

/**
 * True if access to the match is sold: ahead of it, and while there is something to see. Nobody pays for a picture that
 * does not come.
 */
export function isOnSale(match: MatchInputs, now: number, { isRecorded = false } = {}): boolean {
  const { kind } = matchState(match, now, { isRecorded });
  if (kind === 'CANCELLED') return false;
  return isRecorded || hasSignal(match, now) || (kind !== 'NO_SIGNAL' && kind !== 'ENDED');
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
  ENDED: 'Finalizado',
  POSTPONED: 'Aplazado',
  CANCELLED: 'Cancelado',
};
