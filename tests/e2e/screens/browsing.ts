/** Screens where visitors and viewers find a match: home, lists, calendar, clubs. */
import type { Page } from '@playwright/test';
import { toSeedId } from '../../../infra/local/seed/steps.ts';
import { addresses, clubId, createEvent, createPublicClip } from '../support/platform.ts';
import { mockLives } from './lives.ts';
import { failure, listStates, loading, missing, type Screen } from './screen.ts';

export const browsingScreens: Screen[] = [
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
  // A link from a purchase to a match without a video.
  {
    name: 'soccer-bought',
    path: async () => {
      await createEvent({ title: 'Semifinal sin video' });
      return '/futbol?search=Semifinal+sin+video';
    },
    shows: 'Semifinal sin video',
  },
  { name: 'soccer-no-match', path: '/futbol?search=nada+de+nada', shows: 'No hay resultados disponibles' },
  {
    name: 'soccer-club-suggestions',
    path: '/futbol',
    shows: 'Fútbol',
    act: async (page) => {
      await page.getByRole('button', { name: /^Filtros/ }).click();
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
    act: (page) => page.getByRole('button', { name: 'Añadir a mi calendario' }).click(),
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
  { name: 'soccer-results', path: '/futbol?cuando=resultados', shows: 'Liga de la Vega' },
  { name: 'soccer-tables', path: '/futbol?cuando=clasificacion', shows: 'Liga de la Vega' },
  { name: 'search-start', path: '/buscar', shows: 'Busca en todo Cantera TV' },
  { name: 'search', path: '/buscar?texto=norte', shows: 'Atlético Norte' },
  { name: 'search-nothing', path: '/buscar?texto=nada%20de%20nada', shows: 'No hay nada con «nada de nada»' },
  { name: 'competitions', path: '/competiciones', shows: 'Liga de la Vega' },
  {
    name: 'competition',
    path: '/competiciones',
    shows: 'Liga de la Vega',
    act: async (page) => {
      await page
        .getByRole('link', { name: /Liga de la Vega/ })
        .first()
        .click();
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
];

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
