/** Endpoints of encoder health, airtime and stream keys of cameras and profiles: for admins; clubs open their matches. */
import { ApiError } from '../../shared/contract/errors.ts';
import { type IngestHealth, ingestEndpoints } from '../../shared/contract/ingest.ts';
import { offline, readHealth } from '../broadcast/ingest/health.ts';
import { readLoss } from '../broadcast/ingest/lost-signal.ts';
import { adviseOn } from '../broadcast/ingest/rules.ts';
import { decideAirtime, describeTime } from '../broadcast/live/follow-airtime.ts';
import { followSignal } from '../broadcast/live/match-signal.ts';
import { findProfile } from '../broadcast/live/profile.ts';
import { mayBeOpenedByClub, type StoredSource } from '../broadcast/live/rules.ts';
import { changeSource, requireCamera, sources } from '../broadcast/live/store.ts';
import { type Caller, manages } from '../platform/auth/rules.ts';
import { deleteItem, putItem } from '../platform/aws/dynamo.ts';
import { refuseFailedCondition } from '../platform/aws/dynamo-errors.ts';
import { renewStreamKey } from '../platform/aws/live-streaming.ts';
import { serve } from '../platform/http/serve.ts';

export const handler = serve(ingestEndpoints, {
  'GET /live/cameras/{id}/health': async ({ params, now }) => answer(await requireCamera(params.id), now),
  'GET /live/users/me/health': async ({ caller, now }) => answer(await findProfile(caller.user.id), now),
  'POST /live/cameras/{id}/time': async ({ params, body, caller, now }) => {
    const camera = await requireCameraOrPhone(params.id);
    if (!manages(caller, camera)) throw new ApiError('CAM4040');
    if (caller.user.role !== 'ADMIN' && !mayBeOpenedByClub(camera, body.isOn)) throw new ApiError('CAM4030');
    return decide(camera, body.isOn, now);
  },
  'POST /live/users/me/time': async ({ caller, body, now }) => decide(await requireProfile(caller), body.isOn, now),
  'POST /live/cameras/{id}/stream-key': async ({ params, now }) => renew(await requireCamera(params.id), now),
  'POST /live/users/me/stream-key': async ({ caller, now }) => renew(await requireProfile(caller), now),
});

async function answer(source: StoredSource | undefined, now: number): Promise<{ data: { health: IngestHealth } }> {
  const ingest = source ? await readHealth(source, now) : offline;
  const lost = source && ingest.state === 'OFFLINE' ? await readLoss(source, now) : null;
  return {
    data: {
      health: { ...ingest, advice: adviseOn(ingest), lost, time: source ? await describeTime(source, now) : null },
    },
  };
}

async function decide({ id }: StoredSource, isOn: boolean, now: number) {
  const changed = await decideAirtime(id, isOn, now);
  if (!changed) throw new ApiError('CAM4040');
  await followSignal(changed.sportEventId, Date.now());
  const message = isOn ? 'La cámara emite para todos' : 'Emisión terminada: ya solo la ves tú';
  return { data: { time: await describeTime(changed, Date.now()) }, message };
}

/**
 * Renews the stream key, one request at a time. IVS has the new key before it is stored here; if storing fails, the
 * next attempt replaces the key.
 */
async function renew({ id, channelArn }: StoredSource, now: number) {
  const streamKey = await runExclusively(`RENEW#${id}`, now, async () => {
    const made = await renewStreamKey(channelArn);
    if (!(await changeSource(id, { streamKey: made }))) throw new ApiError('BRD4040');
    return made;
  });
  return { data: { streamKey }, message: 'Clave renovada. Cópiala en el programa con el que emites.' };
}

/** Runs `work` under a lock. If the process dies, the lock expires after the time of the longest request. */
async function runExclusively<T>(name: string, now: number, work: () => Promise<T>): Promise<T> {
  const key = { pk: name, sk: 'LOCK' };
  await putItem(
    'broadcasts',
    { ...key, until: now + lockMs },
    { expression: 'attribute_not_exists(pk) OR #until < :now', names: { '#until': 'until' }, values: { ':now': now } },
  ).catch(refuseFailedCondition('CAM4091'));
  try {
    return await work();
  } finally {
    await deleteItem('broadcasts', key);
  }
}

const lockMs = 30_000;

async function requireProfile({ user }: Caller): Promise<StoredSource> {
  const profile = await findProfile(user.id);
  if (!profile) throw new ApiError('BRD4040');
  return profile;
}

async function requireCameraOrPhone(id: string): Promise<StoredSource> {
  const source = await sources.get(id);
  return source?.kind === 'phone' ? source : requireCamera(id);
}
