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
  /** A type of moments. */
  icon: string;
  /** The action changed the score. */
  scores: boolean;
  side: Side | null;
  /** The running score, for actions that did not change it: `1–0`. */
  score: string | undefined;
  /** The position of the action, in seconds of the recording or of the live's broadcast. */
  seconds: number | undefined;
  /** A moment has a still. */
  isMoment: boolean;
  /** A manually written text follows the name of the icon. */
  named: boolean;
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

/** Seconds by which an action is shown early. */
export const earlySeconds = 10;
/**
 * Milliseconds between a manually marked moment and its action: people mark it when they see it, or at its build-up.
 */
const [earliestMs, latestMs] = [-2_000, 13_000];
/** Rounding of the recording's times, in milliseconds. */
const sameMs = 1_500;

export function toTimeline(
  log: MatchLog,
  moments: readonly MarkedMoment[],
  toSeconds: (at: number) => number | undefined,
): TimelineGroup[] {
  const lines = log.periods.flatMap((period) => period.lines);
  const marked = new Map<string, MarkedMoment>();
  const loose = moments.filter((moment) => {
    const line = findLine(
      moment,
      lines.filter(({ id }) => !marked.has(id)),
    );
    if (line) marked.set(line.id, moment);
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
    getGroup(line.period).rows.push(toRow(line, marked.get(line.id), toSeconds(line.at), sport));
  for (const moment of loose) {
    const place = moment.at === undefined ? undefined : findPlace(log, moment.at + earlySeconds * 1000);
    getGroup(place?.period ?? 0).rows.push(toMomentRow(moment, place, sport));
  }
  const found = [...groups.values()].toSorted((a, b) => a.period - b.period);
  for (const { rows } of found) rows.sort((a, b) => (a.at ?? a.seconds ?? 0) - (b.at ?? b.seconds ?? 0));
  return found.filter(({ rows, points }) => rows.length > 0 || points !== undefined);
}

/** The action shown by a moment: an automatic one starts 10 s before it; for others it is the nearest action. */
function findLine({ at, label, momentType }: MarkedMoment, lines: readonly LogLine[]): LogLine | undefined {
  if (at === undefined) return undefined;
  return lines
    .filter(({ kind }) => icons[kind] === momentType)
    .map((line) => ({ line, after: line.at - at, isOwn: hasOwnLabel(label, line) }))
    .filter(({ after, isOwn }) =>
      isOwn ? after >= earliestMs && after <= latestMs : Math.abs(after - 1000 * earlySeconds) < sameMs,
    )
    .toSorted((a, b) => Math.abs(a.after) - Math.abs(b.after))[0]?.line;
}

/** 'Gol (dorsal 9)' repeats the line; 'Golazo de falta' adds to it. */
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
    time: shorten(line.time, sport),
    text: describeLine(line, edited ? moment.label : undefined),
    icon: icons[line.kind],
    scores: line.scores !== null,
    side: line.side,
    score: line.scores ? undefined : `${line.home}–${line.away}`,
    seconds: moment?.seconds ?? seconds,
    isMoment: moment !== undefined,
    named: Boolean(edited),
    at: line.at,
  };
}

function toMomentRow(
  { id, seconds, label, momentType, at }: MarkedMoment,
  place: PlaceInMatch | undefined,
  sport: Sport,
): TimelineRow {
  return {
    ...{ id, text: label, seconds, scores: false, side: null, isMoment: true, named: true, at },
    icon: momentType,
    time: place && shorten(place.time, sport),
    score: place && `${place.home}–${place.away}`,
  };
}

/** Omits the quarter, which is the group's title. */
const shorten = (time: string, sport: Sport) => (sport === 'BASKET' ? time.slice(time.indexOf(' ') + 1) : time);

const icons: Record<SideKind, MomentType> = {
  ...{ GOAL: 'goal', OWN_GOAL: 'goal', YELLOW_CARD: 'card', RED_CARD: 'card', SAVE: 'save', OTHER: 'custom' },
  ...{ ONE_POINT: 'basket', TWO_POINTS: 'basket', THREE_POINTS: 'three_pointer', FOUL: 'foul', TIME_OUT: 'timeout' },
};
