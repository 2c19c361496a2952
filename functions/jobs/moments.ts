/** A match log changed, or a recording's time became known: goals become moments. */
import type { DomainEventMessage } from '../platform/events/domain-events.ts';
import { syncMomentsWithScore } from '../recordings/moments/from-score.ts';
import { findVodsOfEvent } from '../recordings/vods/store.ts';

export async function markGoals({ detail }: DomainEventMessage<'ScoreChanged' | 'RecordingTimed'>): Promise<void> {
  const recordings = 'vodId' in detail ? [detail.vodId] : (await findVodsOfEvent(detail.eventId)).map(({ id }) => id);
  for (const id of recordings) await syncMomentsWithScore(id);
}
