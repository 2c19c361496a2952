/**
 * All pages of the web app, one row each: address, component, title, guard, search engines, embeds, offline use, prefetch.
 * Router, paths, sharing, embeds, service worker and bundler read this table.
 */
import type { EmbedKind } from './embeds.ts';

/** Hash that opens the purchase sheet on every page that sells a match. */
export const buyHash = '#comprar';

export type Page = PageFields & (OpenPage | GuardedPage);

interface PageFields {
  /** `:name` is a parameter. */
  path: string;
  aliases?: readonly string[];
  /** File in web/routes, without its ending. */
  module: string;
  /** The document's title, also for search engines; '' for the product's name alone. Others call `useTitle`. */
  title?: string;
  props?: Readonly<Record<string, string>>;
  embed?: EmbedKind;
  /** Opens without a network. */
  offline?: true;
  prefetch?: Prefetch;
}

interface OpenPage {
  need?: undefined;
  /** Entry for search engines: fixed texts, or an item of this kind. False: not indexed. */
  listed: 'fixed' | 'competition' | 'club' | 'event' | 'vod' | 'clip' | 'content' | 'live' | false;
}

interface GuardedPage {
  /** `login`: any session. `manage`: staff. `admin`: admins; club staff are sent to their videos. */
  need: 'login' | 'manage' | 'admin';
  listed?: undefined;
}

/** Requests of the browser before the app's code has loaded; paths of the API with the page's parameters. */
export interface Prefetch {
  /** Sent with the session's token, if there is one. */
  initialPaths?: readonly string[];
  /** Sent only with a session. */
  memberPaths?: readonly string[];
  /** Publicly cacheable, requested without a token; only for addresses without a query. */
  publicPaths?: readonly string[];
  /** Visitors who load the player's code early: `members` are the logged-in ones; the others mostly see the plans. */
  player?: 'all' | 'members';
  /** The recording's first media are requested too, with a session (web/player/media-prefetch.ts). */
  recording?: true;
  /** Lazy modules of web/ on the page's first screen. */
  modules?: readonly string[];
}

const define = <const Table extends Record<string, Page>>(table: Table): Table => table;

const sportList = (sport: string): Prefetch => ({
  publicPaths: ['/liveusers', `/vods?sport=${sport}&each=match&page=1`],
});

const manage = <const Base extends string>(base: Base) => ({
  list: `${base}/manage` as const,
  create: `${base}/create` as const,
  edit: `${base}/manage/:id` as const,
});
const [cameras, events, vods, ads] = [
  manage('/cameras'),
  manage('/sportevents'),
  manage('/vods'),
  manage('/ad-videos'),
];
const [content, clubs, staff] = [manage('/content'), manage('/clubs'), manage('/club-staff-users')];

export const pages = define({
  landing: { path: '/', aliases: ['/index.html'], module: 'landing', title: '', listed: 'fixed' },
  home: {
    path: '/home',
    module: 'home',
    title: 'Inicio',
    listed: 'fixed',
    offline: true,
    prefetch: {
      publicPaths: ['/liveusers', '/vods?sport=SOCCER&page=1', '/sportevents?time=upcoming&page=1'],
      modules: ['features/reach/my-team/my-team.tsx', 'features/league/events/match-days.tsx'],
    },
  },
  soccer: {
    path: '/futbol',
    module: 'sport-list',
    title: 'Fútbol',
    props: { sport: 'SOCCER' },
    listed: 'fixed',
    offline: true,
    prefetch: sportList('SOCCER'),
  },
  basket: {
    path: '/baloncesto',
    module: 'sport-list',
    title: 'Baloncesto',
    props: { sport: 'BASKET' },
    listed: 'fixed',
    offline: true,
    prefetch: sportList('BASKET'),
  },
  calendar: { path: '/calendario', module: 'calendar', title: 'Calendario', listed: 'fixed', offline: true },
  search: { path: '/buscar', module: 'search', title: 'Buscar', listed: false },
  competitions: {
    path: '/competiciones',
    module: 'competitions',
    title: 'Competiciones',
    listed: 'fixed',
    prefetch: { publicPaths: ['/competitions'] },
  },
  competition: {
    path: '/competiciones/:competition',
    module: 'competition',
    listed: 'competition',
    embed: 'competition',
    prefetch: { publicPaths: ['/competitions/:competition', '/competitions/:competition/standings'] },
  },
  clubs: { path: '/clubes', module: 'clubs', title: 'Clubes', listed: 'fixed', offline: true },
  club: {
    path: '/club/:id',
    module: 'club',
    listed: 'club',
    embed: 'club',
    offline: true,
    prefetch: { initialPaths: ['/clubs/:id'] },
  },
  content: {
    path: '/contenido',
    aliases: ['/contenido/categoria'],
    module: 'content',
    title: 'Contenido',
    listed: 'fixed',
  },
  contentVideo: {
    path: '/content/:categoryId/videos/:videoId',
    module: 'content-video',
    listed: 'content',
    prefetch: { player: 'all' },
  },
  event: {
    path: '/evento/:id',
    module: 'event',
    listed: 'event',
    embed: 'event',
    offline: true,
    prefetch: { initialPaths: ['/sportevents/:id'] },
  },
  matchReport: { path: '/evento/:id/acta', module: 'match-report', listed: false },
  vod: {
    path: '/vods/:id',
    module: 'vod',
    listed: 'vod',
    embed: 'vod',
    prefetch: {
      initialPaths: ['/vods/:id'],
      memberPaths: ['/users/me/progress/vods/:id'],
      player: 'members',
      recording: true,
    },
  },
  clip: { path: '/clip/:id', module: 'clip', listed: 'clip', embed: 'clip' },
  live: {
    path: '/live/:slug',
    module: 'live',
    listed: 'live',
    prefetch: { initialPaths: ['/liveusers/:slug'], player: 'members' },
  },
  /** A document of its own (web/mesa.html): link to it with <a>, not with the router. */
  scorer: { path: '/mesa/:id', module: 'separate-page', listed: false },
  /** Also a document of its own (web/emitir.html). */
  phone: { path: '/emitir/:id', module: 'separate-page', listed: false },
  myList: { path: '/mi-lista', module: 'my-list', title: 'Mi lista', need: 'login', offline: true },
  familyMatches: { path: '/mis-partidos', module: 'family-matches', title: 'Mis partidos de familia', need: 'login' },
  familyInvitation: { path: '/familias/:code', module: 'family-invitation', title: 'Solo familias', listed: false },
  myTeam: { path: '/mi-equipo', module: 'my-team', title: 'Mi equipo', listed: false, offline: true },

  login: { path: '/login', module: 'login', title: 'Iniciar Sesión', listed: false },
  /** The television shows `televisionLogin`; the phone confirms its code on `television`. */
  televisionLogin: { path: '/login/tv', module: 'television-login', title: 'Entrar con el móvil', listed: false },
  television: { path: '/tv', module: 'television', title: 'Conectar una televisión', listed: false },
  acceptInvitation: {
    path: '/aceptar-invitacion',
    module: 'accept-invitation',
    title: 'Aceptar invitación',
    listed: false,
  },
  signup: { path: '/signup', module: 'signup', title: 'Registrarse', listed: false },
  forgotPassword: {
    path: '/recordar-contrasena',
    aliases: ['/recuperar-contrasena'],
    module: 'forgot-password',
    title: 'Recuperar contraseña',
    listed: false,
  },
  resetPassword: {
    path: '/restablecer-contrasena',
    module: 'reset-password',
    title: 'Restablecer Contraseña',
    listed: false,
  },
  profile: { path: '/profile', module: 'profile', need: 'login' },
  profilePart: { path: '/profile/:part', module: 'profile', need: 'login' },
  payment: { path: '/creando-pago', module: 'payment', title: 'Creando pago', need: 'login' },
  paymentSuccess: { path: '/payment-success', module: 'payment-success', title: 'Pago Completado', listed: false },
  subscription: { path: '/subscription', module: 'subscription', title: 'Suscripción', listed: false },
  /** Older links lead here; the app sells a match by a sheet on its page (`buyHash`). */
  buy: { path: '/comprar', module: 'buy', title: 'Comprar partido', listed: false },

  contactTeams: { path: '/contact/teams', module: 'contact-teams', title: 'Contactar Equipos', listed: 'fixed' },
  objection: { path: '/imagenes-de-menores', module: 'objection', title: 'Mi hijo sale en un video', listed: 'fixed' },
  report: { path: '/denunciar', module: 'report', title: 'Denunciar un contenido', listed: false },
  followMatter: { path: '/aviso', module: 'follow-matter', title: 'Tu aviso', listed: false },
  legalNotice: { path: '/aviso-legal', module: 'legal-notice', title: 'Aviso legal', listed: 'fixed' },
  privacy: { path: '/privacidad', module: 'privacy-policy', title: 'Política de privacidad', listed: 'fixed' },
  cookies: { path: '/cookies', module: 'cookies', title: 'Política de cookies', listed: 'fixed' },
  document: { path: '/documento/:name', module: 'document', listed: 'fixed' },
  documentVersion: { path: '/documento/:name/:version', module: 'document', listed: false },
  accessibility: {
    path: '/accesibilidad',
    module: 'accessibility',
    title: 'Declaración de accesibilidad',
    listed: 'fixed',
  },
  makerStatement: {
    path: '/declaracion-responsable',
    module: 'maker-statement',
    title: 'Declaración responsable',
    listed: 'fixed',
  },
  withdraw: { path: '/desistir', module: 'withdraw', title: 'Desistir del contrato', listed: 'fixed' },
  lostMinutes: { path: '/si-no-se-ve', module: 'lost-minutes', title: 'Si no se ve, no se paga', listed: 'fixed' },
  newsletterConfirm: {
    path: '/boletin/confirmar',
    module: 'newsletter',
    title: 'Newsletter',
    props: { action: 'confirm' },
    listed: false,
  },
  newsletterLeave: {
    path: '/boletin/baja',
    module: 'newsletter',
    title: 'Newsletter',
    props: { action: 'unsubscribe' },
    listed: false,
  },
  alertsLeave: { path: '/avisos/baja', module: 'leave-alerts', title: 'Avisos por email', listed: false },

  today: { path: '/hoy', module: 'staff/today', need: 'manage' },
  manageEvents: { path: events.list, module: 'staff/events', need: 'manage' },
  createEvent: { path: events.create, module: 'staff/create-event', need: 'manage' },
  editEvent: { path: events.edit, module: 'staff/edit-event', need: 'manage' },
  manageCompetitions: { path: '/sportevents/competitions', module: 'staff/competitions', need: 'admin' },
  manageVods: { path: vods.list, module: 'staff/vods', need: 'manage' },
  createVod: { path: vods.create, module: 'staff/create-vod', need: 'manage' },
  editVod: { path: vods.edit, module: 'staff/edit-vod', need: 'manage' },
  vodStats: { path: '/vods/:id/stats', module: 'staff/vod-stats', need: 'manage' },
  editClub: { path: clubs.edit, module: 'staff/edit-club', need: 'manage' },
  manageAds: { path: ads.list, module: 'staff/ads', need: 'manage' },
  editAd: { path: ads.edit, module: 'staff/edit-ad', need: 'manage' },
  createAd: { path: ads.create, module: 'staff/create-ad', need: 'admin' },
  liveProfile: { path: '/live-profile', module: 'staff/live-profile', need: 'admin' },
  adminProfile: { path: '/admin-profile', module: 'staff/admin-profile', need: 'admin' },
  manageMatters: { path: '/avisos/manage', module: 'staff/matters', need: 'manage' },
  unseenPurchases: { path: '/compras-sin-ver', module: 'staff/unseen-purchases', need: 'admin' },
  manageInvoices: { path: '/facturas', module: 'staff/invoices', need: 'admin' },
  managePlans: { path: '/planes', module: 'staff/plans', need: 'admin' },
  manageStatements: { path: '/liquidaciones', module: 'staff/statements', need: 'manage' },
  manageLostMinutes: { path: '/minutos-perdidos', module: 'staff/lost-minutes', need: 'admin' },
  quality: { path: '/calidad', module: 'staff/quality', need: 'manage' },
  eventQuality: {
    path: '/calidad/partidos/:id',
    module: 'staff/quality-of-item',
    props: { kind: 'sportevents' },
    need: 'manage',
  },
  vodQuality: { path: '/calidad/videos/:id', module: 'staff/quality-of-item', props: { kind: 'vods' }, need: 'manage' },
  cameraQuality: {
    path: '/calidad/camaras/:id',
    module: 'staff/quality-of-item',
    props: { kind: 'cameras' },
    need: 'manage',
  },
  audit: { path: '/registro', module: 'staff/audit', need: 'admin' },
  manageRights: { path: '/derechos-imagen/manage', module: 'staff/rights', need: 'manage' },
  manageClubs: { path: clubs.list, module: 'staff/clubs', need: 'admin' },
  createClub: { path: clubs.create, module: 'staff/create-club', need: 'admin' },
  manageStaff: { path: staff.list, module: 'staff/staff-users', need: 'admin' },
  inviteStaff: { path: staff.create, module: 'staff/invite-user', need: 'admin' },
  editStaff: { path: staff.edit, module: 'staff/staff-user', need: 'admin' },
  manageContent: { path: content.list, module: 'staff/contents', need: 'admin' },
  createContent: { path: content.create, module: 'staff/create-content', need: 'admin' },
  editContent: { path: content.edit, module: 'staff/edit-content', need: 'admin' },
  manageCameras: { path: cameras.list, module: 'staff/cameras', need: 'admin' },
  createCamera: { path: cameras.create, module: 'staff/create-camera', need: 'admin' },
  editCamera: { path: cameras.edit, module: 'staff/edit-camera', need: 'admin' },
});

export type PageName = keyof typeof pages;

export const isStaffPage = ({ need }: Page): boolean => need === 'manage' || need === 'admin';
