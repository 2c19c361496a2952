import { ApiError } from '../../../shared/contract/errors.ts';
import { findScore } from '../../league/scores/store.ts';
import type { Report } from './list-segments.ts';
import { beforeMs, getPublisher, isFresh, mayBeTakenBack, type Publisher, reopenPublisher } from './publishers.ts';

/**
 * Reopens a broadcast that nobody ended by hand: the phone sends again after a silence, or the final whistle was taken
 * back. @throws ApiError 409 for pictures from after a whistle that may still be taken back.
 */
export async function resumePublisher(
  publisher: Publisher,
  reports: readonly Pick<Report, 'startMs' | 'durationMs'>[],
  now: number,
): Promise<Publisher> {
  const { id, eventId, endedBy, endedAt = now } = publisher;
  if (endedBy === 'WHISTLE' && (await findScore(eventId))?.phase === 'ENDED') {
    const isAfter = reports.some(({ startMs, durationMs }) => startMs + durationMs > endedAt + beforeMs);
    if (isAfter && mayBeTakenBack(publisher, now)) throw new ApiError('PHN4094');
    return publisher;
  }
  if (!endedBy || (endedBy === 'SILENCE' && !reports.some(({ startMs }) => isFresh(startMs, now)))) return publisher;
  await reopenPublisher(publisher, now);
  return (await getPublisher(id)) ?? publisher;
}
