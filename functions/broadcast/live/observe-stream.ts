/**
 * Updates a source from its IVS channel. Each write requires the version that was read, so that concurrent updates and
 * changes by staff do not undo each other.
 */
import { readAirtimeRule } from './airtime.ts';
import { findCurrentStream, readReconnectWindow, readStreamEnd } from './channel-streams.ts';
import { type ObservedStream, withObservedStream } from './observed-stream.ts';
import type { StoredSource } from './rules.ts';
import { findSourceByChannel, sources } from './store.ts';

const attempts = 10;

/** Undefined if no source has the channel. */
export async function observeStream(channelArn: string): Promise<StoredSource | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const source = await findSourceByChannel(channelArn);
    if (!source) return undefined;
    const now = Date.now();
    const [stream, windowMs] = await Promise.all([readStream(source), readReconnectWindow(channelArn)]);
    let isOutdated = false;
    const after = await sources.change(source.id, (current) => {
      isOutdated = current.version !== source.version;
      return isOutdated ? undefined : withObservedStream(current, stream, now, readAirtimeRule(), windowMs);
    });
    if (!isOutdated) return after;
  }
  throw new Error(`channel ${channelArn} changes too fast: gave up after ${attempts} attempts`);
}

async function readStream({ channelArn, broadcast }: StoredSource): Promise<ObservedStream | undefined> {
  const stream = await findCurrentStream(channelArn);
  if (!stream) return undefined;
  const { streamId, startedAt } = stream;
  if (broadcast?.streamId === streamId) return { streamId, startedAt };
  const [end, previousEndedAt] = await Promise.all([
    // GetStream lags behind the end of a stream; its session is exact.
    readStreamEnd(channelArn, streamId),
    // The end event may be lost: only IVS knows how long the channel was off air.
    broadcast ? readStreamEnd(channelArn, broadcast.streamId) : undefined,
  ]);
  return end ? undefined : { streamId, startedAt, previousEndedAt };
}
