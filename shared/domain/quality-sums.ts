/**
 * Sums of quality reports. All values can be added: start times are counts in logarithmic ranges, from which median and
 * 95th percentile follow without any viewer's own value.
 */
import { type FailureKind, failureKinds, maxReportedSeconds } from './quality-limits.ts';
import type { QualityReport } from './quality-report.ts';

/** Numbers by name; a missing one is zero. */
export type Sums = Record<string, number>;

/** Figures about fewer viewers are shown only as a part of a sum. */
export const minViewers = 5;
/** A start within these milliseconds counts as good. */
export const goodStartMs = 2_000;
/** Upper ends of the ranges in milliseconds: four per octave, one of them at `goodStartMs`; the last range is open. */
export const startRanges: readonly number[] = Array.from({ length: 40 }, (_, at) => goodStartMs * 2 ** ((at - 20) / 4));
/** Heights in pixels to which played renditions are rounded; 0 is unknown. */
export const rungHeights = [0, 216, 270, 360, 480, 540, 720, 1080, 1440, 2160] as const;

export function toSums(report: Omit<QualityReport, 'token' | 'sid' | 'sn' | 'age'>): Sums {
  const sums: Sums = {};
  const add = (name: string, value: number) => {
    if (value > 0) sums[name] = (sums[name] ?? 0) + value;
  };
  add('reports', 1);
  add('viewers', Number(report.isNewViewer));
  add('abandoned', Number(report.isAbandoned));
  if (report.msd !== undefined) {
    add('starts', 1);
    add(`start${findRange(report.msd)}`, 1);
  }
  add('stalls', report.bsd.length);
  add('stallMs', sum(report.bsd));
  add('jumps', report.jumps.length);
  add('jumpMs', sum(report.jumps));
  const total = sum(report.played.map(({ seconds }) => seconds));
  const share = total > maxReportedSeconds ? maxReportedSeconds / total : 1;
  for (const { pb, height, seconds } of report.played) {
    const ms = Math.round(1000 * seconds * share);
    add('playedMs', ms);
    add(`rung${toRung(height)}`, ms);
    add('ratedMs', pb > 0 ? ms : 0);
    add('kilobits', Math.round((pb * ms) / 1000));
  }
  add('bytes', report.bytes ?? 0);
  if (report.mtp) {
    add('throughput', report.mtp);
    add('throughputs', 1);
  }
  for (const kind of report.ec) add(`failed-${kind}`, 1);
  // A failure before the first picture is a failed start, and not among `starts`.
  if (report.ec.length > 0 && report.msd === undefined && report.played.length === 0) add('failedStarts', 1);
  return sums;
}

export function addSums(all: readonly Sums[]): Sums {
  const total: Sums = {};
  for (const sums of all) for (const [name, value] of Object.entries(sums)) total[name] = (total[name] ?? 0) + value;
  return total;
}

export interface QualityFigures {
  viewers: number;
  starts: number;
  /** Share of the attempted starts with a picture within two seconds. */
  goodStarts: number | null;
  startMedianMs: number | null;
  startP95Ms: number | null;
  abandoned: number;
  playedSeconds: number;
  stalls: number;
  stallsPerHour: number | null;
  /** Share of the watched time that was stalled. */
  stallShare: number | null;
  /** Mean wait after a jump. */
  jumpMs: number | null;
  kilobitsPerSecond: number | null;
  /** Zero if no browser reported it. */
  bytes: number;
  rungs: { height: number; share: number }[];
  failures: { kind: FailureKind; count: number }[];
}

export function toFigures(sums: Sums): QualityFigures {
  const get = (name: string) => sums[name] ?? 0;
  const ratio = (part: number, whole: number) => (whole > 0 ? part / whole : null);
  const counts = Array.from({ length: startRanges.length + 1 }, (_, at) => get(`start${at}`));
  const good = sum(counts.slice(0, startRanges.indexOf(goodStartMs) + 1));
  const [played, stalled] = [get('playedMs'), get('stallMs')];
  return {
    viewers: get('viewers'),
    starts: get('starts'),
    abandoned: get('abandoned'),
    goodStarts: ratio(good, get('starts') + get('abandoned') + get('failedStarts')),
    startMedianMs: findQuantile(counts, 0.5),
    startP95Ms: findQuantile(counts, 0.95),
    playedSeconds: Math.round(played / 1000),
    stalls: get('stalls'),
    stallsPerHour: ratio(3_600_000 * get('stalls'), played),
    stallShare: ratio(stalled, played + stalled),
    jumpMs: ratio(get('jumpMs'), get('jumps')),
    kilobitsPerSecond: ratio(1000 * get('kilobits'), get('ratedMs')),
    bytes: get('bytes'),
    rungs: rungHeights.flatMap((height) => {
      const share = ratio(get(`rung${height}`), played);
      return share ? [{ height, share }] : [];
    }),
    failures: failureKinds.flatMap((kind) => {
      const count = get(`failed-${kind}`);
      return count > 0 ? [{ kind, count }] : [];
    }),
  };
}

/**
 * Milliseconds below which a share of the starts lies: interpolated within its range, so at most 19 % off. The open
 * range counts with its lower end. Null without a start.
 */
export function findQuantile(counts: readonly number[], share: number): number | null {
  const total = sum(counts);
  if (total === 0) return null;
  let before = 0;
  for (const [at, count] of counts.entries()) {
    if (count > 0 && before + count >= share * total) {
      const to = startRanges[at];
      const from = startRanges[at - 1] ?? 0;
      return Math.round(to === undefined ? from : from + ((to - from) * (share * total - before)) / count);
    }
    before += count;
  }
  return null;
}

/**
 * Keeps subjects with enough viewers, and merges the rest. If even the rest has too few, `few` is undefined and the
 * total excludes it, because a subtraction would reveal it.
 */
export function joinFew<Entry extends { sums: Sums }>(
  all: readonly Entry[],
): { entries: Entry[]; few: Sums | undefined; fewCount: number; total: Sums } {
  const watched = all.filter(({ sums }) => (sums.viewers ?? 0) >= minViewers);
  const rest = all.filter((one) => !watched.includes(one));
  const joined = addSums(rest.map(({ sums }) => sums));
  const few = (joined.viewers ?? 0) >= minViewers ? joined : undefined;
  const total = addSums([...watched.map(({ sums }) => sums), ...(few ? [few] : [])]);
  return { entries: watched, few, fewCount: rest.length, total };
}

const findRange = (ms: number) => {
  const at = startRanges.findIndex((end) => ms <= end);
  return at < 0 ? startRanges.length : at;
};

const toRung = (height: number) =>
  height === 0
    ? 0
    : rungHeights
        .slice(1)
        .reduce((best, one) => (measureDistance(one, height) < measureDistance(best, height) ? one : best));

const measureDistance = (one: number, height: number) => Math.abs(one - height);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
