import type * as z from 'zod';
import { ApiError } from '../../shared/contract/errors.ts';
import { type NewVod, vodEndpoints } from '../../shared/contract/vods.ts';
import {
  answerClubs,
  clubs,
  createClubNamer,
  keepExistingClubs,
  requireClubs,
  requireReadableClub,
} from '../league/clubs/store.ts';
import { readEventView } from '../league/events/event-views.ts';
import { clubStaffMaySetClubs } from '../league/events/rules.ts';
import { events, requireEvent, requireOwnEvent, requireReadableEvent } from '../league/events/store.ts';
import { type Caller, isViewer, manages } from '../platform/auth/rules.ts';
import type { FormFile } from '../platform/http/request.ts';
import { serveCached } from '../platform/http/serve.ts';
import { toPage, toPagination } from '../platform/lists/pagination.ts';
import { enforcesImageRights } from '../platform/shown/enforcement.ts';
import { findReader, isInvitedTo, isShownTo } from '../platform/shown/families.ts';
import { isShownFor } from '../platform/shown/rules.ts';
import { hasAdFor } from '../recordings/ads/store.ts';
import { allowsViewerClips, mayViewerCut } from '../recordings/clips/rules.ts';
import { clips, groupPublicClips } from '../recordings/clips/store.ts';
import { createMedia } from '../recordings/media/create-media.ts';
import { deleteVideo, listDeleted, recoverVideo, toDeletedCards } from '../recordings/media/deleted-videos.ts';
import { regenerate } from '../recordings/media/encoding.ts';
import { clubStaffMayEdit, type StoredVod } from '../recordings/vods/rules.ts';
import { requireManagedVod, requireReadableVod, requireVod, vods } from '../recordings/vods/store.ts';
import {
  clipsAgeMs,
  createVodFilter,
  listFamilyVods,
  listManagedVods,
  listPublicVods,
  listVodsByMatch,
} from '../recordings/vods/vod-lists.ts';
import { toManagedVod, toVodCards } from '../recordings/vods/vod-views.ts';
import { withholdRecovered } from '../trust/matters/withhold-target.ts';
import { applyToVod } from '../trust/rights/apply.ts';
import { editVod, setVodClubs } from '../trust/rights/change-vods.ts';
import { readRightsChecker } from '../trust/rights/rights-checker.ts';
import { grantRecording } from '../viewing/playback/playback-grants.ts';
import { countUniqueViewers, readAudience } from '../viewing/playback/views.ts';

export const handler = serveCached([vods, clubs, events, clips], vodEndpoints, {
  'GET /vods': ({ query: { page, each, ...filter } }) =>
    each ? listVodsByMatch(page, filter) : listPublicVods(page, filter),
  'GET /clubs/{id}/vods': async ({ params, query: { page, ...filter }, caller }) =>
    listPublicVods(page, { ...filter, clubIds: [(await requireReadableClub(params.id, caller)).id] }),
  'GET /sportevents/{id}/vods': async ({ params, query: { page }, caller }) => {
    const event = await requireReadableEvent(params.id, caller);
    const [{ data }, clipsByMatch] = await Promise.all([
      isInvitedTo(caller, event) ? listFamilyVods(page, event.id) : listPublicVods(page, { sportEventId: event.id }),
      groupPublicClips(clipsAgeMs),
    ]);
    return { data: { ...data, clips: clipsByMatch.get(event.id)?.length ?? 0 } };
  },

  'GET /vods/{id}': async ({ params, caller, now }) => {
    const { vod, event } = await requireReadableVod(params.id, caller);
    // Read for users only: visitors share a cached response, which must not depend on it.
    const hasAd = caller && isShownFor(vod, 'sponsors') && (await hasAdFor(vod.clubIds));
    const status = {
      isReady: vod.generation !== null,
      hasSprites: vod.sprites !== null,
      withdrawn: vod.withdrawn ?? [],
    };
    const decided = await grantRecording(`vods/${vod.id}`, { event, clubIds: vod.clubIds }, status, caller, now);
    const playback = { ...decided, ...(decided.granted && hasAd !== undefined && { hasAd }) };
    // A hidden event still decides on access, but is not shown.
    const reader = manages(caller, vod) ? 'staff' : findReader(caller, event);
    const isShown = event && isShownTo(caller, event);
    const sportEvent = isShown ? await readEventView(event, undefined, reader) : null;
    const [card] = await toVodCards([vod], reader);
    if (!card) throw new ApiError('VOD4040');
    const cutsClips =
      playback.granted &&
      caller !== undefined &&
      isViewer(caller.user) &&
      vod.source !== null &&
      mayViewerCut(vod, event) &&
      vod.clubIds.some((clubId) => allowsViewerClips(clubs.getRow(clubId)));
    return { data: { vod: { ...card, sportEvent, playback, ...(cutsClips && { cutsClips }) } } };
  },
  'GET /vods/{id}/clubs': async ({ params, caller }) => answerClubs((await requireReadableVod(params.id, caller)).vod),

  'GET /live/vods': ({ query: { page, ...filter } }) => listManagedVods(page, filter),
  'GET /live/publications': async () => ({
    data: { awaiting: (await vods.find({ awaitsPublication: 'true' }, createVodFilter)).length },
  }),
  'GET /live/vods/{id}': async ({ params }) => answerManaged(await requireVod(params.id), true),
  'POST /live/vods': (request) => create(request, request.body.clubIds),
  'PATCH /live/vods/{id}': async ({ params, body: { version, ...edit }, caller, now }) =>
    answerManaged(await editVod(await requireVod(params.id), edit, { version, caller, now }), true),
  'DELETE /live/vods/{id}': async ({ params, caller, now }) => {
    if (!(await deleteVideo('vods', params.id, caller.user.id, now))) throw new ApiError('VOD4040');
    return { message: 'Video eliminado correctamente' };
  },
  'GET /live/deleted-vods': async ({ query, now }) => {
    const page = toPage(await listDeleted('vods', now), query.page);
    return { data: { vods: await toDeletedCards(page.rows), ...toPagination(page) } };
  },
  'POST /live/vods/{id}/recover': async ({ params, now }) => {
    const vod = await recoverVideo('vods', params.id, dropMissing, now);
    if (!vod) throw new ApiError('VOD4040');
    await withholdRecovered(
      [{ kind: 'vods', id: vod.id }, ...(vod.sportEventId ? [{ kind: 'events' as const, id: vod.sportEventId }] : [])],
      now,
    );
    return {
      ...(await answerManaged(await requireVod(vod.id), true)),
      message: 'Video recuperado: está oculto hasta que lo publiques',
    };
  },
  'PUT /live/vods/{id}/segments': async ({ params, now }) => {
    await requireVod(params.id);
    return regenerate({ kind: 'vods', id: params.id }, now);
  },
  'GET /live/vods/{id}/audience': async ({ params }) => {
    const { id, livePeak = null } = await requireVod(params.id);
    const { viewers, plays, parts } = await readAudience(`vods/${id}`);
    return { data: { audience: { uniqueViewers: viewers, plays, livePeak, parts } } };
  },
  'GET /live/vods/{id}/clubs': async ({ params }) => answerClubs(await requireVod(params.id), 'staff'),
  'PUT /live/vods/{id}/clubs': async ({ params, body }) => setVodClubs(await requireVod(params.id), body),

  'GET /clubStaff/vods': ({ query: { page, ...filter }, caller }) =>
    listManagedVods(page, { ...filter, ofClub: caller.user.clubId }),
  'GET /clubStaff/vods/{id}': async ({ params, caller }) =>
    answerManaged(await requireManagedVod(params.id, caller), false),
  'POST /clubStaff/vods': async (request) => {
    const { user } = request.caller;
    // Club staff cannot publish, not even at creation.
    if (request.body.visible) throw new ApiError('SSN4030');
    await requireOwnEvent(request.body.sportEventId, user.clubId);
    return create(request, [user.clubId], 'new');
  },
  'PATCH /clubStaff/vods/{id}': async ({ params, body: { version, ...wanted }, caller, now }) => {
    const vod = await requireManagedVod(params.id, caller);
    if (!clubStaffMayEdit(vod, wanted)) throw new ApiError('SSN4030');
    // An unchanged visibility is left out, because setting it would count as a decision on publication.
    const { visible: _, ...edit } = wanted;
    if (edit.sportEventId !== vod.sportEventId) await requireOwnEvent(edit.sportEventId, caller.user.clubId);
    return answerManaged(await editVod(vod, edit, { version, caller, now }), false);
  },
  'PUT /clubStaff/vods/{id}/segments': async () => {
    throw new ApiError('SSN4030');
  },
  'GET /clubStaff/vods/{id}/clubs': async ({ params, caller }) =>
    answerClubs(await requireManagedVod(params.id, caller), 'staff'),
  'PUT /clubStaff/vods/{id}/clubs': async ({ params, body, caller }) => {
    const vod = await requireManagedVod(params.id, caller);
    if (!clubStaffMaySetClubs(vod.clubIds, body.clubIds, caller.user.clubId)) throw new ApiError('SSN4030');
    return setVodClubs(vod, body);
  },
});

/** Unique views are for admins only. */
async function answerManaged(vod: StoredVod, withAnalytics: boolean) {
  const [nameClubs, viewers] = await Promise.all([
    createClubNamer([vod], 'staff'),
    withAnalytics ? countUniqueViewers(`vods/${vod.id}`) : undefined,
  ]);
  const analytics = viewers === undefined ? undefined : { uniqueNonLiveViewers: viewers };
  return { data: { vod: { ...(await toManagedVod(vod, nameClubs)), analytics } } };
}

interface Creation {
  body: z.output<typeof NewVod>;
  files: Record<string, FormFile | undefined>;
  caller: Caller;
  now: number;
}

async function create(
  { body, files, caller, now }: Creation,
  clubIds: string[],
  awaiting: StoredVod['awaiting'] = null,
) {
  const { file, visible, ...fields } = body;
  await Promise.all([requireEvent(fields.sportEventId), requireClubs(clubIds)]);
  const own = { ...fields, clubIds, renderOrder: null, awaiting };
  const sent = { file, video: files.vodFile, picture: files.vodThumbFile };
  const { id, upload } = await createMedia({ kind: 'vods', fields: own, visible, ...sent }, { caller, now });
  if (enforcesImageRights()) await applyToVod(id, await readRightsChecker(), now);
  return { data: id, upload, message: 'Video subido correctamente' };
}

/** Event and clubs may have been deleted after the video. */
async function dropMissing(vod: StoredVod): Promise<StoredVod> {
  const event = vod.sportEventId === null ? undefined : await events.get(vod.sportEventId);
  return { ...vod, sportEventId: event?.id ?? null, clubIds: await keepExistingClubs(vod.clubIds) };
}
