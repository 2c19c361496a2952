/** Joins what players reported, and publishes it to the operator's dashboard. */
import { divide } from '../../shared/domain/divide.ts';
import { addSums, toFigures } from '../../shared/domain/quality-sums.ts';
import { attemptEach } from '../platform/observability/attempt-each.ts';
import { measureQuality } from '../platform/observability/metrics.ts';
import { joinHour, listOpenHours, readHour } from '../viewing/quality/store.ts';

/** Minimum of playbacks for publishing figures; with fewer, one bad connection would raise an alarm. */
const minStarts = 20;
const joinedAtOnce = 25;

/** Runs every quarter of an hour. Idempotent: an hour's sum is computed anew from its shards. */
export async function joinQuality(): Promise<void> {
  const now = Date.now();
  const hours = listOpenHours(now);
  await attemptEach(
    'an hour was not joined',
    hours,
    (hour) => join(hour, hour === hours[0], now),
    (hour) => ({ hour }),
  );
}

async function join(hour: string, isCurrent: boolean, now: number): Promise<void> {
  const subjects = [...(await readHour(hour))];
  if (isCurrent) publish(subjects.map(([, sums]) => sums));
  await attemptEach('subjects of an hour were not joined', divide(subjects, joinedAtOnce), (batch) =>
    Promise.all(batch.map(([subject, sums]) => joinHour(subject, hour, sums, now))),
  );
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
