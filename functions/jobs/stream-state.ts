/** IVS has news of a channel: its source goes on or off air as the service says now (row B-API-96). */
import { currentStream } from '../aws/live-streaming.ts';
import { streamObserved } from '../live/rules.ts';
import { sourceByChannel, sources } from '../live/store.ts';
import type { StreamStateChange } from './events.ts';

export async function handler(event: StreamStateChange): Promise<void> {
  const [channelArn] = event.resources;
  if (!channelArn) return;
  const source = await sourceByChannel(channelArn);
  if (!source) return;
  const stream = await currentStream(channelArn);
  await sources.change(source.id, (current) => streamObserved(current, stream, Date.now()));
}
