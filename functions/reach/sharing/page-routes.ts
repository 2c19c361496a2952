/** Maps addresses of the web app to what can be shared, by the page table. Pure. */
import { type DocumentName, documents } from '../../../shared/domain/documents.ts';
import { idPattern } from '../../../shared/domain/ids.ts';
import { findPageByPath } from '../../../shared/domain/page-patterns.ts';
import { type PageName, pages } from '../../../shared/domain/pages.ts';
import { paths } from '../../../shared/domain/paths.ts';

export interface FixedPage {
  title?: string;
  description?: string;
}

type FixedName = {
  [Name in PageName]: (typeof pages)[Name] extends { listed: 'fixed' } ? Name : never;
}[PageName];

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

const descriptions: Record<Exclude<FixedName, 'landing' | 'document'>, string> = {
  home: 'Lo que se juega ahora, los próximos partidos y las últimas grabaciones de fútbol y baloncesto de cantera.',
  soccer:
    'Partidos de fútbol de cantera en directo y grabados, los próximos y los ya jugados. Busca por club o por título.',
  basket:
    'Partidos de baloncesto de cantera en directo y grabados, los próximos y los ya jugados. Busca por club o por título.',
  calendar: 'Todos los partidos de fútbol y baloncesto de cantera, mes a mes: cuándo, dónde y quién juega.',
  competitions:
    'Las ligas y copas de fútbol y baloncesto de cantera: clasificación, cruces y goleadores de cada categoría.',
  clubs: 'Los clubes de cantera que puedes seguir en Cantera TV, con sus partidos en directo y sus grabaciones.',
  content: 'Entrevistas, resúmenes y escuela de fútbol y baloncesto: lo mejor de la cantera, gratis.',
  contactTeams: '¿Llevas un club o un equipo de cantera? Cuéntanos cómo sois y retransmitimos vuestros partidos.',
  objection: 'Si tu hijo o tu hija sale en un video y no quieres que se vea, dínoslo aquí: no necesitas cuenta.',
  legalNotice: 'Quién está detrás de Cantera TV y en qué condiciones se usa.',
  privacy: 'Qué datos guarda Cantera TV, para qué y cuáles son tus derechos.',
  cookies: 'Qué cookies usa Cantera TV, para qué sirven y cómo rechazarlas.',
  accessibility:
    'Qué puedes hacer en Cantera TV con el teclado o un lector de pantalla, y a quién escribir si algo falla.',
  makerStatement: 'Declaración de quien produce el programa con el que Cantera TV hace sus facturas.',
  lostMinutes: 'Cuánto devolvemos de un partido al que le faltan minutos de imagen, y cómo se cuentan.',
  withdraw:
    'Desiste de una compra de Cantera TV en dos pasos, con el email y el número del recibo, sin entrar en tu cuenta.',
};

const documentDescriptions: Partial<Record<DocumentName, string>> = {
  'autorizacion-menores':
    'El documento con el que madres, padres o tutores autorizan que un menor salga en una retransmisión.',
  'condiciones-compra': 'Las condiciones de los partidos sueltos y de la suscripción de Cantera TV.',
};

/** The pages that the table marks as fixed, by path. The landing page has the product's own texts. */
export const fixedPages: ReadonlyMap<string, FixedPage> = new Map<string, FixedPage>([
  [pages.landing.path, {}],
  ...Object.entries(descriptions).map(([name, description]): [string, FixedPage] => {
    const { path, title } = pages[name as keyof typeof descriptions];
    return [path, { title, description }];
  }),
  ...Object.entries(documentDescriptions).map(([name, description]): [string, FixedPage] => [
    paths.document(name),
    { title: documents[name as DocumentName].title, description },
  ]),
]);

export function matchPage(address: string): Place {
  const match = findPageByPath(address);
  if (!match) return unknown;
  const { page, params, path } = match;
  switch (page.listed) {
    case undefined:
    case false:
      return { kind: 'private' };
    case 'fixed': {
      const texts = fixedPages.get(path);
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
