/** What arrives from cameras and broadcast profiles, and their keys. Admins only. */

import { type IngestHealth, ingestEndpoints } from '../../../shared/broadcast/ingest.ts';
import { Refusal } from '../../../shared/errors.ts';
import { ingestMetrics } from '../../platform/aws/ingest-metrics.ts';
import { currentStream, ingestOf, renewStreamKey } from '../../platform/aws/live-streaming.ts';
import { serve } from '../../platform/http/serve.ts';
import { profileOf } from '../live/profile.ts';
import type { StoredSource } from '../live/rules.ts';
import { changeSource, sources } from '../live/store.ts';
import { adviceOn, type Ingest } from './rules.ts';

export const handler = serve(ingestEndpoints, {
  'GET /live/cameras/{id}/health': async ({ params, now }) => answer(await requireCamera(params.id), now),
  'GET /live/users/me/health': async ({ caller, now }) => answer(await profileOf(caller.user.id), now),
  'POST /live/cameras/{id}/stream-key': async ({ params }) => renew(await requireCamera(params.id)),
  'POST /live/users/me/stream-key': async ({ caller }) => {
    const profile = await profileOf(caller.user.id);
    if (!profile) throw new Refusal('BRD4040');
    return renew(profile);
  },
});

async function answer(source: StoredSource | undefined, now: number): Promise<{ data: { health: IngestHealth } }> {
  const ingest = source ? await look(source, now) : offline;
  return { data: { health: { ...ingest, advice: adviceOn(ingest) } } };
}

const nothing = { width: null, height: null, encoder: null };
const offline: Ingest = {
  ...nothing,
  state: 'OFFLINE',
  framerate: null,
  videoBitrate: null,
  audioBitrate: null,
  keyframeInterval: null,
};

async function look({ channelArn }: StoredSource, now: number): Promise<Ingest> {
  const stream = await currentStream(channelArn);
  if (!stream) return offline;
  const [picture, metrics] = await Promise.all([ingestOf(channelArn, stream.streamId), ingestMetrics(channelArn, now)]);
  const state = stream.isStarving ? 'STARVING' : metrics.videoBitrate === null ? 'STARTING' : 'HEALTHY';
  return { ...nothing, ...picture, ...metrics, state };
}

/** The service first: a key that was made and not kept is replaced by the next attempt. */
async function renew({ id, channelArn }: StoredSource) {
  const streamKey = await renewStreamKey(channelArn);
  if (!(await changeSource(id, { streamKey }))) throw new Refusal('BRD4040');
  return { data: { streamKey }, message: 'Clave renovada. Cópiala en el programa con el que emites.' };
}

async function requireCamera(id: string): Promise<StoredSource> {
  const source = await sources.get(id);
  if (source?.kind !== 'camera') throw new Refusal('CAM4040');
  return source;
}
