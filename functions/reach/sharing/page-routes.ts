/** Maps addresses of the web app to what can be shared, by the page table. Pure. */
import { idPattern } from '../../../shared/domain/ids.ts';
import { findPageByPath } from '../../../shared/domain/page-patterns.ts';
import type { PageName, pages } from '../../../shared/domain/pages.ts';
import { paths } from '../../../shared/domain/paths.ts';

export interface FixedPage {
  /** Same as in the app; the landing page shows the product's name alone. */
  title?: string;
  description?: string;
}

type FixedPath = {
  [Name in PageName]: (typeof pages)[Name] extends { listed: 'fixed'; path: infer Path extends string } ? Path : never;
}[Exclude<PageName, 'document'>];

export type Place =
  | { kind: 'fixed'; path: string; page: FixedPage }
  | { kind: 'competition'; path: string; slug: string }
  | { kind: 'club'; path: string; id: string }
  | { kind: 'event'; path: string; id: string }
  | { kind: 'vod'; path: string; id: string }
  | { kind: 'clip'; path: string; id: string }
  | { kind: 'content'; path: string; id: string; categoryId: number }
  | { kind: 'live'; path: string; slug: string }
  /** Requires a login or a personal link; not listed by search engines. */
  | { kind: 'private' }
  | { kind: 'unknown' };

/** Texts of the pages that the table marks as fixed; documents have addresses of their own. */
export const fixedPages: Record<FixedPath | `/documento/${string}`, FixedPage> = {
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
  '/competiciones': {
    title: 'Competiciones',
    description:
      'Las ligas y copas de fútbol y baloncesto de cantera: clasificación, cruces y goleadores de cada categoría.',
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
  '/imagenes-de-menores': {
    title: 'Mi hijo sale en un video',
    description: 'Si tu hijo o tu hija sale en un video y no quieres que se vea, dínoslo aquí: no necesitas cuenta.',
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
  '/accesibilidad': {
    title: 'Declaración de accesibilidad',
    description:
      'Qué puedes hacer en Cantera TV con el teclado o un lector de pantalla, y a quién escribir si algo falla.',
  },
  '/declaracion-responsable': {
    title: 'Declaración responsable',
    description: 'Declaración de quien produce el programa con el que Cantera TV hace sus facturas.',
  },
  '/si-no-se-ve': {
    title: 'Si no se ve, no se paga',
    description: 'Cuánto devolvemos de un partido al que le faltan minutos de imagen, y cómo se cuentan.',
  },
  '/desistir': {
    title: 'Desistir del contrato',
    description:
      'Desiste de una compra de Cantera TV en dos pasos, con el email y el número del recibo, sin entrar en tu cuenta.',
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

export function matchPage(address: string): Place {
  const match = findPageByPath(address);
  if (!match) return unknown;
  const { page, params, path } = match;
  switch (page.listed) {
    case undefined:
    case false:
      return { kind: 'private' };
    case 'fixed': {
      const texts = Object.hasOwn(fixedPages, path) ? fixedPages[path as FixedPath] : undefined;
      return texts ? { kind: 'fixed', path, page: texts } : unknown;
    }
    case 'competition':
      return { kind: 'competition', path, slug: params.competition ?? '' };
    case 'live':
      return { kind: 'live', path, slug: params.slug ?? '' };
    case 'content': {
      const { videoId: id = '', categoryId: category } = params;
      const categoryId = Number(category);
      return idPattern.test(id)
        ? { kind: 'content', path: paths.contentVideo(categoryId, id), id, categoryId }
        : unknown;
    }
    default: {
      const { id = '' } = params;
      return idPattern.test(id) ? { kind: page.listed, path, id } : unknown;
    }
  }
}

const unknown = { kind: 'unknown' } as const;
