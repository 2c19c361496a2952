/** Pictures with an orientation mark, as phones and editors save them. */
import sharp from 'sharp';
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import '../../support/api.ts';

const { storePicture } = await import('../../../functions/recordings/pictures/store-picture.ts');
const { readObject } = await import('../../../functions/platform/aws/storage.ts');

test('[B-CLUB-1] shows a PNG as its EXIF orientation says', async () => {
  const red = { width: 200, height: 100, channels: 3 as const, background: '#ff0000' };
  const png = await sharp({ create: red }).withMetadata({ orientation: 6 }).png().toBuffer();
  expect((await sharp(png).metadata()).orientation).toBe(6);
  const key = await storePicture('clubs', ulid(), png);
  const stored = await readObject({ bucket: String(process.env.MEDIA_BUCKET), key });
  expect(await sharp(stored).metadata()).toMatchObject({ width: 100, height: 200 });
});
