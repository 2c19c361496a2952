/** Cameras: sources with a slug, a stream key and the event that they show. Rows: B-CAM, B-API-12 to 17. */
import * as z from 'zod';
import { Slug } from '../domain/slug.ts';
import { defineEndpoints } from './endpoint.ts';
import { BooleanInput, ClubName, Id, NewId, Order, Page, SearchQuery, Sport, Version } from './schema.ts';

/** Row B-ENT-2. `streamServer` and `streamKey` are ready to paste into OBS (row B-CAM-8). */
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

/** The list shows no keys. */
const ListedCamera = Camera.omit({ streamKey: true, streamAuthKey: true });

export const NewCamera = z.object({ slug: Slug, isTest: BooleanInput.default(false) });

export const CameraChanges = z
  .object({
    slug: Slug,
    isTest: BooleanInput,
    sportEventId: Id.nullable(),
    renderOrder: Order,
    version: Version,
  })
  .partial();

export const cameraEndpoints = defineEndpoints({
  'GET /live/cameras': {
    summary: 'Cameras, paged and searchable',
    access: 'admin',
    query: SearchQuery,
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
    refuses: ['CAM4040', 'CAM4090', 'EVT4000', 'REQ4090'],
  },
  'DELETE /live/cameras/{id}': {
    summary: 'Delete a camera, its channel and key',
    access: 'admin',
    refuses: ['CAM4040'],
  },
});
