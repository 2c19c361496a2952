/** Pictures: accepted formats and storage keys. Pure. */
import { ApiError } from '../../../shared/contract/errors.ts';
import { idSource } from '../../../shared/domain/ids.ts';
import { findPngError } from '../../../shared/domain/png-file.ts';

export type PictureKind = 'clubs' | 'events' | 'vods' | 'contentvideos' | 'advideos' | 'cameras';

/** @throws ApiError unless the bytes are exactly one PNG, whatever the file name says. */
export function requirePng(bytes: Uint8Array): void {
  const refused = findPngError(bytes);
  if (refused) throw new ApiError(refused);
}

/** Key of a form's picture until it is re-encoded. */
export const pictureInboxKey = (kind: PictureKind, id: string) => `pictures/${kind}/${id}.png`;

const inboxKeyPattern = new RegExp(`^pictures/(clubs|events|vods|contentvideos|advideos|cameras)/(${idSource})\\.png$`);

export function parsePictureInboxKey(key: string): { kind: PictureKind; id: string } | undefined {
  const [, kind, id] = inboxKeyPattern.exec(key) ?? [];
  return kind && id ? { kind: kind as PictureKind, id } : undefined;
}

/** Every picture has a new key, so that browsers may cache it without expiry. */
export const pictureKey = (kind: PictureKind, id: string, name: string) => `thumbnails/${kind}/${id}/${name}.webp`;
