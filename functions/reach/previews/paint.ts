/** Renders drawing and crests as a JPEG, which every messenger shows. A missing picture is replaced by letters. */
import type { OverlayOptions, Sharp, SharpOptions } from 'sharp';
import type { ClubColours } from '../../../shared/domain/club-colours.ts';
import type { PictureFormat } from '../../../shared/domain/share-picture.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readObject } from '../../platform/aws/storage.ts';
import { findCrestColours, fitCrest } from '../../recordings/pictures/crest-image.ts';
import { type Size, sizes } from '../../recordings/pictures/elements.ts';
import * as wide from './landscape-layout.ts';
import * as upright from './portrait-layout.ts';
import { type Preview, pickColours } from './rules.ts';

const drawn = { wide, upright };

/** `frame`: a frame of the live, drawn behind the landscape layout. */
export async function paint(preview: Preview, format: PictureFormat, frame?: Uint8Array): Promise<Buffer> {
  const { placeCrests, drawPreview } = drawn[format];
  const places = placeCrests(preview);
  const [picture, ...crests] = await Promise.all([
    frame && format === 'wide'
      ? drawBackground(frame)
      : preview.sides.length === 0 && preview.picture
        ? drawOwnPicture(preview.picture, format)
        : undefined,
    ...preview.sides.map(({ crest }, index) => crest && readCrest(crest, places[index]?.size ?? 0)),
  ]);
  const fallbacks = pickColours(preview.sides);
  const colours = await Promise.all(
    crests.map(async (crest, index) => (crest && (await findCrestColours(crest))) || (fallbacks[index] ?? noColours)),
  );
  const svg = Buffer.from(
    drawPreview(preview, {
      isCrestMissing: crests.map((crest) => !crest),
      colours,
      hasPicture: picture !== undefined,
      isFrame: frame !== undefined,
    }),
  );
  const layers = crests.flatMap((input, index) => {
    const place = places[index];
    return input && place ? [{ input, left: place.left, top: place.top }] : [];
  });
  const { width, height } = sizes[format];
  const { image } = await openImage(undefined, { create: { width, height, channels: 3, background: '#0A0E13' } });
  const drawnLayer = { input: svg, left: 0, top: 0 };
  return image
    .composite([
      ...(picture && format === 'wide' ? [picture, drawnLayer] : picture ? [drawnLayer, picture] : [drawnLayer]),
      ...layers,
    ])
    .jpeg({ quality: 86, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .timeout({ seconds: 8 })
    .toBuffer();
}

const noColours: ClubColours = ['#1B232D', '#F4F6F8'];

/** sharp is imported lazily: redirects to a newer picture do not need it. */
async function openImage(bytes: Uint8Array | undefined, options?: SharpOptions): Promise<{ image: Sharp }> {
  const { default: sharp } = await import('sharp');
  // The image is wrapped in an object, because an async function would await an Image, which is thenable.
  return { image: bytes ? sharp(bytes, options) : sharp(options) };
}

async function drawBackground(frame: Uint8Array): Promise<OverlayOptions | undefined> {
  const input = await changeImage(frame, (image) => image.resize({ ...sizes.wide, fit: 'cover' }).png());
  return input && { input, left: 0, top: 0 };
}

/** Draws the page's own picture: behind a landscape drawing, or in the box of a portrait one. */
async function drawOwnPicture(address: string, format: PictureFormat): Promise<OverlayOptions | undefined> {
  if (format === 'wide') {
    const input = await drawFrom(address, (image) => image.resize({ ...sizes.wide, fit: 'cover' }).png());
    return input && { input, left: 0, top: 0 };
  }
  const { left, top, width, height } = upright.pictureBox;
  const input = await drawFrom(address, (image) => image.resize({ width, height, fit: 'inside' }).png());
  if (!input) return undefined;
  const { image } = await openImage(input);
  const size = await image.metadata();
  return {
    input: await image
      .composite([{ input: drawRoundedMask(size), blend: 'dest-in' }])
      .png()
      .toBuffer(),
    left: left + Math.round((width - size.width) / 2),
    top: top + Math.round((height - size.height) / 2),
  };
}

const drawRoundedMask = ({ width, height }: Size) =>
  Buffer.from(`<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="24"/></svg>`);

async function readCrest(address: string, size: number): Promise<Buffer | undefined> {
  const bytes = await readStored(address);
  return bytes && fitCrest(bytes, size);
}

async function drawFrom(address: string, change: (image: Sharp) => Sharp): Promise<Buffer | undefined> {
  const bytes = await readStored(address);
  return bytes && changeImage(bytes, change);
}

async function changeImage(bytes: Uint8Array, change: (image: Sharp) => Sharp): Promise<Buffer | undefined> {
  const { image } = await openImage(bytes, { limitInputPixels: 4_000_000 });
  return change(image)
    .toBuffer()
    .catch(() => undefined);
}

function readStored(address: string): Promise<Uint8Array | undefined> {
  const key = address.slice(environment('MEDIA_ORIGIN').length + 1);
  return readObject({ bucket: environment('MEDIA_BUCKET'), key });
}
