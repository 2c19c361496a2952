/**
 * A picture below the fold, which loads once it is near. On a slow connection, browsers' own lazy loading begins up to
 * 2,500 pixels away. A picture that has loaded before, for example before going back, shows at once.
 */
import type { ComponentProps } from 'react';
import { useNear } from './use-near.ts';

/** Addresses of the pictures loaded since the app was opened. */
const loaded = new Set<string>();

export function NearImage({ src, ...image }: Omit<ComponentProps<'img'>, 'ref' | 'onLoad'> & { src: string }) {
  const [isNear, place] = useNear(loaded.has(src));
  return (
    // biome-ignore lint/a11y/useAltText: callers pass it.
    <img ref={place} src={isNear ? src : undefined} onLoad={() => loaded.add(src)} {...image} />
  );
}
