/** Slugs of cameras and broadcast profiles, as in /live/{slug}. */
import * as z from 'zod';
import { trimInvisible } from './visible-text.ts';

/** First segments of the API's paths under /live/: a source of this name could not be played. */
export const reservedSlugs: readonly string[] = [
  'ad_videos',
  'audit',
  'cameras',
  'club-staff-users',
  'clubs',
  'competitions',
  'content',
  'deleted-content',
  'deleted-sportevents',
  'deleted-vods',
  'fixtures',
  'invoices',
  'lost-minutes',
  'moment-types',
  'moments',
  'plans',
  'promotion-codes',
  'publications',
  'quality',
  'session',
  'statements',
  'sportevents',
  'tables',
  'today',
  'unseen-purchases',
  'users',
  'vods',
];

const slugRule = 'El slug solo puede tener letras minúsculas, números y guiones';
export const Slug = z
  .string('El slug es requerido')
  .overwrite(trimInvisible)
  .min(1, 'El slug es requerido')
  .max(60, 'El slug no puede superar los 60 caracteres')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, slugRule)
  .refine((slug) => !reservedSlugs.includes(slug), 'Ese slug está reservado: elige otro');
