/** The stream of a phone, as IVS would report that of a camera, from the segments of the last seconds. */
import { segmentMs } from '../../../shared/domain/phone-segments.ts';
import { queryLatest } from '../../platform/aws/dynamo-queries.ts';
import type { Stream } from '../../platform/aws/live-streaming.ts';
import type { Ingest } from '../ingest/rules.ts';
import { type ListedSegment, type ListedSlot, slotKey } from './listed-slots.ts';
import { phoneReconnectMs, toPublisherId } from './phone-channel.ts';
import { getPublisher, type Publisher } from './publishers.ts';

/** A phone that has sent no newer picture for this long has no signal. */
export const silentMs = 20_000;

export const isOver = ({ endedAt }: Pick<Publisher, 'endedAt'>, now: number): boolean =>
  endedAt !== undefined && endedAt <= now;

/** Undefined while the phone is silent, and after its end. */
export async function findPhoneStream(channelArn: string, now = Date.now()): Promise<Stream | undefined> {
  const publisher = await getPublisher(toPublisherId(channelArn));
  const part = publisher?.parts.at(-1);
  if (!publisher || !part || isOver(publisher, now)) return undefined;
  const newest = await findNewest(publisher.id, part.fromSlot);
  if (!newest || newest.startMs + newest.durationMs < now - silentMs) return undefined;
  return {
    channelArn,
    streamId: part.id,
    startedAt: new Date(newest.startMs).toISOString(),
    viewers: undefined,
    isStarving: newest.listedAt - newest.startMs - newest.durationMs > slowMs,
  };
}

/** Milliseconds for which the broadcast of a phone waits for it: none after its end. */
export async function readPhoneWindow(channelArn: string): Promise<number> {
  const publisher = await getPublisher(toPublisherId(channelArn));
  return !publisher || isOver(publisher, Date.now()) ? 0 : phoneReconnectMs;
}

/** The signal of a phone, from its newest segments; undefined while it is silent. */
export async function readPhoneHealth(channelArn: string): Promise<Ingest | undefined> {
  const stream = await findPhoneStream(channelArn);
  const newest = stream && (await findNewest(toPublisherId(channelArn)));
  if (!stream || !newest) return undefined;
  const { width, height, framesPerSecond, bytes, durationMs } = newest;
  return {
    state: stream.isStarving ? 'STARVING' : 'HEALTHY',
    width,
    height,
    encoder: null,
    framerate: framesPerSecond,
    // A segment carries its sound: 128 kbit/s.
    videoBitrate: Math.max(1, Math.round((8000 * bytes) / durationMs) - soundBitrate),
    audioBitrate: soundBitrate,
    keyframeInterval: segmentMs / 1000,
  };
}

const soundBitrate = 128_000;

/** Milliseconds after its end at which a segment should have arrived. */
const slowMs = 6_000;

/** The newest listed segment from a slot on. */
export async function findNewest(publisher: string, fromSlot = 0): Promise<ListedSegment | undefined> {
  const { items } = await queryLatest<ListedSlot>('segments', {
    pk: publisher,
    from: slotKey(publisher, fromSlot).sk,
    to: slotKey(publisher, lastSlot).sk,
    limit: 1,
  });
  return items[0]?.main ?? items[0]?.small;
}

const lastSlot = Math.floor(8.64e15 / segmentMs / 1000);
