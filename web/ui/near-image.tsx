/**
 * A picture below the fold, which loads once it is near. Browsers' own lazy loading begins up to 2,500 pixels away on a
 * slow connection. A picture that was loaded before, for example before going back, appears at once.
 */
import type { ComponentProps } from 'react';
import { useNear } from './use-near.ts';

/** Addresses of the pictures that were loaded since the page was opened. */
const loaded = new Set<string>();

export function NearImage({ src, ...image }: Omit<ComponentProps<'img'>, 'ref' | 'onLoad'> & { src: string }) {
  const [isNear, place] = useNear(loaded.has(src));
  return (
    // biome-ignore lint/a11y/useAltText: callers pass it.
    <img ref={place} src={isNear ? src : undefined} onLoad={() => loaded.add(src)} {...image} />
  );
}
