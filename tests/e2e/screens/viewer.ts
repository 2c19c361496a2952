/** Screens of visitors and viewers: finding a match, watching it, contact. */
import type { Page } from '@playwright/test';
import { toSeedId } from '../../../infra/local/seed/steps.ts';
import type { Playback } from '../../../shared/domain/playback-grant.ts';
import {
  addMoment,
  addresses,
  clubId,
  contentVideos,
  createAd,
  createClub,
  createEvent,
  createPlayedMatch,
  createPublicClip,
  createRecording,
  createVodClip,
  vods,
} from '../support/platform.ts';
import { failure, listStates, loading, type Screen } from './screen.ts';

const missing = 999;

export const viewerScreens: Screen[] = [
  {
    name: 'landing',
    path: '/',
    shows: 'La tele de los que empiezan',
    states: { empty: 'La tele de los que empiezan', long: true, error: 'La tele de los que empiezan' },
  },
  {
    name: 'contact-form-errors',
    path: '/#contacto',
    shows: 'Hablemos',
    act: (page) => page.getByRole('button', { name: 'Enviar mensaje' }).click(),
  },
  {
    name: 'home',
    path: '/home',
    shows: 'Contenido',
    states: { empty: 'Pronto habrá partidos aquí.', long: true, error: failure, loading },
  },
  { name: 'home-live', path: '/home', shows: 'La Supercopa, en directo', before: mockLives },
  { name: 'home-purchase-banner', path: '/home?showPurchaseBanner=true', shows: /cómpralo por/ },
  {
    name: 'home-viewer',
    who: 'REGULAR_SUBSCRIBER',
    path: '/home',
    shows: 'Recomendado para ti',
    states: { empty: 'Pronto habrá partidos aquí.', long: true, error: failure, loading },
  },
  { name: 'home-shelves', who: 'REGULAR_BASIC', path: '/home', shows: 'Sigue viendo', before: fillShelves },
  {
    name: 'family-matches',
    who: 'REGULAR_BASIC',
    path: '/mis-partidos',
    shows: 'Mis partidos de familia',
    states: { empty: 'Todavía no hay partidos', error: failure, loading },
  },
  { name: 'family-invitation-missing', path: '/familias/codigo-que-no-existe', shows: 'Este enlace ya no vale' },
  {
    name: 'my-list',
    who: 'REGULAR_BASIC',
    path: '/mi-lista',
    shows: 'En mi lista',
    states: listStates({ empty: 'Todavía no has guardado nada' }),
    before: fillShelves,
  },
  {
    name: 'my-team',
    path: '/mi-equipo',
    shows: 'Cambiar mis clubes',
    states: { long: true, error: failure, loading },
    before: (page) =>
      page.addInitScript((id) => localStorage.setItem('cantera:my-clubs', JSON.stringify([id])), clubId(0)),
  },
  {
    name: 'my-team-choice',
    path: '/mi-equipo',
    // This club is first in alphabetical order: other tests create clubs, and a page holds twelve.
    shows: 'Atlético Norte',
    states: listStates({ empty: 'No hay clubes disponibles' }),
  },
  { name: 'soccer', path: '/futbol', shows: 'Fútbol', states: listStates() },
  {
    name: 'clip',
    path: async () => `/clip/${await createPublicClip('CD Recorte', 'Golazo desde la frontal')}`,
    shows: 'Enviar por WhatsApp',
    states: { long: true, error: failure, loading },
  },
  { name: 'soccer-no-match', path: '/futbol?search=nada+de+nada', shows: 'No hay resultados disponibles' },
  {
    name: 'soccer-club-suggestions',
    path: '/futbol',
    shows: 'Fútbol',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Filtrar por clubes' }).fill('u');
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'basket', path: '/baloncesto', shows: 'Baloncesto' },
  { name: 'calendar', path: '/calendario', shows: 'Calendario', states: { empty: true, long: true, error: failure } },
  { name: 'calendar-admin', who: 'ADMIN', path: '/calendario', shows: 'Calendario' },
  {
    name: 'calendar-subscribe',
    path: '/calendario',
    shows: 'Calendario',
    act: (page) => page.getByRole('button', { name: 'A mi calendario' }).click(),
  },
  {
    name: 'calendar-day',
    path: createCalendarDay,
    shows: 'Calendario',
    act: async (page) => {
      await page
        .getByRole('button', { name: /7 de marzo/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'calendar-found',
    path: '/calendario?calendar-search-query=e',
    shows: 'Eventos encontrados',
    states: listStates({ empty: 'No hay eventos disponibles' }),
  },
  { name: 'search', path: '/buscar?texto=norte', shows: 'Atlético Norte' },
  { name: 'search-nothing', path: '/buscar?texto=nada%20de%20nada', shows: 'No hay nada con «nada de nada»' },
  { name: 'competitions', path: '/competiciones', shows: 'Liga de la Vega' },
  {
    name: 'competition',
    path: '/competiciones',
    shows: 'Liga de la Vega',
    act: async (page) => {
      const league = page.getByRole('list', { name: 'Categorías de Liga de la Vega' });
      await league.getByRole('link').first().click();
      await page.getByRole('table').waitFor();
    },
  },
  { name: 'competition-missing', path: '/competiciones/ninguna', shows: 'Competición no encontrada' },
  {
    name: 'clubs',
    path: '/clubes',
    // The first in alphabetical order, as for 'my-team-choice'.
    shows: 'Atlético Norte',
    states: listStates({ empty: 'No hay clubes disponibles' }),
  },
  {
    name: 'clubs-no-match',
    path: '/clubes',
    shows: 'Atlético Norte',
    act: async (page) => {
      await page.getByRole('searchbox', { name: 'Buscar clubes' }).fill('nada de nada');
      await page.getByText('No se encontraron clubes').waitFor();
    },
  },
  { name: 'club', path: `/club/${clubId(0)}`, shows: 'Club Oficial', states: listStates() },
  { name: 'club-viewer', who: 'REGULAR_BASIC', path: `/club/${clubId(0)}`, shows: 'Añadir a favoritos' },
  { name: 'club-missing', path: `/club/${toSeedId('C', missing)}`, shows: 'Club no encontrado' },
  {
    name: 'content',
    path: '/contenido',
    shows: 'Contenido',
    states: { empty: 'No hay categorías disponibles.', long: true, error: failure, loading },
  },
  {
    name: 'content-category',
    path: '/contenido/categoria?categoryId=1',
    shows: 'Todas las categorías',
    states: { long: true, error: failure, loading },
  },
  { name: 'content-category-missing', path: '/contenido/categoria?categoryId=77', shows: 'Ver todo el contenido' },
  { name: 'content-video', path: contentVideo, shows: 'Así se prepara un derbi de cadetes', act: waitForPicture },
  { name: 'content-video-viewer', who: 'REGULAR_BASIC', path: contentVideo, shows: 'Mi lista', act: waitForPicture },
  {
    name: 'event',
    path: createEventWithVideo,
    shows: 'Videos del Evento',
    states: { empty: 'Todavía no hay videos', long: true, error: failure, loading },
  },
  {
    name: 'event-public',
    path: () => createEventWithVideo({ isPublic: true }),
    shows: 'Videos del Evento',
    act: waitForPicture,
  },
  { name: 'event-to-come', path: comingEvent, shows: 'Todavía no hay videos' },
  {
    name: 'event-clips',
    path: async () => `${await matchWithClips()}?ver=clips`,
    shows: 'La jugada de la tarde',
    states: { empty: 'Todavía no hay videos', long: true, error: failure, loading },
  },
  {
    name: 'event-data',
    path: async () => `${(await createPlayedMatch()).path}?ver=datos`,
    shows: 'Cómo fue',
    states: { long: true, error: failure, loading },
  },
  {
    name: 'match-report',
    path: async () => `/evento/${(await createPlayedMatch()).id}/acta`,
    shows: 'Acta del partido',
    states: { long: true, error: failure, loading },
  },
  {
    name: 'event-moments',
    who: 'REGULAR_SUBSCRIBER',
    path: matchWithClips,
    shows: 'Gol de Rocío, de falta',
    act: waitForPicture,
  },
  { name: 'event-missing', path: `/evento/${toSeedId('E', missing)}`, shows: 'Evento no encontrado' },
  {
    name: 'vod-plans',
    path: createOwnRecording,
    shows: 'Elige una de las siguientes opciones',
    states: { long: true, error: failure, loading },
  },
  {
    name: 'vod-payment-waiting',
    who: 'REGULAR_BASIC',
    path: async () => `${await createOwnRecording()}?payment=success`,
    shows: 'Estamos esperando la confirmación de tu pago',
    before: markAsPaying,
  },
  {
    name: 'vod-payment-late',
    who: 'REGULAR_BASIC',
    path: async () => `${await createOwnRecording()}?payment=success`,
    shows: 'Estamos esperando la confirmación de tu pago',
    before: async (page) => {
      await page.clock.install();
      await markAsPaying(page);
    },
    act: async (page) => {
      const late = page.getByText('Tu pago todavía no ha llegado');
      while (!(await late.isVisible())) await page.clock.fastForward(2_000);
    },
  },
  {
    name: 'vod-playing',
    who: 'REGULAR_SUBSCRIBER',
    path: createOwnRecording,
    shows: 'Clubes participantes',
    act: waitForPicture,
  },
  {
    name: 'vod-settings',
    who: 'REGULAR_SUBSCRIBER',
    path: createOwnRecording,
    shows: 'Clubes participantes',
    act: async (page) => {
      await waitForPicture(page);
      await page.getByRole('button', { name: /ajustes/i }).click();
    },
  },
  {
    name: 'vod-player-failure',
    who: 'REGULAR_SUBSCRIBER',
    path: createOwnRecording,
    shows: 'Error al cargar el video',
    before: (page) => page.route('**/hls/index.m3u8*', (route) => route.fulfill({ status: 500 })),
  },
  {
    name: 'live-offline',
    path: '/live/campo-municipal',
    shows: /La emisión no está disponible|Elige una de las siguientes opciones/,
    states: { long: true, error: failure, loading },
  },
  { name: 'live-plans', path: '/live/supercopa', shows: /34 personas viéndolo/, before: mockLives },
  {
    name: 'live-delayed',
    who: 'REGULAR_SUBSCRIBER',
    path: '/live/supercopa',
    shows: 'La imagen llega con cerca de un minuto de retraso',
    before: (page) => mockLives(page, { granted: true, reason: 'SUBSCRIPTION', url: '/live.m3u8', delayedUrl: null }),
  },
  {
    name: 'vod-share',
    who: 'REGULAR_SUBSCRIBER',
    path: async () => `${await createOwnRecording()}?t=5`,
    shows: 'Clubes participantes',
    act: async (page) => {
      await waitForPicture(page);
      await page.getByRole('button', { name: 'Compartir' }).click();
      await page.getByRole('heading', { name: 'Imagen para redes' }).waitFor();
    },
  },
  {
    name: 'vod-moments',
    who: 'REGULAR_SUBSCRIBER',
    path: recordingWithMoments,
    shows: 'Momentos',
    act: waitForPicture,
  },
  {
    name: 'vod-ad',
    who: 'REGULAR_SUBSCRIBER',
    path: recordingWithAd,
    shows: /Podrás saltarlo|Saltar anuncio/,
  },
  {
    name: 'contact',
    path: '/contact/teams',
    shows: 'Contactar Equipos',
    act: (page) => page.getByLabel('Nombre').fill('Ana'),
  },
  { name: 'newsletter-confirm', path: '/boletin/confirmar?token=no', shows: true },
  { name: 'newsletter-leave', path: '/boletin/baja?token=no', shows: '¿Quieres darte de baja?' },
  { name: 'alerts-leave', path: '/avisos/baja?token=no', shows: '¿Dejamos de enviarte avisos por correo?' },
  { name: 'follow-matter-unknown', path: '/aviso#no', shows: 'Tu aviso' },
  { name: 'objection', path: '/imagenes-de-menores', shows: 'Enviar aviso' },
  { name: 'report', path: '/denunciar?pagina=/evento/1&segundo=61', shows: 'Enviar denuncia' },
  { name: 'legal-notice', path: '/aviso-legal', shows: true },
  { name: 'cookies', path: '/cookies', shows: true },
  { name: 'privacy', path: '/privacidad', shows: true },
  { name: 'document', path: '/documento/condiciones-compra', shows: true },
  { name: 'not-found', path: '/404', shows: true },
  {
    name: 'menu',
    path: '/home',
    shows: 'Contenido',
    only: 'phone',
    act: (page) => page.getByRole('button', { name: 'Abrir menú' }).click(),
  },
  {
    name: 'menu-viewer',
    who: 'REGULAR_SUBSCRIBER',
    path: '/home',
    shows: 'Contenido',
    only: 'phone',
    act: (page) => page.getByRole('button', { name: 'Abrir menú' }).click(),
  },
];

async function waitForPicture(page: Page): Promise<void> {
  await page.locator('video').first().waitFor();
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
}

/** Marks the tab as coming back from the payment page. */
async function markAsPaying(page: Page): Promise<void> {
  await page.addInitScript(() =>
    localStorage.setItem('cantera-paying', JSON.stringify({ at: Date.now(), returnPath: '/home' })),
  );
}

/** Puts recordings and content videos on the user's shelves, some begun and some saved. */
async function fillShelves(page: Page): Promise<void> {
  const [session] = (await page.context().cookies()).filter(({ name }) => name === 'cantera-session');
  const { token } = JSON.parse(decodeURIComponent(session?.value ?? '')) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const put = (path: string, data = {}) => page.request.put(`${addresses.api}/users/me/${path}`, { headers, data });
  const videos = [`vods/${toSeedId('V', 5)}`, `contentvideos/${toSeedId('N', 2)}`, `vods/${toSeedId('V', 6)}`];
  for (const [index, video] of videos.entries()) {
    await put(`list/${video}`);
    await put(`progress/${video}`, { position: 10 + index });
  }
  await put(`list/contentvideos/${toSeedId('N', 4)}`);
}

/** Answers with two lives, one of them of the tournament featured on the home page. */
async function mockLives(page: Page, playback: Playback = { granted: false, reason: 'LOGIN_REQUIRED' }): Promise<void> {
  const live = (slug: string, title: string) => ({
    ...{ slug, title, summary: 'Semifinal, en el Campo Municipal.', thumbnail: null, isLive: true, status: 'ONLINE' },
    ...{ sport: 'SOCCER', sportEventId: null, clubs: [], startedAt: new Date().toISOString() },
  });
  const lives = [live('supercopa', 'CD Sauce – León de Alcor'), live('campo', 'Pinar UD – Rivera CF')];
  await page.route(/\/api\/liveusers(\?|$)/, (route) => route.fulfill({ json: { data: { liveUsers: lives } } }));
  const liveUser = { ...lives[0], sportEvent: null, viewers: 34, playback };
  await page.route('**/api/liveusers/supercopa', (route) => route.fulfill({ json: { data: { liveUser } } }));
}

/** Creates a recording, since other tests change the demo recordings. */
async function createOwnRecording(): Promise<string> {
  return `/vods/${await createRecording(clubId(2), 'Rivera CF – León de Alcor')}`;
}

async function recordingWithMoments(): Promise<string> {
  const id = await createRecording(clubId(2), 'Rivera CF – León de Alcor');
  const labels = ['Gol de Rocío, de falta', 'Paradón de Nerea', 'Gol de Vera en el descuento'];
  for (const [index, label] of labels.entries())
    await addMoment({ vodId: id, timestampMs: 2000 + 4000 * index, label });
  return `/vods/${id}`;
}

async function recordingWithAd(): Promise<string> {
  const sponsored = await createClub('CD Anunciado');
  await createAd(sponsored, 'Ferretería El Tornillo');
  return `/vods/${await createRecording(sponsored, 'CD Anunciado – Rivera CF')}`;
}

async function contentVideo(): Promise<string> {
  const video = await contentVideos.get(toSeedId('N', 0));
  return `/content/${video?.categoryId}/videos/${video?.id}`;
}

/** Creates a match with a recording, its clubs and a summary. */
async function createEventWithVideo({ isPublic = false } = {}): Promise<string> {
  const start = Date.now() - 86_400_000;
  const match = await createEvent({
    state: 'FINISHED',
    scheduledStartDate: new Date(start).toISOString(),
    scheduledFinishDate: new Date(start + 7_200_000).toISOString(),
    title: 'Final de copa juvenil',
    summary: 'Los dos mejores de la liga, a partido único.',
    clubIds: [clubId(2), clubId(3)],
    isPublic,
  });
  const id = await createRecording(clubId(2), 'Final de copa juvenil');
  await vods.change(id, (vod) => ({ ...vod, sportEventId: match.id }));
  return `/evento/${match.id}`;
}

async function matchWithClips(): Promise<string> {
  const { path, vodId, clubIds } = await createPlayedMatch();
  const titles = ['Gol de Rocío, de falta', 'Paradón de Nerea', 'Gol de Vera en el descuento', 'La jugada de la tarde'];
  for (const [index, title] of titles.entries())
    await createVodClip(vodId, { clubId: clubIds[index % 2] ?? '', title, start: 2 + index });
  return path;
}

async function comingEvent(): Promise<string> {
  const start = Date.now() + 26 * 3_600_000;
  const match = await createEvent({
    title: 'CD Sauce – Rivera CF',
    clubIds: [clubId(0), clubId(2)],
    scheduledStartDate: new Date(start).toISOString(),
    scheduledFinishDate: new Date(start + 7_200_000).toISOString(),
  });
  return `/evento/${match.id}`;
}

/** Creates five matches on a day of March in a year without others; returns the calendar's address. */
async function createCalendarDay(): Promise<string> {
  for (let hour = 9; hour < 14; hour += 1) {
    await createEvent({
      title: `Partido de las ${hour} en el Campo Municipal de la Vega`,
      clubIds: [clubId(0), clubId(1), clubId(2), clubId(3), clubId(4)],
      scheduledStartDate: `2029-03-07T${String(hour).padStart(2, '0')}:00:00.000Z`,
      scheduledFinishDate: `2029-03-07T${hour + 2}:00:00.000Z`,
    });
  }
  return '/calendario?calendar-current-date=2029-03-07';
}
