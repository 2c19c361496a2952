/**
 * A 16:9 picture that never leaves a hole: what is missing or fails to load becomes the product's own picture, a pitch or
 * a court, or its logo for a club (V-UI-8). The box keeps its size from the first paint.
 */
import { type ReactNode, useState } from 'react';
import { cardPicture } from '../../shared/recordings/media-address.ts';
import type { Sport } from '../../shared/schema.ts';
import { cx } from '../lib/class-names.ts';

export function Thumbnail({
  src,
  alt = '',
  kind = 'SOCCER',
  className,
  imageClassName,
  eager = false,
  full = false,
  children,
}: {
  src: string | null | undefined;
  alt?: string;
  /** Of what the picture is: of a match, its sport. */
  kind?: Sport | 'club';
  className?: string;
  imageClassName?: string;
  /** For the picture that is the first thing seen. */
  eager?: boolean;
  /** For the picture that fills the screen; cards take a smaller copy. */
  full?: boolean;
  children?: ReactNode;
}) {
  const [failed, setFailed] = useState<string>();
  const wanted = src && !full ? cardPicture(src) : src;
  const shown = wanted && wanted !== failed ? wanted : fallback[kind];
  return (
    <div
      // What lies on a picture is light on dark in every theme; a crest stands on the page's own ground.
      data-theme={kind === 'club' ? undefined : 'stage'}
      className={cx('relative aspect-video overflow-hidden rounded-md bg-raised', className)}
    >
      <img
        src={shown}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
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
