/**
 * Brings a source in line with what the streaming service says of its channel now. A look at the service changes the
 * source only as it was when the look began: of two looks, or a look and a change by staff, none undoes the other.
 */
import { currentStream, streamEnd } from '../../platform/aws/live-streaming.ts';
import { type ObservedStream, type StoredSource, streamObserved } from './rules.ts';
import { sourceByChannel, sources } from './store.ts';

const attempts = 10;

/** Undefined when no source has the channel. */
export async function observe(channelArn: string): Promise<StoredSource | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const source = await sourceByChannel(channelArn);
    if (!source) return undefined;
    const now = Date.now();
    const stream = await streamOf(source);
    let isOld = false;
    const after = await sources.change(source.id, (current) => {
      isOld = current.version !== source.version;
      return isOld ? undefined : streamObserved(current, stream, now);
    });
    if (!isOld) return after;
  }
  throw new Error(`channel ${channelArn} changes too fast: gave up after ${attempts} looks`);
}

async function streamOf({ channelArn, broadcast }: StoredSource): Promise<ObservedStream | undefined> {
  const stream = await currentStream(channelArn);
  if (!stream) return undefined;
  const { streamId, startedAt } = stream;
  if (broadcast?.streamId === streamId) return { streamId, startedAt };
  const [end, previousEndedAt] = await Promise.all([
    // What is on air may be told a moment longer than it lasts; the stream's own session knows better.
    streamEnd(channelArn, streamId),
    // Word of the end may have been lost: only the service knows how long nothing was on air.
    broadcast ? streamEnd(channelArn, broadcast.streamId) : undefined,
  ]);
  return end ? undefined : { streamId, startedAt, previousEndedAt };
}
