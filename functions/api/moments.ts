import { ulid } from 'ulid';
import type * as z from 'zod';
import { ApiError } from '../../shared/contract/errors.ts';
import { type Moment, type MomentChanges, momentEndpoints } from '../../shared/contract/moments.ts';
import { momentTypes } from '../../shared/domain/moment-types.ts';
import { isTakenOut, toRecordedSecond, toShownSecond } from '../../shared/domain/withdrawn.ts';
import { requireClubs } from '../league/clubs/store.ts';
import { requireReadableEvent } from '../league/events/store.ts';
import type { ClubStaffCaller } from '../platform/auth/rules.ts';
import { refuseFailedCondition } from '../platform/aws/dynamo-errors.ts';
import { serve } from '../platform/http/serve.ts';
import { requireVersion } from '../platform/lists/collection.ts';
import { changeMoment, createMoment, deleteMoment, findMoment, listMoments } from '../recordings/moments/store.ts';
import { readMatchTimeline, readTimeline, setMatchStart, typeName } from '../recordings/moments/timeline.ts';
import type { StoredVod } from '../recordings/vods/rules.ts';
import { requireManagedVod, requireReadableVod, requireVod, vods } from '../recordings/vods/store.ts';
import { decideAccess } from '../viewing/playback/rules.ts';

const types = { data: { momentTypes: [...momentTypes] } };

export const handler = serve(momentEndpoints, {
  'GET /vods/{id}/moments': async ({ params, caller }) => {
    const { vod, event } = await requireReadableVod(params.id, caller);
    // Moments require the right to watch.
    if (!decideAccess(caller, { event, clubIds: vod.clubIds }).granted)
      throw new ApiError(caller ? 'SSN4030' : 'SSN4010');
    const moments = toShown(vod, await listMoments(vod.id)).map((moment) => ({
      ...moment,
      momentType: typeName(moment.momentTypeId),
    }));
    return { data: { moments } };
  },

  'GET /vods/{id}/score': async ({ params, caller }) => {
    return { data: await readTimeline((await requireReadableVod(params.id, caller)).vod, caller) };
  },
  'POST /vods/{id}/start': async ({ params, body, caller, now }) => {
    const vod = await setMatchStart(await requireVod(params.id), body.seconds, caller, now);
    return { data: await readTimeline(vod, caller), message: 'El marcador va ya con el video' };
  },
  'GET /sportevents/{id}/timeline': async ({ params, caller }) => ({
    data: await readMatchTimeline(await requireReadableEvent(params.id, caller)),
  }),

  'GET /live/moments/vod/{vodId}/club/{clubId}': async ({ params }) => {
    const vod = await requireVod(params.vodId);
    return { data: { moments: toShown(vod, await listMoments(params.vodId, params.clubId)) } };
  },
  'POST /live/moments': async ({ body, now }) => {
    const vod = await requireVod(body.vodId);
    await requireClubs([body.clubId]);
    return create(vod, body, now);
  },
  'PATCH /live/moments/{id}': async ({ params, body }) => change(await requireMoment(params.id), body),
  'DELETE /live/moments/{id}': async ({ params }) => remove(await requireMoment(params.id)),
  'GET /live/moment-types': async () => types,

  'GET /clubStaff/moments/vod/{vodId}': async ({ params, caller }) => {
    const vod = await requireManagedVod(params.vodId, caller);
    return { data: { moments: toShown(vod, await listMoments(params.vodId, caller.user.clubId)) } };
  },
  'POST /clubStaff/moments': async ({ body, caller, now }) => {
    const vod = await requireManagedVod(body.vodId, caller);
    return create(vod, { ...body, clubId: caller.user.clubId }, now);
  },
  'PATCH /clubStaff/moments/{id}': async ({ params, body, caller }) =>
    change(await requireOwn(params.id, caller), body),
  'DELETE /clubStaff/moments/{id}': async ({ params, caller }) => remove(await requireOwn(params.id, caller)),
  'GET /clubStaff/moment-types': async () => types,
});

/**
 * Moments are stored in time of the full recording. Players, viewers and forms use the time that remains after
 * withdrawn seconds.
 */
const toShown = ({ withdrawn = [] }: StoredVod, moments: readonly Moment[]): Moment[] =>
  moments
    .filter(({ timestampMs }) => !isTakenOut(withdrawn, timestampMs / 1000))
    .map((moment) => ({
      ...moment,
      timestampMs: Math.round(1000 * toShownSecond(withdrawn, moment.timestampMs / 1000)),
    }));

const toRecordedMs = ({ withdrawn = [] }: StoredVod, shownMs: number) =>
  Math.round(1000 * toRecordedSecond(withdrawn, shownMs / 1000));

async function create(vod: StoredVod, fields: Omit<Moment, 'id' | 'version'>, now: number) {
  const id = ulid(now);
  await createMoment({ ...fields, timestampMs: toRecordedMs(vod, fields.timestampMs), id, version: 1 });
  return { data: { id }, message: 'Momento creado correctamente' };
}

async function change(moment: Moment, { version, timestampMs, ...edit }: z.output<typeof MomentChanges>) {
  requireVersion(moment, version);
  const vod = timestampMs === undefined ? undefined : await vods.get(moment.vodId);
  const moved = vod && timestampMs !== undefined && { timestampMs: toRecordedMs(vod, timestampMs) };
  await changeMoment(moment, { ...edit, ...moved }).catch(refuseFailedCondition('REQ4090'));
  return { message: 'Momento actualizado correctamente' };
}

async function remove(moment: Moment) {
  await deleteMoment(moment);
  return { message: 'Momento eliminado correctamente' };
}

async function requireMoment(id: string): Promise<Moment> {
  const moment = await findMoment(id);
  if (!moment) throw new ApiError('MOM4040');
  return moment;
}

async function requireOwn(id: string, { user }: ClubStaffCaller): Promise<Moment> {
  const moment = await requireMoment(id);
  if (moment.clubId !== user.clubId) throw new ApiError('SSN4030');
  return moment;
}
