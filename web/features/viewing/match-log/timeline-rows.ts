/** The rows of a match's timeline, by period: its log, and the manually marked moments. Pure. */
import type { Sport } from '../../../../shared/contract/schema.ts';
import {
  actionNames,
  describeLine,
  describePeriod,
  findPlace,
  type LogLine,
  type MatchLog,
  type PlaceInMatch,
} from '../../../../shared/domain/match-log.ts';
import type { MomentType } from '../../../../shared/domain/moment-types.ts';
import type { Side, SideKind } from '../../../../shared/domain/score.ts';

export interface TimelineRow {
  id: string;
  /** `22'`, in basketball `4:07`; undefined without a match clock. */
  time: string | undefined;
  /** `Gol 1–0 · #9` */
  text: string;
  /** A moment type, which determines the icon. */
  icon: string;
  /** True if the action changed the score. */
  isScoring: boolean;
  side: Side | null;
  /** The running score, for actions that did not change it: `1–0`. */
  score: string | undefined;
  /** The second of the recording, or of the live's broadcast, at which the action shows. */
  seconds: number | undefined;
  /** True for a moment, which has a still. */
  isMoment: boolean;
  /** True if the text was written by hand, so that screen readers read the name of the type first. */
  hasTypeName: boolean;
  /** Server time; undefined while the recording's time is unknown. */
  at: number | undefined;
}

export interface TimelineGroup {
  period: number;
  title: string | undefined;
  /** Points of the period. */
  points: string | undefined;
  rows: TimelineRow[];
}

export interface MarkedMoment {
  id: string;
  /** The second of the recording at which the moment starts. */
  seconds: number;
  label: string;
  momentType: string;
  /** Server time of that second; undefined while the recording's time is unknown. */
  at: number | undefined;
}

/** Seconds of video that are shown before an action. */
export const earlySeconds = 10;
/**
 * Limits in milliseconds of the time from a manually marked moment to its action: people mark a moment when they see
 * it, or at its build-up.
 */
const [earliestMs, latestMs] = [-2_000, 13_000];
/** Tolerance in milliseconds for the rounding of the recording's times. */
const roundingMs = 1_500;

export function toTimeline(
  log: MatchLog,
  moments: readonly MarkedMoment[],
  toSeconds: (at: number) => number | undefined,
): TimelineGroup[] {
  const lines = log.periods.flatMap((period) => period.lines);
  const momentByLineId = new Map<string, MarkedMoment>();
  const unmatchedMoments = moments.filter((moment) => {
    const line = findLine(
      moment,
      lines.filter(({ id }) => !momentByLineId.has(id)),
    );
    if (line) momentByLineId.set(line.id, moment);
    return !line;
  });
  const { sport } = log.clock;
  const groups = new Map<number, TimelineGroup>();
  const getGroup = (period: number) => {
    const found = groups.get(period) ?? newGroup(period, sport, log);
    groups.set(period, found);
    return found;
  };
  for (const { period } of log.periods) getGroup(period);
  for (const line of lines)
    getGroup(line.period).rows.push(toRow(line, momentByLineId.get(line.id), toSeconds(line.at), sport));
  for (const moment of unmatchedMoments) {
    const place = moment.at === undefined ? undefined : findPlace(log, moment.at + earlySeconds * 1000);
    getGroup(place?.period ?? 0).rows.push(toMomentRow(moment, place, sport));
  }
  const found = [...groups.values()].toSorted((a, b) => a.period - b.period);
  for (const { rows } of found) rows.sort((a, b) => (a.at ?? a.seconds ?? 0) - (b.at ?? b.seconds ?? 0));
  return found.filter(({ rows, points }) => rows.length > 0 || points !== undefined);
}

/**
 * Finds the action that a moment shows. An automatic moment starts ten seconds before its action; for others it is the
 * nearest action.
 */
function findLine({ at, label, momentType }: MarkedMoment, lines: readonly LogLine[]): LogLine | undefined {
  if (at === undefined) return undefined;
  return lines
    .filter(({ kind }) => icons[kind] === momentType)
    .map((line) => ({ line, delayMs: line.at - at, hasText: hasOwnLabel(label, line) }))
    .filter(({ delayMs, hasText }) =>
      hasText ? delayMs >= earliestMs && delayMs <= latestMs : Math.abs(delayMs - 1000 * earlySeconds) < roundingMs,
    )
    .toSorted((a, b) => Math.abs(a.delayMs) - Math.abs(b.delayMs))[0]?.line;
}

/** True if the label says more than the action: 'Golazo de falta', but not 'Gol (dorsal 9)'. */
const hasOwnLabel = (label: string, { kind }: LogLine) =>
  label !== actionNames[kind] && !label.startsWith(`${actionNames[kind]} (`);

function newGroup(period: number, sport: Sport, log: MatchLog): TimelineGroup {
  const played = log.periods.find((one) => one.period === period);
  return {
    period,
    title: played && describePeriod(period, sport),
    points: played && `${played.home} – ${played.away}`,
    rows: [],
  };
}

function toRow(
  line: LogLine,
  moment: MarkedMoment | undefined,
  seconds: number | undefined,
  sport: Sport,
): TimelineRow {
  const edited = moment && hasOwnLabel(moment.label, line);
  return {
    id: moment?.id ?? line.id,
    time: omitQuarter(line.time, sport),
    text: describeLine(line, edited ? moment.label : undefined),
    icon: icons[line.kind],
    isScoring: line.scores !== null,
    side: line.side,
    score: line.scores ? undefined : `${line.home}–${line.away}`,
    seconds: moment?.seconds ?? seconds,
    isMoment: moment !== undefined,
    hasTypeName: Boolean(edited),
    at: line.at,
  };
}

function toMomentRow(
  { id, seconds, label, momentType, at }: MarkedMoment,
  place: PlaceInMatch | undefined,
  sport: Sport,
): TimelineRow {
  return {
    ...{ id, text: label, seconds, isScoring: false, side: null, isMoment: true, hasTypeName: true, at },
    icon: momentType,
    time: place && omitQuarter(place.time, sport),
    score: place && `${place.home}–${place.away}`,
  };
}

/** Omits the quarter of a basketball time, because it is the group's title. */
const omitQuarter = (time: string, sport: Sport) => (sport === 'BASKET' ? time.slice(time.indexOf(' ') + 1) : time);

const icons: Record<SideKind, MomentType> = {
  ...{ GOAL: 'goal', OWN_GOAL: 'goal', YELLOW_CARD: 'card', RED_CARD: 'card', SAVE: 'save', OTHER: 'custom' },
  ...{ ONE_POINT: 'basket', TWO_POINTS: 'basket', THREE_POINTS: 'three_pointer', FOUL: 'foul', TIME_OUT: 'timeout' },
};
