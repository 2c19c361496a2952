/** The addresses of a page's pictures: for previews of its link, and upright to be posted. Row E-SHARE-2. */

/** `wide` is 1200 × 630, `upright` 1080 × 1350. */
export type PictureFormat = 'wide' | 'upright';

/** Its files are known by how their names end. */
const endings: Record<PictureFormat, string> = { wide: '', upright: '-vertical' };

/** `/vods/01J…` → `vods_01J…`; an address holds no underscore of its own. */
const nameOfPage = (path: string) => path.replace(/^\/|\/$/g, '').replaceAll('/', '_');

export const toPicturedPath = (page: string): string => `/${page.replaceAll('_', '/')}`;

export const sharePicture = (path: string, version: string, format: PictureFormat = 'wide'): string =>
  `share/${nameOfPage(path)}/${version}${endings[format]}.jpg`;

export const parsePictureFormat = (file: string): PictureFormat =>
  file.endsWith(`${endings.upright}.jpg`) ? 'upright' : 'wide';
