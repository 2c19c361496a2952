/** Endpoints of cameras; each owns an IVS channel and its stream key. Admins only. */
import { type CameraState, cameraEndpoints } from '../../shared/contract/cameras.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { findFrame } from '../broadcast/broadcasts/live-frame.ts';
import { readBriefLoss } from '../broadcast/ingest/lost-signal.ts';
import { createSource, createSourceItem } from '../broadcast/live/create-source.ts';
import { readShownEvents } from '../broadcast/live/lives-on-air.ts';
import { followSignals } from '../broadcast/live/match-signal.ts';
import { chooseTitle, copyEventFields, isOnAir, type StoredSource } from '../broadcast/live/rules.ts';
import { freeSlug } from '../broadcast/live/slugs.ts';
import { changeSource, requireCamera, type SourceRow, sources } from '../broadcast/live/store.ts';
import { createClubNamer } from '../league/clubs/store.ts';
import { requireEvent } from '../league/events/store.ts';
import { pictureUrl } from '../platform/aws/addresses.ts';
import { environment } from '../platform/aws/environment.ts';
import { deleteChannel } from '../platform/aws/live-streaming.ts';
import { serve } from '../platform/http/serve.ts';
import { type ListFilter, matchesFilter, toPage, toPagination } from '../platform/lists/pagination.ts';
import { readPictureUrl } from '../platform/shown/private-pictures.ts';
import { notePicturesGarbage } from '../recordings/media/garbage.ts';

export const handler = serve(cameraEndpoints, {
  'GET /live/cameras': async ({ query, now }) => {
    const { page, state, ...filter } = query;
    // The state depends on the clock, so it stays out of the filter, whose results are cached.
    const isAsked = (row: SourceRow) => !state || isInState[state](row, now);
    const { items, ...shown } = await sources.list(filter, createCameraFilter, (rows) =>
      toPage(rows.filter(isAsked), page),
    );
    const [described, losses] = await Promise.all([
      answerCameras(items, now),
      Promise.all(items.map((camera) => (isSending(camera) ? null : readBriefLoss(camera, now)))),
    ]);
    const cameras = described.map((camera, index) => ({ ...camera, lost: losses[index] ?? null }));
    return { data: { cameras, ...toPagination(shown), streamServer: environment('STREAM_SERVER') } };
  },

  'POST /live/cameras': async ({ body, now }) => {
    const { id } = await createSource({ ...createSourceItem('camera', body.slug, now), isTest: body.isTest });
    return { data: { id }, message: 'Cámara creada correctamente' };
  },

  'GET /live/cameras/{id}': async ({ params, now }) => {
    const camera = await requireCamera(params.id);
    return { data: await answer(camera, now) };
  },

  'PATCH /live/cameras/{id}': async ({ params, body: { version, ...edit }, now }) => {
    const camera = await requireCamera(params.id);
    const event = await requireEvent(edit.sportEventId);
    const changed = await changeSource(
      camera.id,
      { ...edit, ...(edit.sportEventId !== undefined && copyEventFields(event)) },
      version,
    );
    if (!changed) throw new ApiError('CAM4040');
    await followSignals([camera.sportEventId, changed.sportEventId], now);
    return { data: await answer(changed, now), message: 'Cámara actualizada correctamente' };
  },

  'DELETE /live/cameras/{id}': async ({ params, now }) => {
    const camera = await requireCamera(params.id);
    // Channel first: after a crash the camera still exists and can be deleted again.
    await deleteChannel(camera.channelArn);
    await sources.remove(camera.id, ({ id, slug }) => [freeSlug(slug), ...notePicturesGarbage('cameras', id, now)]);
    return { message: 'Cámara eliminada correctamente' };
  },
});

const isInState: Record<CameraState, (row: SourceRow, now: number) => boolean> = {
  live: isOnAir,
  offline: (row, now) => !row.isTest && !isOnAir(row, now),
  test: ({ isTest }) => isTest,
};

const isSending = ({ broadcast }: StoredSource) => broadcast !== null && broadcast.stoppedAt === null;

function createCameraFilter(filter: ListFilter) {
  const inSearch = matchesFilter(filter);
  return (row: SourceRow) => row.kind === 'camera' && inSearch(row);
}

async function answerCameras(cameras: readonly StoredSource[], now: number) {
  const [nameClubs, shownEvents, frames] = await Promise.all([
    createClubNamer(cameras, 'staff'),
    readShownEvents(cameras),
    Promise.all(cameras.map(findFrame)),
  ]);
  const pictures = await Promise.all(
    cameras.map((camera, index) => {
      const event = shownEvents.get(camera.sportEventId ?? '');
      // The camera's own frame or picture comes before its match's.
      const own = frames[index] ?? camera.thumbnail;
      return own ? pictureUrl(own) : readPictureUrl(event?.thumbnail ?? null, event, 'staff');
    }),
  );
  return cameras.map((camera, index) => ({
    ...camera,
    title: chooseTitle(camera),
    isLive: isOnAir(camera, now),
    thumbnail: pictures[index] ?? null,
    clubs: nameClubs(camera.clubIds),
    streamServer: environment('STREAM_SERVER'),
    // The encoder sends the stream key itself; IVS has no derived or temporary ones.
    streamAuthKey: camera.streamKey,
  }));
}

async function answer(camera: StoredSource, now: number) {
  const [only] = await answerCameras([camera], now);
  if (!only) throw new ApiError('CAM4040');
  return only;
}
