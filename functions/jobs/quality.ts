/** Joins what players reported, and publishes it to the operator's dashboard. */
import { addSums, toFigures } from '../../shared/domain/quality-sums.ts';
import { measureQuality } from '../platform/observability/metrics.ts';
import { joinHour, listOpenHours, readHour } from '../viewing/quality/store.ts';

/** Alarms start in the first hour with enough viewers: with fewer, one bad connection would raise an alarm. */
const minStarts = 20;
/** Limit of subjects written concurrently. */
const joinedAtOnce = 25;

/** Every quarter of an hour. Idempotent: an hour's sum is computed anew from its shards. */
export async function joinQuality(): Promise<void> {
  const now = Date.now();
  for (const [ago, hour] of listOpenHours(now).entries()) {
    const subjects = [...(await readHour(hour))];
    for (let from = 0; from < subjects.length; from += joinedAtOnce)
      await Promise.all(
        subjects.slice(from, from + joinedAtOnce).map(([subject, sums]) => joinHour(subject, hour, sums, now)),
      );
    if (ago === 0) publish(subjects.map(([, sums]) => sums));
  }
}

function publish(all: Parameters<typeof addSums>[0]): void {
  const { starts, startMedianMs, startP95Ms, stallShare } = toFigures(addSums(all));
  if (starts < minStarts || startMedianMs === null || startP95Ms === null) return;
  measureQuality({
    FirstPictureP50: startMedianMs,
    FirstPictureP95: startP95Ms,
    StalledTime: 100 * (stallShare ?? 0),
    PicturesStarted: starts,
  });
}
