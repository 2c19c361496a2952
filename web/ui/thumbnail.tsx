/**
 * A 16:9 picture that never leaves a hole: what is missing or fails to load becomes the product's own picture, or its
 * logo for a club (V-UI-8). The box keeps its size from the first paint.
 */
import { type ReactNode, useState } from 'react';
import { cx } from '../lib/class-names.ts';

export function Thumbnail({
  src,
  alt = '',
  kind = 'match',
  className,
  imageClassName,
  eager = false,
  children,
}: {
  src: string | null | undefined;
  alt?: string;
  kind?: 'match' | 'club';
  className?: string;
  imageClassName?: string;
  /** For the picture that is the first thing seen. */
  eager?: boolean;
  children?: ReactNode;
}) {
  const [failed, setFailed] = useState<string>();
  const shown = src && src !== failed ? src : fallback[kind];
  return (
    <div className={cx('relative aspect-video overflow-hidden rounded-md bg-raised', className)}>
      <img
        src={shown}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        className={cx('size-full', kind === 'club' ? 'object-contain p-3' : 'object-cover', imageClassName)}
        onError={() => setFailed(src ?? undefined)}
      />
      {children}
    </div>
  );
}

const fallback = { match: '/match.svg', club: '/favicon.svg' };
