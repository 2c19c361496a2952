/** Drawing and crests as one JPEG, which every messenger shows. A picture that cannot be had leaves its place to letters. */
import type { Sharp, SharpOptions } from 'sharp';
import { cardPicture } from '../../../shared/recordings/media-address.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readObject } from '../../platform/aws/storage.ts';
import { type ClubColours, coloursIn } from '../../recordings/pictures/colours.ts';
import { crestPlaces, drawing } from './draw.ts';
import { coloursOf, type Preview, previewSize } from './rules.ts';

export async function paint(preview: Preview): Promise<Buffer> {
  const places = crestPlaces(preview);
  const [picture, ...crests] = await Promise.all([
    preview.sides.length === 0 && preview.picture ? cover(preview.picture) : undefined,
    ...preview.sides.map(({ crest }, index) => crest && fitted(crest, places[index]?.size ?? 0)),
  ]);
  const instead = coloursOf(preview.sides);
  const colours = await Promise.all(
    crests.map(async (crest, index) => (crest && (await coloursOfCrest(crest))) || (instead[index] ?? noColours)),
  );
  const svg = Buffer.from(
    drawing(preview, { isCrestMissing: crests.map((crest) => !crest), colours, hasPicture: picture !== undefined }),
  );
  const layers = crests.flatMap((input, index) => {
    const place = places[index];
    return input && place ? [{ input, left: place.left, top: place.top }] : [];
  });
  const { width, height } = previewSize;
  const ground = await (picture
    ? opened(picture)
    : opened(undefined, { create: { width, height, channels: 3, background: '#0A0E13' } }));
  return ground.image
    .composite([{ input: svg, left: 0, top: 0 }, ...layers])
    .jpeg({ quality: 86, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .timeout({ seconds: 8 })
    .toBuffer();
}

const noColours: ClubColours = ['#1B232D', '#F4F6F8'];

/** A handful of pixels is enough to tell. */
async function coloursOfCrest(crest: Buffer): Promise<ClubColours | undefined> {
  const { image } = await opened(crest);
  return coloursIn(await image.resize({ width: 40, height: 40, fit: 'inside' }).ensureAlpha().raw().toBuffer());
}

/** sharp is loaded when there is something to draw: an older name of a picture is answered without it. */
async function opened(bytes: Uint8Array | undefined, options?: SharpOptions): Promise<{ image: Sharp }> {
  const { default: sharp } = await import('sharp');
  // Within an object: an image by itself is nothing to wait for.
  return { image: bytes ? sharp(bytes, options) : sharp(options) };
}

const cover = (address: string) => drawnFrom(address, (image) => image.resize({ ...previewSize, fit: 'cover' }).png());

const fitted = (address: string, size: number) =>
  drawnFrom(address, (image) =>
    image.resize({ width: size, height: size, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } }).png(),
  );

async function drawnFrom(address: string, change: (image: Sharp) => Sharp): Promise<Buffer | undefined> {
  const bytes = (await stored(cardPicture(address))) ?? (await stored(address));
  if (!bytes) return undefined;
  const { image } = await opened(bytes, { limitInputPixels: 4_000_000 });
  return change(image)
    .toBuffer()
    .catch(() => undefined);
}

function stored(address: string): Promise<Uint8Array | undefined> {
  const key = address.slice(environment('MEDIA_ORIGIN').length + 1);
  return readObject({ bucket: environment('MEDIA_BUCKET'), key });
}
