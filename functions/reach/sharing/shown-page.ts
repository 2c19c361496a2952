/** Facts about a public page, and the page built from them. */
import { mediaUrl } from '../../platform/aws/addresses.ts';
import { findEmbedOfPath } from '../embeds/embed-routes.ts';
import { type Preview, toPreviewKey } from '../previews/rules.ts';
import type { Page } from './head.ts';
import type { DescribedPage, Thing } from './structured-data.ts';

interface ShownPage extends DescribedPage {
  preview: Preview;
  /** The picture in place of the player. */
  thumbnail: string | null;
}

export const createShown = (
  origin: string,
  path: string,
  title: string,
  description: string,
  thumbnail: string | null,
  preview: Preview,
): ShownPage => ({
  origin,
  path,
  title,
  description,
  images: [thumbnail ?? mediaUrl(toPreviewKey(path, preview))],
  preview,
  thumbnail,
});

export const toPage = (
  { path, title, description, preview, thumbnail }: ShownPage,
  type: Page['type'],
  things: Thing[],
): Page => ({
  path,
  ...(type === 'video.other' && thumbnail && { hero: thumbnail }),
  ...(findEmbedOfPath(path) && { embeds: true as const }),
  title,
  description,
  type,
  things,
  preview,
  previewPath: path,
});
