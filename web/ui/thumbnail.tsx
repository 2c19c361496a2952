/**
 * A 16:9 picture that repeats what its text says, with its final size from the first paint. A pitch, a court or the logo replaces a missing or broken
 * image.
 */
import { type ReactNode, useState } from 'react';
import type { Sport } from '../../shared/contract/schema.ts';
import { toCardPicture } from '../../shared/domain/media-address.ts';
import { cx } from '../lib/class-names.ts';
import { NearImage } from './near-image.tsx';
import { WidePicture } from './wide-picture.tsx';

export function Thumbnail({
  src,
  kind = 'SOCCER',
  className,
  imageClassName,
  eager = false,
  isFullSize = false,
  children,
}: {
  src: string | null | undefined;
  /** Chooses the fallback: the sport of a match, or a club. */
  kind?: Sport | 'club';
  className?: string;
  imageClassName?: string;
  /** Loads the picture at once, with high priority, because it is above the fold. */
  eager?: boolean;
  /** Shows the full-size picture, except on phones; other thumbnails have a smaller copy everywhere. */
  isFullSize?: boolean;
  children?: ReactNode;
}) {
  const [failed, setFailed] = useState<string>();
  const wanted = src && !isFullSize ? toCardPicture(src) : src;
  const source = wanted && wanted !== failed ? wanted : fallback[kind];
  const Picture = isFullSize ? WidePicture : eager ? 'img' : NearImage;
  return (
    <div
      // Overlays on pictures are light on dark in every theme; a crest has the page's background.
      data-theme={kind === 'club' ? undefined : 'stage'}
      className={cx('relative aspect-video overflow-hidden rounded-md bg-raised', className)}
    >
      <Picture
        src={source}
        alt=""
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
