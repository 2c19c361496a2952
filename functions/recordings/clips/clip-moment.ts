/** The moment of its match that a clip shows: minute and score, from the match's log. */
import type { LoggedAction } from '../../../shared/contract/scores.ts';
import type { AgeCategory } from '../../../shared/domain/match.ts';
import { findPlace, listLines, toMatchLog } from '../../../shared/domain/match-log.ts';
import { dateAt } from '../../../shared/domain/recorded-time.ts';
import { listCounting } from '../../../shared/domain/score.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import type { StoredVod } from '../vods/rules.ts';
import type { StoredClip } from './rules.ts';

type Match = Pick<StoredEvent, 'sport'> & { category?: AgeCategory | null };

/** Finds the clip's last goal, else its last action, else its end; null if log or time are unknown. */
export function findClipMoment(
  clip: Pick<StoredClip, 'cut' | 'live'>,
  vod: Pick<StoredVod, 'recorded'> | undefined,
  match: Match,
  log: readonly LoggedAction[],
): { time: string; home: number; away: number } | null {
  const time = findShownTime(clip, vod);
  if (!time) return null;
  const matchLog = toMatchLog(match, listCounting(log));
  const place = findPlace(matchLog, time.to);
  if (!place) return null;
  const lines = listLines(matchLog).filter(({ at }) => at >= time.from && at <= time.to);
  const line = lines.findLast(({ scores }) => scores) ?? lines.at(-1);
  return { time: line?.time ?? place.time, home: place.home, away: place.away };
}

/** Computes the server times of the first and last frame; a summary has none. */
function findShownTime({ cut, live }: Pick<StoredClip, 'cut' | 'live'>, vod: Pick<StoredVod, 'recorded'> | undefined) {
  if (live) return { from: live.from, to: live.from + 1000 * live.seconds };
  const { recorded } = vod ?? {};
  if (!recorded || cut.summary) return undefined;
  const time = { from: Date.parse(recorded.from), gaps: recorded.gaps ?? [] };
  return { from: dateAt(time, cut.start), to: dateAt(time, cut.start + cut.seconds) };
}
