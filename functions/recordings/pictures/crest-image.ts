/** A club's crest as pixels, and the colours of its club. */
import { type ClubColours, findColours } from '../../../shared/domain/club-colours.ts';

/** The crest as a PNG of this width and height; undefined if it cannot be read. */
export async function fitCrest(bytes: Uint8Array, size: number): Promise<Buffer | undefined> {
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { limitInputPixels: 4_000_000 })
    .resize({ width: size, height: size, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
    .catch(() => undefined);
}

/** Some 40 × 40 pixels are enough to find the colours. */
export async function findCrestColours(crest: Buffer): Promise<ClubColours | undefined> {
  const { default: sharp } = await import('sharp');
  return findColours(
    await sharp(crest).resize({ width: 40, height: 40, fit: 'inside' }).ensureAlpha().raw().toBuffer(),
  );
}
