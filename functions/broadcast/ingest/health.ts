/** Ingest health of a source as IVS measures it, and the indicator light of a match. */
import { ingestMetrics } from '../../platform/aws/ingest-metrics.ts';
import { currentStream, readIngest } from '../../platform/aws/live-streaming.ts';
import type { StoredSource } from '../live/rules.ts';
import { sources } from '../live/store.ts';
import { type Ingest, type Light, toLight } from './rules.ts';

/** Null if no source shows the match. */
export async function readMatchLight(eventId: string, now: number): Promise<Light | null> {
  const rows = (await sources.rows()).filter((row) => row.sportEventId === eventId);
  if (rows.length === 0) return null;
  return toLight(await Promise.all((await sources.items(rows)).map((source) => readHealth(source, now))));
}

const nothing = { width: null, height: null, encoder: null };
export const offline: Ingest = {
  ...nothing,
  state: 'OFFLINE',
  framerate: null,
  videoBitrate: null,
  audioBitrate: null,
  keyframeInterval: null,
};

export async function readHealth({ channelArn }: StoredSource, now: number): Promise<Ingest> {
  const stream = await currentStream(channelArn);
  if (!stream) return offline;
  const [picture, metrics] = await Promise.all([
    readIngest(channelArn, stream.streamId),
    ingestMetrics(channelArn, now),
  ]);
  const state = stream.isStarving ? 'STARVING' : metrics.videoBitrate === null ? 'STARTING' : 'HEALTHY';
  return { ...nothing, ...picture, ...metrics, state };
}
