/**
 * Maps addresses of the web app to pages (web/lib/paths.ts; a test compares both). Pure. Case-insensitive, ignoring one
 * trailing slash, as in the app.
 */
import { idPattern } from '../../../shared/contract/schema.ts';

/** A page whose texts never change. */
export interface FixedPage {
  /** As in the app; the landing page has the product's name alone. */
  title?: string;
  description?: string;
}

export type Place =
  | { kind: 'fixed'; path: string; page: FixedPage }
  | { kind: 'club'; path: string; id: string }
  | { kind: 'event'; path: string; id: string }
  | { kind: 'vod'; path: string; id: string }
  | { kind: 'clip'; path: string; id: string }
  | { kind: 'content'; path: string; id: string; categoryId: number }
  | { kind: 'live'; path: string; slug: string }
  /** Requires a login or a personal link; not listed by search engines. */
  | { kind: 'private' }
  | { kind: 'unknown' };

export const fixedPages: Record<string, FixedPage> = {
  '/': {},
  '/home': {
    title: 'Inicio',
    description:
      'Lo que se juega ahora, los próximos partidos y las últimas grabaciones de fútbol y baloncesto de cantera.',
  },
  '/futbol': {
    title: 'Fútbol',
    description:
      'Partidos de fútbol de cantera en directo y grabados, los próximos y los ya jugados. Busca por club o por título.',
  },
  '/baloncesto': {
    title: 'Baloncesto',
    description:
      'Partidos de baloncesto de cantera en directo y grabados, los próximos y los ya jugados. Busca por club o por título.',
  },
  '/calendario': {
    title: 'Calendario',
    description: 'Todos los partidos de fútbol y baloncesto de cantera, mes a mes: cuándo, dónde y quién juega.',
  },
  '/clubes': {
    title: 'Clubes',
    description:
      'Los clubes de cantera que puedes seguir en Cantera TV, con sus partidos en directo y sus grabaciones.',
  },
  '/contenido': {
    title: 'Contenido',
    description: 'Entrevistas, resúmenes y escuela de fútbol y baloncesto: lo mejor de la cantera, gratis.',
  },
  '/contact/teams': {
    title: 'Contactar Equipos',
    description: '¿Llevas un club o un equipo de cantera? Cuéntanos cómo sois y retransmitimos vuestros partidos.',
  },
  '/aviso-legal': { title: 'Aviso legal', description: 'Quién está detrás de Cantera TV y en qué condiciones se usa.' },
  '/privacidad': {
    title: 'Política de privacidad',
    description: 'Qué datos guarda Cantera TV, para qué y cuáles son tus derechos.',
  },
  '/cookies': {
    title: 'Política de cookies',
    description: 'Qué cookies usa Cantera TV, para qué sirven y cómo rechazarlas.',
  },
  '/documento/autorizacion-menores': {
    title: 'Autorización para menores de edad',
    description: 'El documento con el que madres, padres o tutores autorizan que un menor salga en una retransmisión.',
  },
  '/documento/condiciones-compra': {
    title: 'Condiciones de compra',
    description: 'Las condiciones de los partidos sueltos y de la suscripción de Cantera TV.',
  },
};

/** Other addresses of the same page. */
const aliases: Record<string, string> = { '/index.html': '/', '/contenido/categoria': '/contenido' };

const privatePlaces =
  /^\/(login(\/tv)?|tv|signup|recordar-contrasena|recuperar-contrasena|restablecer-contrasena|aceptar-invitacion|creando-pago|payment-success|profile(\/\w+)?|subscription|comprar|mi-(lista|equipo)|boletin\/(confirmar|baja)|avisos\/baja|live-profile|admin-profile|vods\/\w+\/stats|(cameras|sportevents|vods|ad-videos|content|clubs|club-staff-users)\/(create|manage(\/\w+)?))$/i;

export function matchPage(address: string): Place {
  const path = /^\/.+\/$/.test(address) ? address.slice(0, -1) : address;
  const lower = path.toLowerCase();
  const known = Object.hasOwn(aliases, lower) ? aliases[lower] : lower;
  if (known && Object.hasOwn(fixedPages, known)) return { kind: 'fixed', path: known, page: fixedPages[known] ?? {} };
  if (privatePlaces.test(path)) return { kind: 'private' };
  return matchItemPage(path) ?? { kind: 'unknown' };
}

function matchItemPage(path: string): Place | undefined {
  const [, one = '', id = ''] = /^\/(club|clip|evento|vods)\/(\w+)$/i.exec(path) ?? [];
  const kind = kinds[one.toLowerCase()];
  if (kind && idPattern.test(id)) return { kind, path: `/${one.toLowerCase()}/${id}`, id };
  const [, category, videoId] = /^\/content\/(\d{1,6})\/videos\/(\w+)$/i.exec(path) ?? [];
  if (category && videoId && idPattern.test(videoId)) {
    const categoryId = Number(category);
    return { kind: 'content', path: `/content/${categoryId}/videos/${videoId}`, id: videoId, categoryId };
  }
  const [, slug] = /^\/live\/([\w-]{1,100})$/i.exec(path) ?? [];
  return slug ? { kind: 'live', path: `/live/${slug}`, slug } : undefined;
}

const kinds: Record<string, 'club' | 'clip' | 'event' | 'vod'> = {
  ...{ club: 'club', clip: 'clip', evento: 'event', vods: 'vod' },
};
