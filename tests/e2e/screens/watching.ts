/** Screens where visitors and viewers watch: editorial videos, matches, recordings, lives. */
import type { Page } from '@playwright/test';
import { toSeedId } from '../../../infra/local/seed/steps.ts';
import {
  addMoment,
  clubId,
  contentVideos,
  createAd,
  createClub,
  createEvent,
  createPlayedMatch,
  createRecording,
  createVodClip,
  vods,
} from '../support/platform.ts';
import { mockLives } from './lives.ts';
import { failure, loading, missing, type Screen } from './screen.ts';

export const watchingScreens: Screen[] = [
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
  { name: 'content-video', path: findContentVideo, shows: 'Así se prepara un derbi de cadetes', act: waitForPicture },
  {
    name: 'content-video-viewer',
    who: 'REGULAR_BASIC',
    path: findContentVideo,
    shows: 'Mi lista',
    act: waitForPicture,
  },
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
  { name: 'event-to-come', path: createComingEvent, shows: 'Todavía no hay videos' },
  {
    name: 'event-clips',
    path: async () => `${await createMatchWithClips()}?ver=clips`,
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
    path: createMatchWithClips,
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
    path: createRecordingWithMoments,
    shows: 'Momentos',
    act: waitForPicture,
  },
  { name: 'vod-ad', who: 'REGULAR_SUBSCRIBER', path: createRecordingWithAd, shows: /Podrás saltarlo|Saltar anuncio/ },
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

/** Creates a recording, since other tests change the demo recordings. */
async function createOwnRecording(): Promise<string> {
  return `/vods/${await createRecording(clubId(2), 'Rivera CF – León de Alcor')}`;
}

async function createRecordingWithMoments(): Promise<string> {
  const id = await createRecording(clubId(2), 'Rivera CF – León de Alcor');
  const labels = ['Gol de Rocío, de falta', 'Paradón de Nerea', 'Gol de Vera en el descuento'];
  for (const [index, label] of labels.entries())
    await addMoment({ vodId: id, timestampMs: 2000 + 4000 * index, label });
  return `/vods/${id}`;
}

async function createRecordingWithAd(): Promise<string> {
  const sponsored = await createClub('CD Anunciado');
  await createAd(sponsored, 'Ferretería El Tornillo');
  return `/vods/${await createRecording(sponsored, 'CD Anunciado – Rivera CF')}`;
}

async function findContentVideo(): Promise<string> {
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

async function createMatchWithClips(): Promise<string> {
  const { path, vodId, clubIds } = await createPlayedMatch();
  const titles = ['Gol de Rocío, de falta', 'Paradón de Nerea', 'Gol de Vera en el descuento', 'La jugada de la tarde'];
  for (const [index, title] of titles.entries())
    await createVodClip(vodId, { clubId: clubIds[index % 2] ?? '', title, start: 2 + index });
  return path;
}

async function createComingEvent(): Promise<string> {
  const start = Date.now() + 26 * 3_600_000;
  const match = await createEvent({
    title: 'CD Sauce – Rivera CF',
    clubIds: [clubId(0), clubId(2)],
    scheduledStartDate: new Date(start).toISOString(),
    scheduledFinishDate: new Date(start + 7_200_000).toISOString(),
  });
  return `/evento/${match.id}`;
}
