/** URLs of share pictures: landscape for link previews, portrait for posts. */

/** `wide` is 1200 × 630, `upright` 1080 × 1350. */
export type PictureFormat = 'wide' | 'upright';

const endings: Record<PictureFormat, string> = { wide: '', upright: '-vertical' };

/** `/vods/01J…` → `vods_01J…`; paths contain no underscores. */
const encodePath = (path: string) => path.replace(/^\/|\/$/g, '').replaceAll('/', '_');

export const toPicturedPath = (page: string): string => `/${page.replaceAll('_', '/')}`;

export const sharePicture = (path: string, version: string, format: PictureFormat = 'wide'): string =>
  `share/${encodePath(path)}/${version}${endings[format]}.jpg`;

export const parsePictureFormat = (file: string): PictureFormat =>
  file.endsWith(`${endings.upright}.jpg`) ? 'upright' : 'wide';
