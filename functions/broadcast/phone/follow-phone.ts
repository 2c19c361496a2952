/** Updates the source of a phone from its segments: its broadcast begins, continues, or ends. Idempotent. */
import { events } from '../../league/events/store.ts';
import { noteRecording } from '../broadcasts/recording-outcomes.ts';
import { chooseFeed, isInReserve } from '../live/feeds.ts';
import { followSignal, listOnAir } from '../live/match-signal.ts';
import { announceMatch, observeStream } from '../live/observe-stream.ts';
import type { StoredSource } from '../live/rules.ts';
import { sources } from '../live/store.ts';
import { toPartPrefix } from './part-files.ts';
import { findPhoneStream, isOver } from './phone-stream.ts';
import { getPublisher } from './publishers.ts';

/**
 * Called with each report, with few reads while the broadcast runs. Returns whether viewers see this phone.
 * `isThorough`: repeats all steps, because an interrupted call may have skipped some.
 */
export async function followPhone(id: string, now: number, isThorough = false): Promise<boolean> {
  const [source, publisher] = await Promise.all([sources.get(id), getPublisher(id)]);
  if (!source || !publisher) return false;
  const isSending = source.broadcast !== null && source.broadcast.stoppedAt === null;
  const isKnown = isSending && !isOver(publisher, now) && source.broadcast?.streamId === publisher.parts.at(-1)?.id;
  if (isKnown && !isThorough) return relieve(source, now);
  const observed = await observeStream(source.channelArn);
  if (!observed) return false;
  const { broadcast, channelArn } = observed;
  const part = publisher.parts.find((one) => one.id === broadcast?.streamId);
  if (broadcast && part) await noteRecording({ channelArn, id: broadcast.id }, toPartPrefix(publisher, part));
  await followSignal(observed.sportEventId, now);
  await announceMatch(observed, now);
  return relieve(observed, now);
}

/** Takes over from a feed that has fallen silent, which reports nothing itself; returns whether viewers see this phone. */
async function relieve(source: StoredSource, now: number): Promise<boolean> {
  const { sportEventId, broadcast } = source;
  const event = sportEventId ? await events.get(sportEventId) : undefined;
  if (!event || !isInReserve(source, event)) return broadcast?.stoppedAt === null;
  const feedSource = event.feed && (await sources.get(event.feed.id));
  if (feedSource?.broadcast?.stoppedAt === null && !(await findPhoneStream(feedSource.channelArn, now)))
    await observeStream(feedSource.channelArn);
  const next = chooseFeed(event.feed, listOnAir(await sources.rows(), event.id, now), now);
  if (next === event.feed) return false;
  await followSignal(event.id, now);
  return !isInReserve(source, await events.get(event.id));
}
