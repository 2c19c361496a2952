/** Slugs of cameras and broadcast profiles, as in /live/{slug}. */
import * as z from 'zod';

const slugRule = 'El slug solo puede tener letras minúsculas, números y guiones';
export const Slug = z
  .string('El slug es requerido')
  .trim()
  .min(1, 'El slug es requerido')
  .max(60, 'El slug no puede superar los 60 caracteres')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, slugRule);
