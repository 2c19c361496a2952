/** The rows of a match's timeline by period: its log, and the moments that people marked. Pure. */
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
  /** For example `22'`, in basketball `4:07`; undefined without a match clock. */
  time: string | undefined;
  /** For example `Gol 1–0 · #9`. */
  text: string;
  /** Moment type, which decides the icon. */
  icon: string;
  isScoring: boolean;
  side: Side | null;
  /** Second of the recording, or of the live's broadcast, at which the action shows. */
  seconds: number | undefined;
  isMoment: boolean;
  /** True if somebody wrote the text, so that screen readers need the type's name before it. */
  hasTypeName: boolean;
  /** Server time; undefined while the recording's time is not known. */
  at: number | undefined;
}

export const emptyLogText = 'Las jugadas aparecerán aquí, minuto a minuto.';

export interface TimelineGroup {
  period: number;
  title: string | undefined;
  points: string | undefined;
  rows: TimelineRow[];
}

export interface MarkedMoment {
  id: string;
  seconds: number;
  label: string;
  momentType: string;
  /** Server time of that second; undefined while the recording's time is not known. */
  at: number | undefined;
}

/** Seconds of video before an action. */
export const earlySeconds = 10;
/**
 * Milliseconds from a moment that somebody marked to its action, at least and at most: people mark the action when they
 * see it, or its build-up.
 */
const [earliestMs, latestMs] = [-2_000, 13_000];
/** Milliseconds by which the recording's times may be rounded. */
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
    const group = groups.get(period) ?? newGroup(period, sport, log);
    groups.set(period, group);
    return group;
  };
  for (const { period } of log.periods) getGroup(period);
  for (const line of lines)
    getGroup(line.period).rows.push(toRow(line, momentByLineId.get(line.id), toSeconds(line.at), sport));
  for (const moment of unmatchedMoments) {
    const place = moment.at === undefined ? undefined : findPlace(log, moment.at + earlySeconds * 1000);
    getGroup(place?.period ?? 0).rows.push(toMomentRow(moment, place, sport));
  }
  const sorted = [...groups.values()].toSorted((a, b) => a.period - b.period);
  for (const { rows } of sorted) rows.sort((a, b) => (a.at ?? a.seconds ?? 0) - (b.at ?? b.seconds ?? 0));
  return sorted.filter(({ rows, points }) => rows.length > 0 || points !== undefined);
}

/** Removes the scores, for a viewer who has not asked for the result yet: the actions lead to their pictures without it. */
export const omitScores = (log: MatchLog): MatchLog => ({
  ...log,
  periods: log.periods.map((period) => ({ ...period, lines: period.lines.map((line) => ({ ...line, scores: null })) })),
});

/** Puts the latest period, and in each its latest line, first, as for a match that is being played. */
export const sortNewestFirst = (groups: readonly TimelineGroup[]): TimelineGroup[] =>
  groups.toReversed().map((group) => ({ ...group, rows: group.rows.toReversed() }));

/**
 * Finds the action that a moment shows. An automatic moment starts ten seconds before its action; of others, the
 * nearest action counts.
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

/** Returns true if the label says more than the action does: 'Golazo de falta', but not 'Gol (dorsal 9)'. */
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
    id,
    text: label,
    seconds,
    isScoring: false,
    side: null,
    isMoment: true,
    hasTypeName: true,
    at,
    icon: momentType,
    time: place && omitQuarter(place.time, sport),
  };
}

/** Omits the quarter of a basketball time, because the group's title names it. */
const omitQuarter = (time: string, sport: Sport) => (sport === 'BASKET' ? time.slice(time.indexOf(' ') + 1) : time);

const icons: Record<SideKind, MomentType> = {
  GOAL: 'goal',
  OWN_GOAL: 'goal',
  YELLOW_CARD: 'card',
  RED_CARD: 'card',
  SAVE: 'save',
  OTHER: 'custom',
  ONE_POINT: 'basket',
  TWO_POINTS: 'basket',
  THREE_POINTS: 'three_pointer',
  FOUL: 'foul',
  TIME_OUT: 'timeout',
};
