/** Pictures of two products side by side, before and after; small enough to be stored in the repository. */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { demoAccounts, root } from '../../../infra/local/config.ts';
import { foldText } from '../../../shared/domain/fold-text.ts';
import { filmMatch, phoneSights } from './phone-sights.ts';
import type { Sight } from './sight.ts';
import { callApi, leave, startBrowser, visit, waitUntilIdle } from './visit.ts';

const folder = join(root, 'web/docs/pairs');
const [phone, desktop, wide] = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

const all = [phone, desktop, wide];
/** Finds the latest football match with a recording, and its video, not its summary. */
async function findRecorded(address: string): Promise<{ id: string; sportEventId: string }> {
  const { vods } = await callApi<{ vods: { id: string; sportEventId: string; title: string }[] }>(
    address,
    '/vods?sport=SOCCER',
  );
  const found = vods.find(({ title }) => !title.startsWith('Resumen'));
  if (!found) throw new Error(`${address} has no football recording`);
  return found;
}
const firstVod = async (address: string) => `/vods/${(await findRecorded(address)).id}`;
const playedMatch = async (address: string) => `/evento/${(await findRecorded(address)).sportEventId}`;
const someClub = async (address: string) =>
  `/club/${(await callApi<{ clubs: { id: string }[] }>(address, '/clubs')).clubs[0]?.id}`;
const someClip = async (address: string) => {
  const { sportEventId } = await findRecorded(address);
  const { clips } = await callApi<{ clips: { id: string }[] }>(address, `/sportevents/${sportEventId}/clips`);
  if (!clips[0]) throw new Error(`${address} has no public clip`);
  return `/clip/${clips[0].id}`;
};
const largestCompetition = async (address: string) => {
  const { competitions } = await callApi<{ competitions: { slug: string; matches: number }[] }>(
    address,
    '/competitions',
  );
  const [largest] = competitions.sort((a, b) => b.matches - a.matches);
  return `/competiciones/${largest?.slug}`;
};
const { admin, subscriber } = demoAccounts;

/** Repeats a picture in both themes; the light one without the television. */
const inBothThemes = (sight: Omit<Sight, 'sizes'>): Sight[] => [
  { ...sight, sizes: all },
  { ...sight, name: `${sight.name} en claro`, sizes: [phone, desktop], options: { colorScheme: 'light' } },
];

const sights: Sight[] = [
  { name: 'Portada', path: '/', sizes: all },
  ...inBothThemes({ name: 'Inicio', path: '/home' }),
  ...inBothThemes({ name: 'Fútbol', path: '/futbol' }),
  ...inBothThemes({ name: 'Resultados', path: '/futbol?cuando=resultados', isNew: true }),
  { name: 'Clasificaciones', path: '/futbol?cuando=clasificacion', sizes: all, isNew: true },
  { name: 'Calendario', path: '/calendario', sizes: all },
  ...inBothThemes({ name: 'Partido', path: playedMatch }),
  { name: 'Partido de un abonado', path: playedMatch, email: subscriber, sizes: all },
  ...inBothThemes({ name: 'Clip', path: someClip }),
  ...inBothThemes({ name: 'Acta', path: async (address) => `${await playedMatch(address)}/acta`, isNew: true }),
  ...inBothThemes({ name: 'Clasificación', path: largestCompetition, isNew: true }),
  { name: 'Buscar', path: '/buscar?texto=cadete', sizes: all, isNew: true },
  { name: 'Muro de pago', path: firstVod, sizes: all },
  { name: 'Hoja de compra', path: async (address) => `${await firstVod(address)}#comprar`, sizes: all },
  { name: 'Ver un video', path: firstVod, email: subscriber, sizes: all },
  ...inBothThemes({ name: 'Club', path: someClub }),
  { name: 'Mi cuenta', path: '/profile', email: subscriber, sizes: all },
  ...inBothThemes({ name: 'Hoy', path: '/hoy', email: admin, isNew: true }),
  { name: 'Eventos', path: '/sportevents/manage', email: admin, sizes: all },
  { name: 'Crear un partido', path: '/sportevents/create', email: admin, sizes: [phone, desktop], isNew: true },
  {
    name: 'Mesa',
    path: async (address) => (await playedMatch(address)).replace('evento', 'mesa'),
    email: admin,
    sizes: [phone, desktop],
  },
  { name: '404', path: '/no-existe', sizes: all },
  { name: 'Gestión de videos', path: '/vods/manage', email: admin, sizes: all },
  {
    name: 'Cámara',
    path: '/cameras/manage',
    email: admin,
    sizes: all,
    act: async (page) => {
      await page.getByRole('list', { name: 'Cámaras' }).getByRole('link').first().click();
      await page.getByLabel('Clave de emisión').first().waitFor();
    },
  },
  { name: 'Colores del sistema', path: '/calendario', sizes: [desktop], options: { forcedColors: 'active' } },
  {
    name: 'Texto al 200 %',
    path: '/futbol',
    sizes: [phone],
    act: (page) => page.addStyleTag({ content: ':root{font-size:200%}' }),
  },
  { name: 'Móvil tumbado', path: '/home', sizes: [{ width: 844, height: 390 }] },
  { name: 'Televisión', path: '/home', sizes: [wide], options: { hasTouch: true, isMobile: true } },
  // Last, because their lives show on other screens.
  ...phoneSights,
];

/**
 * `before` and `after` are addresses of running products; without `before`, each stored picture keeps its left half.
 * `wanted` is a part of the names to be photographed again.
 */
export async function photographPairs(before: string | undefined, after: string, wanted = ''): Promise<string> {
  if (before && !wanted) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const browser = await startBrowser(await filmMatch());
  const rows: string[] = [];
  try {
    for (const sight of sights) {
      for (const size of sight.sizes) {
        const name = `${slug(sight.name)}-${size.width}.webp`;
        rows.push(`| ${sight.name} | ${size.width} × ${size.height} | ![${sight.name}](pairs/${name}) |`);
        if (!name.includes(wanted)) continue;
        const former = before
          ? !sight.isNew && (await picture(browser, before, sight, size))
          : await cutLeftHalf(join(folder, name));
        const pictures = [former || undefined, await picture(browser, after, sight, size)];
        await sharp(await joinSideBySide(pictures))
          .webp({ quality: 42, effort: 6 })
          .toFile(join(folder, name));
        console.log(name);
      }
    }
  } finally {
    await browser.close();
  }
  const sheet = join(folder, '../screens.md');
  await writeFile(
    sheet,
    [
      '# Screens before and after',
      '',
      'Before (left) and after (right; alone where the screen is new), made by',
      '`npm run screens -- --before … --after …`.',
      '',
    ]
      .concat('| screen | size | |', '|---|---|---|', rows, '')
      .join('\n'),
  );
  return sheet;
}

async function picture(browser: Browser, address: string, sight: Sight, viewport: Sight['sizes'][number]) {
  const { path, email, options, act } = sight;
  const isPhone = viewport.width === phone?.width;
  const page = await visit(browser, address, { viewport, email, isMobile: isPhone, hasTouch: isPhone, ...options });
  await page.goto(typeof path === 'string' ? path : await path(address));
  await waitUntilIdle(page);
  if (act) {
    await act(page);
    await waitUntilIdle(page);
  }
  const shot = await page.screenshot({ animations: 'disabled' });
  await leave(page);
  return sharp(shot)
    .resize({ width: isPhone ? 240 : 480 })
    .toBuffer();
}

/** Width of the gap between the two pictures of a pair. */
const gap = 12;

/** Returns undefined if the pair is new. */
async function cutLeftHalf(path: string): Promise<Buffer | undefined> {
  if (!existsSync(path)) return undefined;
  const { width, height } = await sharp(path).metadata();
  return sharp(path)
    .extract({ left: 0, top: 0, width: (width - gap) / 2, height })
    .png()
    .toBuffer();
}

async function joinSideBySide(pictures: (Buffer | undefined)[]): Promise<Buffer> {
  const taken = pictures.filter((one) => one !== undefined);
  const sizes = await Promise.all(taken.map((one) => sharp(one).metadata()));
  const [width, height] = [Math.max(...sizes.map((one) => one.width)), Math.max(...sizes.map((one) => one.height))];
  return sharp({ create: { width: 2 * width + gap, height, channels: 3, background: '#888' } })
    .composite(pictures.flatMap((input, index) => (input ? [{ input, top: 0, left: index * (width + gap) }] : [])))
    .png()
    .toBuffer();
}

const slug = (name: string) =>
  foldText(name)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-');
