/**
 * A picture as wide as the page or the player. Phones load its small copy, 720 instead of 1,280 pixels wide, with a
 * fifth of the bytes.
 */
import type { ComponentProps } from 'react';
import { smallScreen, toCardPicture } from '../../shared/domain/media-address.ts';

export function WidePicture({ src, ...image }: ComponentProps<'img'> & { src: string }) {
  return (
    <picture className="contents">
      <source media={smallScreen} srcSet={toCardPicture(src)} />
      {/* biome-ignore lint/a11y/useAltText: callers pass it. */}
      <img src={src} {...image} />
    </picture>
  );
}
