/** Screens of the back office: lists, forms, and a video as staff see it. */
import type { Page } from '@playwright/test';
import { toSeedId } from '../../../infra/local/seed/steps.ts';
import { clubId, createAd, createClub, createRecording, inviteStaff, sources, vods } from '../support/platform.ts';
import { failure, listStates, loading, missing, type Screen } from './screen.ts';

const edit = { long: true, error: failure, loading } as const;
const list = (empty: string) => listStates({ empty });

const vodId = () => toSeedId('V', 0);
const demoCamera = async () => (await sources.rows()).find(({ kind }) => kind === 'camera')?.id;
const findOwnVod = async () => (await vods.rows()).find(({ clubIds }) => clubIds.includes(clubId(0)))?.id;
const findEventId = async (index: number) => (await vods.get(toSeedId('V', index)))?.sportEventId;

const fill = (label: string | RegExp, text: string) => (page: Page) =>
  page.getByRole('textbox', { name: label }).first().fill(text);

/** Opens the dialog that has the name of its button. */
const openDialog = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog', { name }).waitFor();
};

/** Screens of an admin. */
const ofAdmin: Screen[] = [
  { name: 'manage-events', path: '/sportevents/manage', shows: 'Eventos', states: list('No hay eventos disponibles') },
  { name: 'desk', path: async () => `/mesa/${await findEventId(0)}`, shows: 'Todo enviado' },
  { name: 'phone', path: async () => `/emitir/${await findEventId(0)}`, shows: 'Activar la cámara' },
  { name: 'create-event', path: '/sportevents/create', shows: 'Crear Evento', act: fill('Título', 'x') },
  {
    name: 'edit-event',
    path: async () => `/sportevents/manage/${await findEventId(0)}`,
    shows: 'Editar evento',
    states: edit,
  },
  { name: 'manage-vods', path: '/vods/manage', shows: 'Videos', states: list('No hay videos disponibles') },
  {
    name: 'manage-vods-awaiting',
    path: async () => (await createUnpublished()) && '/vods/manage?por-publicar=si',
    shows: 'Por publicar',
  },
  { name: 'edit-vod-awaiting', path: async () => `/vods/manage/${await createUnpublished()}`, shows: 'Publicar ahora' },
  {
    name: 'manage-vods-filters',
    path: '/vods/manage?estado=visible',
    shows: 'Gestión de Videos',
    only: 'phone',
    act: (page) => page.getByRole('button', { name: 'Filtros (1)' }).click(),
  },
  {
    name: 'back-office-menu',
    path: '/hoy',
    shows: true,
    only: 'phone',
    act: (page) => page.getByRole('button', { name: 'Abrir menú' }).click(),
  },
  {
    name: 'back-office-palette',
    path: '/hoy',
    shows: 'Hoy',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /^Página, acción/ }).fill('sauce');
      await page.getByRole('option', { name: /^CD Sauce Club/ }).waitFor();
    },
  },
  { name: 'create-vod', path: '/vods/create', shows: 'Subir Video' },
  { name: 'edit-vod', path: `/vods/manage/${vodId()}`, shows: 'Editar video', states: edit },
  {
    name: 'edit-vod-errors',
    path: `/vods/manage/${vodId()}`,
    shows: 'Editar video',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Título' }).fill('');
      await page.getByRole('textbox', { name: 'Título' }).blur();
      await page.getByText('El título del video es requerido').waitFor();
    },
  },
  {
    name: 'edit-vod-deletion',
    path: async () => `/vods/manage/${await createRecording(clubId(0), 'CD Sauce – Rivera CF, subido dos veces')}`,
    shows: 'Editar video',
    act: async (page) => {
      await page.getByRole('button', { name: 'Eliminar video' }).click();
      await page.getByRole('button', { name: 'Deshacer' }).waitFor();
    },
  },
  { name: 'edit-vod-missing', path: `/vods/manage/${toSeedId('V', missing)}`, shows: true },
  {
    name: 'vod-stats',
    path: `/vods/${vodId()}/stats`,
    shows: 'Audiencia',
    states: { empty: true, long: true, error: failure, loading },
  },
  { name: 'families', path: `/derechos-imagen/manage?ver=familias&club=${clubId(0)}`, shows: 'Enlace de un equipo' },
  { name: 'manage-ads', path: '/ad-videos/manage', shows: 'Anuncios', states: list('No hay anuncios disponibles') },
  { name: 'create-ad', path: '/ad-videos/create', shows: 'Subir Anuncio' },
  { name: 'edit-ad', path: createClubAd, shows: 'Editar anuncio', states: edit },
  {
    name: 'edit-ad-deletion',
    path: createClubAd,
    shows: 'Editar anuncio',
    act: async (page) => {
      await page.getByRole('button', { name: 'Eliminar anuncio' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'edit-ad-missing', path: `/ad-videos/manage/${toSeedId('V', missing)}`, shows: true },
  { name: 'manage-content', path: '/content/manage', shows: 'Contenido', states: list('No hay contenido disponible') },
  { name: 'create-content', path: '/content/create', shows: true },
  { name: 'edit-content', path: `/content/manage/${toSeedId('N', 0)}`, shows: true, states: edit },
  { name: 'manage-rights', path: '/derechos-imagen/manage', shows: 'Derechos de imagen' },
  {
    name: 'manage-rights-teams',
    path: `/derechos-imagen/manage?ver=equipos&club=${clubId(0)}`,
    shows: 'Contrato con Cantera TV',
    act: (page) => page.getByRole('button', { name: 'Separar equipos de Fútbol · Alevín' }).click(),
  },
  { name: 'manage-matters', path: '/avisos/manage', shows: 'Denuncias' },
  { name: 'manage-invoices', path: '/facturas', shows: 'Facturas', states: list('Este mes no hay facturas') },
  { name: 'manage-plans', path: '/planes', shows: 'Planes y códigos' },
  { name: 'new-promotion-code', path: '/planes', shows: 'Planes y códigos', act: openDialog('Nuevo código') },
  { name: 'manage-statements', path: '/liquidaciones', shows: 'Liquidaciones' },
  {
    name: 'unseen-purchases',
    path: '/compras-sin-ver',
    shows: 'Vendido y sin ver',
    states: list('Todo lo vendido se puede ver'),
  },
  {
    name: 'manage-lost-minutes',
    path: '/minutos-perdidos',
    shows: 'Minutos perdidos',
    states: list('No se ha perdido ni un minuto'),
  },
  {
    name: 'take-out-seconds',
    path: `/vods/${vodId()}`,
    shows: 'Quitar unos segundos',
    act: openDialog('Quitar unos segundos'),
  },
  { name: 'deleted-items', path: '/sportevents/manage', shows: 'Eventos', act: openDialog('Eliminados') },
  { name: 'quality', path: '/calidad', shows: 'Calidad' },
  { name: 'quality-of-video', path: `/calidad/videos/${vodId()}`, shows: 'Calidad' },
  {
    name: 'quality-of-match',
    path: async () => `/calidad/partidos/${await findEventId(0)}`,
    shows: 'Calidad',
    states: { long: true, error: failure, loading },
  },
  { name: 'quality-of-camera', path: async () => `/calidad/camaras/${await demoCamera()}`, shows: 'Calidad' },
  { name: 'audit', path: '/registro', shows: 'Registro de cambios' },
  { name: 'today', path: '/hoy', shows: 'Hoy' },
  {
    name: 'today-late-edge',
    path: '/hoy',
    shows: 'Retiradas en los servidores',
    before: (page) =>
      page.route('**/api/live/today', async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { data: object };
        const since = new Date(Date.now() - 4 * 60_000).toISOString();
        await route.fulfill({
          response,
          json: { ...answer, data: { ...answer.data, edge: { waiting: 12, since, unexplained: 240 } } },
        });
      }),
  },
  {
    name: 'manage-competitions',
    path: '/sportevents/competitions',
    shows: 'Competiciones',
    act: async (page) => {
      await page.getByText('Sanciones e incomparecencias').first().click();
      await page.getByRole('button', { name: 'Quitar puntos a un club' }).click();
      await page.getByRole('button', { name: 'Dar un partido por perdido' }).click();
    },
  },
  { name: 'manage-clubs', path: '/clubs/manage', shows: 'Clubes', states: list('No hay clubes disponibles') },
  { name: 'create-club', path: '/clubs/create', shows: 'Crear Club' },
  { name: 'edit-club', path: `/clubs/manage/${clubId(0)}`, shows: 'Editar club', states: edit },
  {
    name: 'manage-staff',
    path: '/club-staff-users/manage',
    shows: 'Personal del Club',
    states: {
      ...list('No hay usuarios del personal del club'),
      error: 'Error al cargar los usuarios del personal del club',
    },
  },
  { name: 'invite-staff', path: '/club-staff-users/create', shows: /48 horas/ },
  { name: 'edit-staff', path: createInvitation, shows: 'Reenviar invitación', states: edit },
  { name: 'manage-cameras', path: '/cameras/manage', shows: 'Cámaras', states: list('No hay cámaras disponibles') },
  { name: 'create-camera', path: '/cameras/create', shows: 'Crear Cámara' },
  { name: 'edit-camera', path: async () => `/cameras/manage/${await demoCamera()}`, shows: 'Señal', states: edit },
  {
    name: 'edit-camera-on-air',
    path: async () => `/cameras/manage/${await demoCamera()}`,
    shows: 'Pon el intervalo de fotogramas clave en 2 s',
    before: mockOnAir,
    act: (page) => page.getByText('Cómo emitir').click(),
  },
  {
    name: 'vod-stats-audience',
    path: `/vods/${vodId()}/stats`,
    shows: /Empieza con 120 espectadores/,
    before: mockViews,
  },
  {
    name: 'vod-stats-cut',
    path: `/vods/${vodId()}/stats`,
    shows: 'Clips',
    act: (page) => page.getByRole('button', { name: 'Cortar clip', exact: true }).click(),
  },
  { name: 'live-profile', path: '/live-profile', shows: 'Perfil del Directo' },
  { name: 'admin-profile', path: '/admin-profile', shows: 'Cambiar contraseña' },
];

/** Screens of staff of the demo league's first club. */
const ofStaff: Screen[] = [
  { name: 'staff-events', path: '/sportevents/manage', shows: 'Eventos' },
  { name: 'staff-create-event', path: '/sportevents/create', shows: 'Crear Evento' },
  { name: 'staff-vods', path: '/vods/manage', shows: 'Videos' },
  { name: 'staff-edit-vod', path: async () => `/vods/manage/${await findOwnVod()}`, shows: 'Editar video' },
  { name: 'staff-create-vod', path: '/vods/create', shows: 'Lo publica Cantera TV' },
  {
    name: 'staff-edit-vod-awaiting',
    path: async () => `/vods/manage/${await createUnpublished()}`,
    shows: 'Lo publica Cantera TV',
  },
  {
    name: 'staff-foreign-vod',
    path: async () => `/vods/manage/${await createRecording(clubId(2), 'Rivera CF – León de Alcor')}`,
    shows: 'Este video es de otro club',
  },
  { name: 'staff-stats', path: async () => `/vods/${await findOwnVod()}/stats`, shows: 'Momentos' },
  { name: 'staff-ads', path: '/ad-videos/manage', shows: 'Anuncios' },
  { name: 'staff-own-club', path: `/clubs/manage/${clubId(0)}`, shows: 'Mi Club' },
  { name: 'staff-other-club', path: `/clubs/manage/${clubId(1)}`, shows: 'Solo puedes editar tu propio club.' },
];

export const backOfficeScreens: Screen[] = [
  ...ofAdmin.map((screen) => ({ ...screen, who: 'ADMIN' as const })),
  ...ofStaff.map((screen) => ({ ...screen, who: 'CLUB_STAFF' as const, fields: { clubId: clubId(0) } })),
  { name: 'accept-invitation-void', path: '/aceptar-invitacion?token=no', shows: true },
];

async function createUnpublished(): Promise<string> {
  const id = await createRecording(clubId(0), 'CD Sauce – Rivera CF, cadetes');
  await vods.change(id, (vod) => ({ ...vod, visible: false, awaiting: 'new' }));
  return id;
}

async function createClubAd(): Promise<string> {
  return `/ad-videos/manage/${await createAd(await createClub('CD Patrocinado'), 'Ferretería El Tornillo')}`;
}

async function createInvitation(): Promise<string> {
  return `/club-staff-users/manage/${await inviteStaff(clubId(0))}`;
}

/** Answers as if the camera were on air with an encoder that needs advice. */
async function mockOnAir(page: Page): Promise<void> {
  const health = {
    state: 'STARVING',
    width: 960,
    height: 540,
    framerate: 24.9,
    encoder: 'Larix/1.3',
    videoBitrate: 2_400_000,
    audioBitrate: 96_000,
    keyframeInterval: 8,
    advice: [
      { level: 'problem', text: 'Pon el intervalo de fotogramas clave en 2 s' },
      { level: 'hint', text: 'Emite a 1280 × 720 o más: en una tele se notará' },
    ],
  };
  await page.route(/\/api\/live\/cameras\/\w+$/, async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    await route.fulfill({ response, json: { ...rest, data: { ...data, isLive: true } } });
  });
  await page.route(/\/api\/live\/cameras\/\w+\/health$/, (route) => route.fulfill({ json: { data: { health } } }));
}

/** Answers as for a recording with many views, some complete, all including the goal. */
async function mockViews(page: Page): Promise<void> {
  const parts = Array.from({ length: 100 }, (_, part) =>
    Math.round(120 - 0.7 * part + (part > 55 && part < 62 ? 60 : 0) + 6 * Math.sin(part / 3)),
  );
  const audience = { uniqueViewers: 143, plays: 210, livePeak: 96, parts };
  await page.route(/\/audience$/, (route) => route.fulfill({ json: { data: { audience } } }));
}
