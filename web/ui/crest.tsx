/**
 * A club's crest, or the product's logo if it is missing or does not load. Decorative, because the name is beside it.
 */
import { useState } from 'react';
import { toCardPicture } from '../../shared/domain/media-address.ts';
import { NearImage } from './near-image.tsx';
import { fallback } from './thumbnail.tsx';

interface Props {
  src: string | null | undefined;
  className?: string;
  /** Width and height in pixels, unless a class sets them. */
  size?: number;
}

export function Crest({ src, className, size }: Props) {
  const [failed, setFailed] = useState<string>();
  const wanted = src ? toCardPicture(src) : undefined;
  return (
    <NearImage
      src={wanted && wanted !== failed ? wanted : fallback.club}
      alt=""
      width={size}
      height={size}
      className={className}
      onError={() => setFailed(wanted)}
    />
  );
}
