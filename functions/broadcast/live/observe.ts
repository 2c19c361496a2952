/** Brings a source in line with what the streaming service says of its channel now. */
import { currentStream, type Stream, streamEnd } from '../../platform/aws/live-streaming.ts';
import { type ObservedStream, type StoredSource, streamObserved } from './rules.ts';
import { type SourceRow, sourceByChannel, sources } from './store.ts';

/** Undefined when no source has the channel. */
export async function observe(channelArn: string, now: number): Promise<StoredSource | undefined> {
  const source = await sourceByChannel(channelArn);
  return source && observed(source, await currentStream(channelArn), now);
}

/** The same where the service's word is known. */
export async function observed(
  { id, channelArn, broadcast }: Pick<SourceRow, 'id' | 'channelArn' | 'broadcast'>,
  stream: Stream | undefined,
  now: number,
): Promise<StoredSource | undefined> {
  const seen: ObservedStream | undefined = stream && { streamId: stream.streamId, startedAt: stream.startedAt };
  // Word of the end may have been lost: only the service knows how long nothing was on air.
  if (seen && broadcast && broadcast.streamId !== seen.streamId) {
    seen.previousEndedAt = await streamEnd(channelArn, broadcast.streamId);
  }
  return sources.change(id, (current) => streamObserved(current, seen, now));
}
