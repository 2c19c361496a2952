/** Seeds last week's quality figures: most are good, one match had a bad connection, one had few viewers. */
import { addSums, goodStartMs, type Sums, toSums } from '../../../shared/domain/quality-sums.ts';
import type { LeagueMatch } from './season.ts';
import { pick } from './steps.ts';

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;

interface MatchQuality {
  viewers: number;
  /** Milliseconds until the first picture, for most viewers. */
  start: number;
  /** Milliseconds of each stall that every fourth viewer has. */
  stalls: readonly number[];
}

const matchQualities: readonly MatchQuality[] = [
  { viewers: 64, start: 820, stalls: [900] },
  { viewers: 41, start: 3_400, stalls: [6_200, 14_000, 9_500, 21_000, 30_000] },
  { viewers: 28, start: 1_150, stalls: [2_100] },
  { viewers: 3, start: 900, stalls: [] },
  { viewers: 17, start: 1_900, stalls: [1_200, 3_800] },
];

export async function seedQuality(played: readonly LeagueMatch[], now: number): Promise<void> {
  // This module is imported here, because it reads the platform's settings on import.
  const { joinHour, toHour } = await import('../../../functions/viewing/quality/store.ts');
  const recent = played.filter(({ start }) => start.getTime() > now - weekMs && start.getTime() < now);
  for (const [at, { id, start }] of recent.entries()) {
    const quality = pick(matchQualities, at);
    for (const hour of [0, 1])
      await joinHour(`sportevents/${id}`, toHour(start.getTime() + hour * hourMs), sumReports(quality, hour), now);
  }
}

/** Sums the reports of an hour; in the second one, some viewers have left and few arrive. */
function sumReports({ viewers, start, stalls }: MatchQuality, hour: number): Sums {
  const present = Math.max(1, Math.round(viewers * (hour === 0 ? 1 : 0.8)));
  const reports = Array.from({ length: present }, (_, viewer) => {
    const isSharp = viewer % 3 > 0 && start < goodStartMs;
    const seconds = 1_100 - 7 * viewer;
    return toSums({
      isNewViewer: true,
      isAbandoned: start > goodStartMs && viewer % 9 === 0,
      ...((hour === 0 || viewer % 5 === 0) && { msd: Math.round(start * (0.6 + (viewer % 10) / 8)) }),
      bsd: viewer % 4 === 0 ? [...stalls] : [],
      jumps: viewer % 6 === 0 ? [240] : [],
      played: [
        { pb: 800, height: 360, seconds: seconds / 10 },
        { pb: isSharp ? 3_500 : 1_600, height: isSharp ? 1080 : 720, seconds: (9 * seconds) / 10 },
      ],
      mtp: 6_000,
      bytes: Math.round(seconds * 230_000),
      ec: start > goodStartMs && viewer % 20 === 7 ? ['segment'] : [],
    });
  });
  return addSums(reports);
}
