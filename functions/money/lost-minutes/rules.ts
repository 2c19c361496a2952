/**
 * Measures the played time of a match without a picture: periods by the score log, pictures by broadcasts and recordings,
 * and stalls that viewers report while the source itself starved. Pure.
 */
import { findRefundPercent, type LostPicture } from '../../../shared/domain/lost-minutes.ts';
import { formatMatchTime, type MatchClock } from '../../../shared/domain/match-clock.ts';
import { dateAt } from '../../../shared/domain/recorded-time.ts';
import { type Action, compareActions, listCounting } from '../../../shared/domain/score.ts';
import { mergeRanges, type Range } from '../../../shared/domain/withdrawn.ts';
import type { StoredBroadcast } from '../../broadcast/broadcasts/rules.ts';
import { clockDevice } from '../../league/scores/close-matches.ts';
import type { StoredVod } from '../../recordings/vods/rules.ts';

/** A period as it was played, in milliseconds since the Unix epoch. */
export interface Period extends Range {
  period: number;
}

const minuteMs = 60_000;

/** Minutes of wall-clock time for which a period lasts: if its end was not logged, and at most. */
const periodMinutes = ({ sport, half }: MatchClock) =>
  sport === 'SOCCER' ? { usual: half, longest: half + 20 } : { usual: 20, longest: 45 };

/** Returns the played periods in order, from the log; a period ended by the clock alone has its usual length. */
export function listPlayedPeriods(log: Iterable<Action>, clock: MatchClock): Period[] {
  const turns = listCounting(log).toSorted(compareActions);
  const { usual, longest } = periodMinutes(clock);
  const starts = new Map<number, number>();
  for (const { kind, period, at } of turns) if (kind === 'PERIOD_START' && !starts.has(period)) starts.set(period, at);
  const inOrder = [...starts].toSorted(([a], [b]) => a - b);
  return inOrder.flatMap(([period, from], index) => {
    const end = turns.find(
      ({ kind, device, ...turn }) =>
        (kind === 'PERIOD_END' || kind === 'MATCH_END') && device !== clockDevice && turn.period === period,
    );
    const next = inOrder[index + 1]?.[1] ?? Number.POSITIVE_INFINITY;
    const to = Math.min(end ? Math.min(end.at, from + longest * minuteMs) : from + usual * minuteMs, next);
    return to > from ? [{ period, from, to }] : [];
  });
}

type Recording = Pick<StoredVod, 'id' | 'recorded'>;

/**
 * Returns when the match had a picture. A recording has its gaps, so that it replaces its broadcast. A broadcast hidden
 * from viewers does not count.
 */
export function listPictures(
  broadcasts: readonly Pick<StoredBroadcast, 'startedAt' | 'endedAt' | 'recordings'>[],
  recordings: readonly Recording[],
  now: number,
): Range[] {
  const timed = new Set(recordings.flatMap(({ id, recorded }) => (recorded ? [id] : [])));
  const live = broadcasts.flatMap(({ startedAt, endedAt, recordings: outcomes }) => {
    const all = Object.values(outcomes);
    const isRecorded = all.some((outcome) => outcome.kind === 'VIDEO' && timed.has(outcome.vodId));
    const wasShown = all.length === 0 || all.some(({ kind }) => kind !== 'NOT_KEPT');
    return isRecorded || !wasShown ? [] : [{ from: Date.parse(startedAt), to: endedAt ? Date.parse(endedAt) : now }];
  });
  return mergeRanges([...live, ...recordings.flatMap(listRecordedRanges)]);
}

/** The parts of a recording between its gaps. */
function listRecordedRanges({ recorded }: Recording): Range[] {
  if (!recorded) return [];
  const time = { from: Date.parse(recorded.from), gaps: recorded.gaps ?? [] };
  const ends = time.gaps.map((gap) => {
    const until = dateAt(time, gap.seconds);
    return { from: until - gap.ms, to: until };
  });
  return subtractRanges([{ from: time.from, to: Date.parse(recorded.to) }], ends);
}

/** One hour of the viewers' reports: the share of the watched time in which the picture froze. */
export interface StalledHour extends Range {
  share: number;
}

export interface Loss {
  playedMs: number;
  /** Without a picture. */
  lostMs: number;
  /** Milliseconds in which the picture froze for viewers while the source starved; at most the shorter of both. */
  stalledMs: number;
  spans: Period[];
}

/** Shorter pieces are the borders of segments, and clocks that differ. */
const shortestLossMs = 5_000;

/** `untimedMs`: length of an upload with unknown time of filming; at most the minutes that it lacks are lost. */
export function measureLoss(
  periods: readonly Period[],
  pictures: readonly Range[],
  { starved, stalled, untimedMs }: { starved: readonly Range[]; stalled: readonly StalledHour[]; untimedMs: number },
): Loss {
  const playedMs = sumRanges(periods);
  const spans = periods.flatMap((period) =>
    subtractRanges([period], pictures)
      .filter(({ from, to }) => to - from >= shortestLossMs)
      .map((range) => ({ ...range, period: period.period })),
  );
  const seen = subtractRanges(periods, spans);
  const believed = stalled.map((hour) => {
    const inHour = cutRanges(seen, hour);
    return Math.min(hour.share * sumRanges(inHour), sumRanges(starved.flatMap((range) => cutRanges(inHour, range))));
  });
  const stalledMs = Math.round(believed.reduce((sum, ms) => sum + ms, 0));
  const lostMs = sumRanges(spans);
  const mostMs = Math.max(0, playedMs - untimedMs);
  return lostMs > mostMs
    ? { playedMs, lostMs: mostMs, stalledMs: 0, spans: [] }
    : { playedMs, lostMs, stalledMs, spans };
}

/** Times from the start of a starvation to its end, by the events of a stream in any order. */
export function listStarvedRanges(streamEvents: readonly { name: string; at: string }[], streamEnd: number): Range[] {
  const ranges: Range[] = [];
  let from: number | undefined;
  for (const { name, at } of streamEvents.toSorted((a, b) => a.at.localeCompare(b.at))) {
    if (name === 'Starvation Start') from ??= Date.parse(at);
    if (name !== 'Starvation End' || from === undefined) continue;
    ranges.push({ from, to: Date.parse(at) });
    from = undefined;
  }
  return mergeRanges(from === undefined ? ranges : [...ranges, { from, to: Math.max(from, streamEnd) }]);
}

/** Describes a loss as everybody sees it; undefined for less than a minute. */
export function describeLoss(
  { playedMs, lostMs, stalledMs, spans }: Loss,
  periods: readonly Period[],
  clock: MatchClock,
) {
  const minutes = Math.floor((lostMs + stalledMs) / minuteMs);
  if (minutes < 1) return undefined;
  const starts = new Map(periods.map(({ period, from }) => [period, from]));
  const picture: LostPicture = {
    minutes,
    spans: spans
      .filter(({ from, to }) => to - from >= minuteMs / 2)
      .map(({ period, from, to }) => {
        const start = starts.get(period) ?? from;
        const [first, last] = [from, to - 1].map((at) => formatMatchTime(clock, period, at - start)) as [
          string,
          string,
        ];
        return first === last ? first : `${first}–${last.replace(/^(C|PR)\d* /, '')}`;
      }),
    back: findRefundPercent(lostMs + stalledMs, playedMs),
  };
  return picture;
}

/** Milliseconds after the planned end at which the loss is settled: on the second day, when late parts have arrived. */
const untilSettledMs = 24 * 60 * minuteMs;
/** Longest wait for a recording that is still being encoded. */
const longestWaitMs = 72 * 60 * minuteMs;
/**
 * Milliseconds after the planned end until which a match is measured for the first time: an upgrade refunds no old
 * matches.
 */
const newestMs = 96 * 60 * minuteMs;
/** Milliseconds, two weeks, in which the shown loss follows late recordings. */
const followedMs = 14 * 24 * 60 * minuteMs;

export const isDue = (finish: number, now: number): boolean =>
  now - finish >= untilSettledMs && now - finish < newestMs;

/** True if the match is to be measured again, because late recordings may have arrived. */
export const isRemeasured = ({ finish, measuredAt }: { finish: number; measuredAt: number }, now: number): boolean =>
  now - finish < followedMs && now - measuredAt >= untilSettledMs;

export const awaitsRecording = (finish: number, isEncoding: boolean, now: number): boolean =>
  isEncoding && now - finish < longestWaitMs;

/** The parts of the ranges that lie in none of the others. */
export function subtractRanges(ranges: readonly Range[], others: readonly Range[]): Range[] {
  let left: Range[] = ranges.map(({ from, to }) => ({ from, to }));
  for (const other of mergeRanges(others))
    left = left.flatMap(({ from, to }) =>
      [
        { from, to: Math.min(to, other.from) },
        { from: Math.max(from, other.to), to },
      ].filter((part) => part.to > part.from),
    );
  return left;
}

const cutRanges = (ranges: readonly Range[], { from, to }: Range): Range[] =>
  ranges.flatMap((range) => {
    const part = { from: Math.max(range.from, from), to: Math.min(range.to, to) };
    return part.to > part.from ? [part] : [];
  });

const sumRanges = (ranges: readonly Range[]): number => ranges.reduce((sum, { from, to }) => sum + to - from, 0);
