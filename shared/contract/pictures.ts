/** Endpoints of pictures: reading one (redirect to the media host), and replacing one with a PNG. */
import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { pngFile } from './uploads.ts';

const image = { produces: 'image/jpeg', status: 302, cache: 60 } as const;
const required = { ...pngFile, required: true } as const;
const answer = z.object({ thumbnail: z.string() });
const refuses = ['IMG4000', 'IMG4001', 'IMG4002'] as const;
const thumbFile = { files: { thumbFile: required }, data: answer, refuses } as const;
const contentThumbFile = { files: { contentVideoThumbFile: required }, data: answer, refuses } as const;
const vodThumbFile = { files: { vodThumbFile: required }, data: answer, refuses } as const;

export const thumbnailEndpoints = defineEndpoints({
  'GET /clubs/{id}/thumbnail': { ...image, access: 'public', summary: 'Crest of a club' },
  'GET /vods/{id}/thumbnail': { ...image, access: 'public', summary: 'Picture of a VOD' },
  'GET /sportevents/{id}/thumbnail': { ...image, access: 'public', summary: 'Picture of an event' },
  'GET /content/categories/{categoryId}/videos/{videoId}/thumbnail': {
    ...image,
    access: 'public',
    summary: 'Picture of a content video',
  },
  'GET /live/clubs/{id}/thumbnail': { ...image, access: 'admin', summary: 'Crest of a club' },
  'GET /live/vods/{id}/thumbnail': { ...image, access: 'admin', summary: 'Picture of a VOD' },
  'GET /live/sportevents/{id}/thumbnail': { ...image, access: 'admin', summary: 'Picture of an event' },
  'GET /live/cameras/{id}/thumbnail': { ...image, access: 'admin', summary: 'Current frame of a camera' },

  'GET /live/content/{id}/thumbnail': { ...image, access: 'admin', summary: 'Picture of a content video' },

  'POST /live/clubs/{id}/thumbnail': { ...thumbFile, access: 'admin', summary: 'Replace the crest of a club' },
  'PATCH /live/content/{id}/thumbnail': {
    ...contentThumbFile,
    access: 'admin',
    summary: 'Replace the picture of a content video',
  },
  'POST /clubStaff/clubs/{id}/thumbnail': {
    ...thumbFile,
    access: 'clubStaff',
    summary: 'Replace the crest of the caller’s club',
  },
  'POST /live/vods/{id}/thumbnail': { ...vodThumbFile, access: 'admin', summary: 'Replace the picture of a VOD' },
  'POST /live/sportevents/{id}/thumbnail': {
    ...thumbFile,
    access: 'admin',
    summary: 'Replace the picture of an event',
  },
  'POST /clubStaff/vods/{id}/thumbnail': {
    ...vodThumbFile,
    access: 'clubStaff',
    summary: 'Replace the picture of a VOD of the caller’s club',
  },
  'POST /clubStaff/sportevents/{id}/thumbnail': {
    ...thumbFile,
    access: 'clubStaff',
    summary: 'Replace the picture of an event of the caller’s club',
  },
});
