/** A volunteer's broadcast in each of its states, on a match to come of its own each time, so that none disturbs another. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { demoAccounts } from '../../../infra/local/config.ts';
import { runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { demoFilms } from '../../../infra/local/seed/films.ts';
import type { Sight } from './sight.ts';
import { callApi } from './visit.ts';

const [upright, lying, computer] = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
];

let photographed = 0;

async function nextMatch(address: string): Promise<string> {
  const { sportEvents } = await callApi<{ sportEvents: { id: string }[] }>(address, '/sportevents');
  const match = sportEvents[photographed % sportEvents.length];
  photographed += 1;
  return `/emitir/${match?.id}`;
}

const common = {
  path: nextMatch,
  email: demoAccounts.admin,
  sizes: [upright, lying],
  options: { permissions: ['camera', 'microphone'] },
  isNew: true as const,
};

export const phoneSights: Sight[] = [
  { ...common, name: 'Emite desde aquí', sizes: [upright, lying, computer] },
  { ...common, name: 'Emite desde aquí, antes del directo', act: openCamera },
  { ...common, name: 'Emite desde aquí, en directo', act: goLive },
  // Two phones on one machine: once is enough.
  { ...common, name: 'Emite desde aquí, en reserva', sizes: [upright], act: goLiveInReserve },
  { ...common, name: 'Emite desde aquí, sin conexión', act: loseLine },
  { ...common, name: 'Emite desde aquí, terminada', act: end },
];

/** Arguments of a browser whose camera films a match. */
export async function filmMatch(): Promise<string[]> {
  const film = join(await mkdtemp(join(tmpdir(), 'cantera-film-')), 'match.mjpeg');
  const match = demoFilms.find(({ sport }) => sport === 'SOCCER');
  await runFfmpeg(['-i', `${match?.path}`, '-t', '12', '-an', '-r', '12', '-vf', 'scale=1280:720', '-q:v', '4', film]);
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ];
}

async function openCamera(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Activar la cámara' }).click();
  await page.getByText(/^\d+,\d Mb\/s$/).waitFor();
}

async function goLive(page: Page): Promise<void> {
  await openCamera(page);
  await page.getByRole('button', { name: 'Emitir en directo' }).click();
  await page.getByText(/^EN (DIRECTO|RESERVA) \d/).waitFor();
  await page.waitForTimeout(8_000);
}

async function goLiveInReserve(page: Page): Promise<void> {
  const context = await page.context().browser()?.newContext(common.options);
  // Its storage names the phone; the login is in the cookies.
  await context?.addCookies(await page.context().cookies());
  const other = await context?.newPage();
  await other?.goto(page.url());
  if (other) await goLive(other);
  await goLive(page);
  // The response to a segment's report says whether viewers see the phone.
  await page.getByText(/^EN RESERVA \d/).waitFor({ timeout: 90_000 });
  await context?.close();
}

async function loseLine(page: Page): Promise<void> {
  await goLive(page);
  await page.context().setOffline(true);
  await page.getByText(/^Sin conexión: se sigue grabando/).waitFor();
  await page.waitForTimeout(15_000);
}

async function end(page: Page): Promise<void> {
  await goLive(page);
  await page.getByRole('button', { name: 'Terminar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Terminar' }).click();
  await page.getByText('Todo subido', { exact: true }).waitFor();
}
