/** Pictures: what is accepted, and where they lie. Pure. Rows: B-UI-6, B-CLUB-2, B-EV-8, B-VOD-4. */
import { Refusal } from '../../shared/errors.ts';

export type PictureKind = 'clubs' | 'events' | 'vods' | 'contentvideos' | 'advideos' | 'cameras';

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Refuses what does not begin like a PNG, whatever its name says. */
export function requirePng(bytes: Uint8Array): void {
  if (!pngSignature.every((byte, index) => bytes[index] === byte)) throw new Refusal('IMG4000');
}

/** Pictures of this many pixels at most are decoded (an attack may declare far more than it sends). */
export const maxPixels = 50_000_000;

/** Where a picture of a form waits until it has been re-encoded. */
export const pictureInboxKey = (kind: PictureKind, id: string) => `pictures/${kind}/${id}.png`;

export function parsePictureInboxKey(key: string): { kind: PictureKind; id: string } | undefined {
  const [, kind, id] = /^pictures\/(clubs|events|vods|contentvideos|advideos|cameras)\/(\w{26})\.png$/.exec(key) ?? [];
  return kind && id ? { kind: kind as PictureKind, id } : undefined;
}

/** A picture's key names its content, so that it can be cached for ever. */
export const pictureKey = (kind: PictureKind, id: string, hash: string) => `thumbnails/${kind}/${id}/${hash}.webp`;
