/** Endpoints of cameras: sources with a slug, a stream key and an event. */
import * as z from 'zod';
import { Slug } from '../domain/slug.ts';
import { defineEndpoints } from './endpoint.ts';
import { BriefLoss } from './ingest.ts';
import { BooleanInput, ClubName, Id, ListQuery, NewId, Order, Page, Sport, Version } from './schema.ts';

/** `streamServer` and `streamKey` can be pasted into OBS. */
export const Camera = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  isTest: z.boolean(),
  isLive: z.boolean(),
  sport: Sport,
  sportEventId: Id.nullable(),
  eventIsHidden: z.boolean().default(false),
  renderOrder: z.int().nullable(),
  thumbnail: z.string().nullable(),
  clubs: z.array(ClubName),
  streamServer: z.string(),
  streamKey: z.string(),
  streamAuthKey: z.string(),
  version: Version,
});
export type Camera = z.output<typeof Camera>;

/** `live`: on air; `offline`: neither on air nor in test. */
export const cameraStates = ['live', 'offline', 'test'] as const;
const CameraState = z.enum(cameraStates, 'El estado no es válido');
export type CameraState = (typeof cameraStates)[number];

/** Lists contain no keys. */
const ListedCamera = Camera.omit({ streamKey: true, streamAuthKey: true }).extend({
  /** Set for a day after the camera lost its signal; null on air. */
  lost: BriefLoss.nullable().default(null),
});
export type ListedCamera = z.output<typeof ListedCamera>;

export const NewCamera = z.object({ slug: Slug, isTest: BooleanInput.default(false) });

export const CameraChanges = z
  .object({ slug: Slug, isTest: BooleanInput, sportEventId: Id.nullable(), renderOrder: Order, version: Version })
  .partial();

export const cameraEndpoints = defineEndpoints({
  'GET /live/cameras': {
    summary: 'Cameras, paged and searchable',
    access: 'admin',
    query: ListQuery.pick({ page: true, search: true, clubIds: true }).extend({ state: CameraState.optional() }),
    data: Page('cameras', ListedCamera).extend({ streamServer: z.string() }),
  },
  'POST /live/cameras': {
    summary: 'Create a camera with its channel and key',
    access: 'admin',
    body: NewCamera,
    data: NewId,
    status: 201,
    refuses: ['CAM4090'],
  },
  'GET /live/cameras/{id}': {
    summary: 'One camera, with its key',
    access: 'admin',
    data: Camera,
    refuses: ['CAM4040'],
  },
  'PATCH /live/cameras/{id}': {
    summary: 'Change a camera',
    access: 'admin',
    body: CameraChanges,
    data: Camera,
    refuses: ['CAM4040', 'CAM4090', 'EVT4000', 'EVT4040'],
  },
  'DELETE /live/cameras/{id}': {
    summary: 'Delete a camera, its channel and key',
    access: 'admin',
    refuses: ['CAM4040'],
  },
});
