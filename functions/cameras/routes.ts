/** Cameras: each owns a channel of the streaming service and its stream key. Admins only. */
import { ulid } from 'ulid';
import { cameraEndpoints } from '../../shared/cameras.ts';
import { Refusal } from '../../shared/errors.ts';
import { pictureUrl } from '../aws/addresses.ts';
import { ConditionFailed } from '../aws/dynamo.ts';
import { environment } from '../aws/environment.ts';
import { createChannel, deleteChannel } from '../aws/live-streaming.ts';
import { matches, pageOf, pagination } from '../catalogue/page.ts';
import { clubNamer, type NameClubs } from '../clubs/store.ts';
import { requireEvent } from '../events/store.ts';
import { serve } from '../http/serve.ts';
import { isOnAir, type StoredSource, shownTitle } from '../live/rules.ts';
import { freeSlug, sourceBySlug, sources, takeSlug } from '../live/store.ts';

export const handler = serve(cameraEndpoints, {
  'GET /live/cameras': async ({ query, now }) => {
    const inSearch = matches({ search: query.search });
    const rows = (await sources.rows()).filter((row) => row.kind === 'camera' && inSearch(row));
    const shown = pageOf(rows, query.page);
    const items = await sources.items(shown.rows);
    const nameClubs = await clubNamer(items);
    const cameras = items.map((camera) => answer(camera, nameClubs, now));
    return { data: { cameras, ...pagination(shown), streamServer: environment('STREAM_SERVER') } };
  },

  'POST /live/cameras': async ({ body, now }) => {
    if (await sourceBySlug(body.slug)) throw new Refusal('CAM4090');
    const id = ulid(now);
    const channel = await createChannel(`camera-${id}`);
    try {
      await sources.create({ ...newCamera(id, now), ...body, ...channel }, [takeSlug(body.slug, id)]);
    } catch (error) {
      // Whoever took the slug in between keeps it; the channel made in vain goes.
      await deleteChannel(channel.channelArn);
      throw error instanceof ConditionFailed ? new Refusal('CAM4090') : error;
    }
    return { data: { id }, message: 'Cámara creada correctamente' };
  },

  'GET /live/cameras/{id}': async ({ params, now }) => {
    const camera = await requireCamera(params.id);
    return { data: answer(camera, await clubNamer([camera]), now) };
  },

  'PATCH /live/cameras/{id}': async ({ params, body: { version, ...edit }, now }) => {
    const camera = await requireCamera(params.id);
    const event = await requireEvent(edit.sportEventId);
    const shown =
      edit.sportEventId === undefined
        ? {}
        : { eventTitle: event?.title ?? null, clubIds: event?.clubIds ?? [], sport: event?.sport ?? camera.sport };
    // `change` may run again on a newer version, and the slug moves in the same transaction.
    let before = camera;
    try {
      const changed = await sources.change(
        camera.id,
        (current) => {
          if (version !== undefined && version !== current.version) throw new Refusal('REQ4090');
          before = current;
          return { ...current, ...edit, ...shown };
        },
        (next) => (next.slug === before.slug ? [] : [takeSlug(next.slug, next.id), freeSlug(before.slug)]),
      );
      if (!changed) throw new Refusal('CAM4040');
      return { data: answer(changed, await clubNamer([changed]), now), message: 'Cámara actualizada correctamente' };
    } catch (error) {
      throw error instanceof ConditionFailed ? new Refusal('CAM4090') : error;
    }
  },

  'DELETE /live/cameras/{id}': async ({ params }) => {
    const camera = await requireCamera(params.id);
    // The channel first: after a crash the camera is still there, to be deleted again.
    await deleteChannel(camera.channelArn);
    await sources.remove(camera.id, ({ slug }) => [freeSlug(slug)]);
    return { message: 'Cámara eliminada correctamente' };
  },
});

function newCamera(id: string, now: number) {
  return {
    id,
    kind: 'camera' as const,
    title: '',
    summary: '',
    sport: 'SOCCER' as const,
    sportEventId: null,
    eventTitle: null,
    clubIds: [],
    renderOrder: null,
    thumbnail: null,
    ownerId: null,
    broadcast: null,
    dateCreated: new Date(now).toISOString(),
  };
}

function answer(camera: StoredSource, nameClubs: NameClubs, now: number) {
  return {
    ...camera,
    title: shownTitle(camera),
    isLive: isOnAir(camera, now),
    thumbnail: pictureUrl(camera.thumbnail),
    clubs: nameClubs(camera.clubIds),
    streamServer: environment('STREAM_SERVER'),
    // The service's keys are opaque: what is pasted is the key itself (row B-CAM-8).
    streamAuthKey: camera.streamKey,
  };
}

async function requireCamera(id: string): Promise<StoredSource> {
  const source = await sources.get(id);
  if (source?.kind !== 'camera') throw new Refusal('CAM4040');
  return source;
}
