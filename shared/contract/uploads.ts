/**
 * Endpoints of large uploads, which the browser sends to S3 in parts: sign, list (to resume), complete, abort. The
 * endpoint that creates the video, such as `POST /live/vods`, returns the `UploadTicket`.
 */
import * as z from 'zod';
import { formFileBytes, maxUploadBytes } from '../domain/limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { Id } from './schema.ts';

/** Files of forms, small enough for one request. */
export const pngFile = { bytes: formFileBytes, type: 'image/png' } as const;
export const videoFile = { bytes: formFileBytes, type: 'video/*', required: true } as const;
export const mp4File = { bytes: formFileBytes, type: 'video/mp4', required: true } as const;

/** The browser's description of a file. */
export const FileDescription = z.object({
  name: z.string().min(1).max(255),
  size: z.int().min(1, 'El archivo está vacío').max(maxUploadBytes, 'El archivo supera el máximo de 20 GB'),
  /** Becomes an S3 header, which allows ASCII only. */
  type: z
    .string()
    .max(100)
    .regex(/^[\x20-\x7e]*$/, 'El tipo del archivo no es válido')
    .default(''),
});
export type FileDescription = z.output<typeof FileDescription>;

/** An open upload. Its parts are numbered from 1 and have `partSize` bytes; the last one may be smaller. */
export const UploadTicket = z.object({ id: Id, partSize: z.int(), parts: z.int(), size: z.int() });
export type UploadTicket = z.output<typeof UploadTicket>;

export const uploadEndpoints = defineEndpoints({
  'GET /uploads/{id}': {
    summary: 'An open upload and its received parts',
    access: 'staff',
    data: z.object({
      upload: UploadTicket.extend({
        fileName: z.string(),
        received: z.array(z.object({ part: z.int(), size: z.int() })),
      }),
    }),
    refuses: ['UPL4040'],
  },
  'POST /uploads/{id}/parts': {
    summary: 'Presigned URLs for parts, valid for an hour',
    access: 'staff',
    body: z.object({ parts: z.array(z.int().min(1).max(10_000)).min(1).max(100) }),
    data: z.object({ urls: z.array(z.object({ part: z.int(), url: z.string() })) }),
    refuses: ['UPL4040'],
  },
  'POST /uploads/{id}/complete': {
    summary: 'Complete an upload; requires all parts',
    access: 'staff',
    refuses: ['UPL4000', 'UPL4040'],
  },
  'DELETE /uploads/{id}': {
    summary: 'Abort an upload and remove the item that waits for it',
    access: 'staff',
    refuses: ['UPL4040'],
  },
});
