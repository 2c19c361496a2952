/** Brings the source of a phone in line with what it sends: its broadcast begins, goes on, or ends. Idempotent. */
import { noteRecording } from '../broadcasts/recording-outcomes.ts';
import { announceMatch } from '../live/announce-match.ts';
import { followSignal } from '../live/match-signal.ts';
import { observeStream } from '../live/observe-stream.ts';
import { sources } from '../live/store.ts';
import { toPartPrefix } from './part-files.ts';
import { isOver } from './phone-stream.ts';
import { getPublisher } from './publishers.ts';

/**
 * Called with each report; does nothing but two reads while the broadcast runs. `isThorough`: repeats all steps, of which
 * an interrupted call may have left some.
 */
export async function followPhone(id: string, now: number, isThorough = false): Promise<void> {
  const [source, publisher] = await Promise.all([sources.get(id), getPublisher(id)]);
  if (!source || !publisher) return;
  const isSending = source.broadcast !== null && source.broadcast.stoppedAt === null;
  const isKnown = isSending && !isOver(publisher, now) && source.broadcast?.streamId === publisher.parts.at(-1)?.id;
  if (isKnown && !isThorough) return;
  const observed = await observeStream(source.channelArn);
  if (!observed) return;
  const { broadcast, channelArn } = observed;
  const part = publisher.parts.find((one) => one.id === broadcast?.streamId);
  if (broadcast && part) await noteRecording({ channelArn, id: broadcast.id }, toPartPrefix(publisher, part));
  await followSignal(observed.sportEventId, now);
  await announceMatch(observed, now);
}
