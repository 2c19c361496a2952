/** Pictures: what is accepted, and where they lie. Pure. Rows: B-UI-6, B-CLUB-2, B-EV-8, B-VOD-4. */
import { ApiError } from '../../../shared/contract/errors.ts';
import { findPngError } from '../../../shared/domain/png-file.ts';

export type PictureKind = 'clubs' | 'events' | 'vods' | 'contentvideos' | 'advideos' | 'cameras';

/** Refuses what is no PNG, or more than one, whatever its name says. */
export function requirePng(bytes: Uint8Array): void {
  const refused = findPngError(bytes);
  if (refused) throw new ApiError(refused);
}

/** Where a picture of a form waits until it has been re-encoded. */
export const pictureInboxKey = (kind: PictureKind, id: string) => `pictures/${kind}/${id}.png`;

export function parsePictureInboxKey(key: string): { kind: PictureKind; id: string } | undefined {
  const [, kind, id] = /^pictures\/(clubs|events|vods|contentvideos|advideos|cameras)\/(\w{26})\.png$/.exec(key) ?? [];
  return kind && id ? { kind: kind as PictureKind, id } : undefined;
}

/** Every picture has a key of its own, so that it can be cached for ever. */
export const pictureKey = (kind: PictureKind, id: string, name: string) => `thumbnails/${kind}/${id}/${name}.webp`;
