/** The audit in Spanish, for its page and its table. */
import { type Act, type ActItem, listChangedFields } from './audit-acts.ts';
import type { AuditAction, AuditKind, AuditView } from './audit-view.ts';
import { purposeNames } from './image-rights.ts';
import { madridText } from './madrid-text.ts';
import { ageCategoryNames } from './match.ts';
import { paths } from './paths.ts';
import { isProductType, nameProduct } from './plans.ts';

export const auditKindTexts: Record<AuditKind, string> = {
  clubs: 'Club',
  events: 'Evento',
  scores: 'Marcador',
  competitions: 'Competición',
  vods: 'Video',
  clips: 'Clip',
  moments: 'Momento',
  contentvideos: 'Contenido',
  advideos: 'Anuncio',
  cameras: 'Cámara',
  staff: 'Personal del club',
  users: 'Cuenta',
  purchases: 'Compras de una cuenta',
  promotions: 'Código de descuento',
  matters: 'Denuncia',
  rights: 'Derechos de imagen',
  families: 'Solo familias',
};

export const auditActionTexts: Record<AuditAction, string> = {
  CREATE: 'Creado',
  CHANGE: 'Cambiado',
  DELETE: 'Eliminado',
};

export const auditRoleTexts: Record<AuditView['role'], string> = {
  ADMIN: 'Administración',
  CLUB_STAFF: 'Personal del club',
  USER: 'Usuario',
  VISITOR: 'Visitante',
  SCORER: 'Enlace de anotador',
  PHONE: 'Enlace de cámara',
  PARTNER: 'Socio comercial',
  SYSTEM: 'El sistema',
};

const fieldTexts: Record<string, string> = {
  createdAt: 'Enlace creado',
  awaiting: 'Pendiente de publicar',
  away: 'Goles o puntos del visitante',
  awayClubId: 'Club visitante',
  awayTeam: 'Equipo del visitante',
  cameraLink: 'Enlace de cámara',
  category: 'Categoría',
  categoryId: 'Sección',
  closedAt: 'Cerrado sin que nadie lo anotara',
  clubId: 'Club',
  clubIds: 'Clubes',
  competition: 'Competición',
  deadline: 'Plazo',
  decision: 'Emisión',
  description: 'Descripción',
  disabled: 'Cuenta cerrada',
  draw: 'Puntos por empate',
  embedHosts: 'Webs que pueden insertar',
  emissionPriority: 'Prioridad',
  grants: 'Accesos dados a mano',
  holds: 'Oculta lo que señala',
  home: 'Goles o puntos del local',
  homeClubId: 'Club local',
  homeTeam: 'Equipo del local',
  isPublic: 'Gratis para todos',
  audience: 'Quién lo ve',
  isTest: 'En pruebas',
  label: 'Texto',
  lacks: 'Autorizaciones que faltan',
  loss: 'Puntos por derrota',
  matchday: 'Jornada',
  momentKinds: 'Jugadas que se marcan solas',
  momentTypeId: 'Tipo',
  name: 'Nombre',
  partnerSubscription: 'Suscripción del socio comercial',
  period: 'Parte',
  personalName: 'Nombre',
  phase: 'Fase',
  publicClips: 'Clips públicos',
  protection: 'Contacto de protección de menores',
  contract: 'Contrato',
  document: 'Documento',
  purposes: 'Finalidades autorizadas',
  season: 'Temporada',
  team: 'Equipo',
  textVersion: 'Versión del texto',
  passes: 'Temporada y abonos',
  price: 'Precio en céntimos',
  purchases: 'Partidos comprados',
  renderOrder: 'Orden',
  role: 'Rol',
  scheduledFinishDate: 'Fin',
  scheduledStartDate: 'Inicio',
  scoreInPreviews: 'Resultado en las vistas previas',
  shares: 'Porcentajes del club',
  scorerLink: 'Enlace de anotador',
  slug: 'Dirección',
  sport: 'Deporte',
  sportEventId: 'Evento',
  state: 'Estado',
  status: 'Estado',
  streamKey: 'Clave de emisión',
  subscription: 'Suscripción',
  summary: 'Resumen',
  target: 'Lo que señala',
  thumbnail: 'Imagen',
  ties: 'Desempate',
  penalties: 'Puntos menos',
  promoted: 'Equipos que ascienden',
  relegated: 'Equipos que descienden',
  feed: 'Cámara que se ve',
  forfeits: 'Partidos dados por perdidos',
  timestampMs: 'Segundo',
  title: 'Título',
  venue: 'Campo o pabellón',
  viewerClips: 'Clips de los espectadores',
  visible: 'Visible',
  vodId: 'Video',
  win: 'Puntos por victoria',
  withheld: 'Oculto por una denuncia',
};

/** Returns the field's name in Spanish; undefined for technical fields, which are not shown. */
export const describeAuditField = (field: string): string | undefined => fieldTexts[field];

const valueTexts: Record<string, string> = {
  // Videos.
  SENT: 'enviado',
  STARTED: 'procesando',
  FINISHED: 'listo',
  FAILED: 'fallido',
  new: 'sin decidir',
  told: 'sin decidir, avisado por email',
  // Matches and their scores.
  SCHEDULED: 'previsto',
  LIVE: 'en juego',
  POSTPONED: 'aplazado',
  CANCELLED: 'cancelado',
  BEFORE: 'sin empezar',
  PLAYING: 'en juego',
  BREAK: 'descanso',
  ENDED: 'terminado',
  ...ageCategoryNames,
  // The rules of tables.
  HEAD_TO_HEAD: 'primero los partidos entre los empatados',
  GENERAL: 'primero la diferencia general',
  // Matters.
  OPEN: 'en revisión',
  ASKED: 'faltan datos',
  APPEALED: 'en segunda revisión',
  KEPT: 'se mantiene',
  HIDDEN: 'retirado',
  // Audiences and families.
  EVERYBODY: 'todos',
  FAMILIES: 'solo familias',
  WAITING: 'por confirmar',
  CONFIRMED: 'confirmada',
  REFUSED: 'rechazada',
  REVOKED: 'permiso retirado',
  // Image rights.
  ...purposeNames,
  // People.
  ADMIN: 'administración',
  CLUB_STAFF: 'personal del club',
  REGULAR_BASIC: 'usuario',
  REGULAR_SUBSCRIBER: 'abonado',
  invited: 'invitado',
  active: 'activo',
  disabled: 'desactivado',
};

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const instantText = madridText({ dateStyle: 'short', timeStyle: 'short' });

export function describeAuditValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(describeAuditValue).join(', ');
  if (typeof value === 'object') return describeObject(value as Record<string, unknown>);
  const text = String(value);
  return valueTexts[text] ?? (instant.test(text) ? instantText(new Date(text)) : text);
}

/**
 * Describes a purchase by its title, a subscription by its end, a camera by its address, what staff decided about one,
 * and a ruling by its reason; of other objects, only that they exist.
 */
function describeObject(object: Record<string, unknown>): string {
  const { product, club, until, to, from, kind, at, points, reason, slug } = object;
  const title = isProductType(product) ? nameProduct(product, club as { name: string } | null) : object.title;
  if (kind === 'ON') return `abierta a mano hasta el ${describeAuditValue(until)}`;
  if (kind === 'OFF') return `terminada a mano el ${describeAuditValue(at)}`;
  if (title) return `${title}${until ? ` (hasta el ${describeAuditValue(until)})` : ''}`;
  if (slug) return String(slug);
  if (to) return `${from ? `del ${describeAuditValue(from)} ` : ''}hasta el ${describeAuditValue(to)}`;
  if (reason) return points ? `${points} (${reason})` : String(reason);
  return 'sí';
}

/** Says what an act did: what staff call it where they have a name for it. */
export function describeAct({ kind, action }: Pick<Act, 'kind' | 'action'>, { after }: Pick<ActItem, 'after'>): string {
  const decided = kind === 'cameras' && action === 'CHANGE' ? (after.decision as { kind?: string } | null) : null;
  if (decided?.kind === 'ON') return 'Emitir ahora';
  if (decided?.kind === 'OFF') return 'Terminar';
  return auditActionTexts[action];
}

interface ValueTexts {
  /** Name of the field. */
  text: string;
  before: string;
  after: string;
}

/** Lists what an act has changed of an item in the end; a score in one line. */
export function listActValues(
  { action }: Pick<Act, 'action'>,
  { kind, before, after }: Pick<ActItem, 'kind' | 'before' | 'after'>,
): ValueTexts[] {
  if (action !== 'CHANGE') return [];
  const fields = listChangedFields({ before, after });
  const isScore = kind === 'scores' && (fields.includes('home') || fields.includes('away'));
  const toScore = (values: AuditView['before'], other: AuditView['before']) =>
    [values.home ?? other.home ?? 0, values.away ?? other.away ?? 0].join('–');
  const score = { text: 'Resultado', before: toScore(before, after), after: toScore(after, before) };
  const others = fields.flatMap((field) => {
    const text = isScore && (field === 'home' || field === 'away') ? undefined : describeAuditField(field);
    return text ? [{ text, before: describeAuditValue(before[field]), after: describeAuditValue(after[field]) }] : [];
  });
  return isScore ? [score, ...others] : others;
}

const editPaths: Partial<Record<AuditKind, (id: string) => string>> = {
  clubs: paths.editClub,
  events: paths.editEvent,
  scores: paths.editEvent,
  vods: paths.editVod,
  contentvideos: paths.editContent,
  advideos: paths.editAd,
  cameras: paths.editCamera,
  staff: paths.editStaff,
  competitions: () => paths.manageCompetitions,
  matters: () => paths.manageMatters,
  rights: () => paths.manageRights,
};

/** Path of an item's page in the back office; undefined if it has none or no longer exists. */
export const findItemPath = ({ kind, itemId, exists }: Pick<ActItem, 'kind' | 'itemId' | 'exists'>) =>
  exists || kind === 'competitions' ? editPaths[kind]?.(itemId) : undefined;
