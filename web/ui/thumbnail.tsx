/**
 * A 16:9 picture with a fallback: a missing or broken image becomes a pitch, a court or the logo. The box has its size
 * from the first paint.
 */
import { type ReactNode, useState } from 'react';
import type { Sport } from '../../shared/contract/schema.ts';
import { toCardPicture } from '../../shared/domain/media-address.ts';
import { cx } from '../lib/class-names.ts';
import { NearImage } from './near-image.tsx';
import { WidePicture } from './wide-picture.tsx';

export function Thumbnail({
  src,
  alt = '',
  kind = 'SOCCER',
  className,
  imageClassName,
  eager = false,
  isFullSize = false,
  children,
}: {
  src: string | null | undefined;
  alt?: string;
  /** Selects the fallback: the sport of a match, or a club. */
  kind?: Sport | 'club';
  className?: string;
  imageClassName?: string;
  /** For a picture above the fold: loads at once, with high priority. */
  eager?: boolean;
  /** Shows the full-size image, except on phones; other thumbnails use a smaller copy everywhere. */
  isFullSize?: boolean;
  children?: ReactNode;
}) {
  const [failed, setFailed] = useState<string>();
  const wanted = src && !isFullSize ? toCardPicture(src) : src;
  const shown = wanted && wanted !== failed ? wanted : fallback[kind];
  const Picture = isFullSize ? WidePicture : eager ? 'img' : NearImage;
  return (
    <div
      // Overlays on pictures are light on dark in every theme; a crest has the page's background.
      data-theme={kind === 'club' ? undefined : 'stage'}
      className={cx('relative aspect-video overflow-hidden rounded-md bg-raised', className)}
    >
      <Picture
        src={shown}
        alt={alt}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        className={cx('size-full', kind === 'club' ? 'object-contain p-3' : 'object-cover', imageClassName)}
        onError={() => setFailed(wanted ?? undefined)}
      />
      {children}
    </div>
  );
}

export const fallback = { SOCCER: '/match.svg', BASKET: '/court.svg', club: '/favicon.svg' };
