/** The picture that a phone sends of its live. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { cleanJpeg } from '../../../functions/broadcast/phone/still-picture.ts';

const create = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 9, g: 90, b: 200 } } });
const picture = await create(960, 540)
  .withExif({ IFD0: { Copyright: 'secreto' } })
  .jpeg()
  .toBuffer();

test('[G-PHONE-7] keeps what a decoder needs of a JPEG, and nothing else', async () => {
  const cleaned = cleanJpeg(Buffer.concat([picture, Buffer.from('<script>')])) ?? Buffer.alloc(0);
  expect([picture.includes('secreto'), cleaned.includes('secreto'), cleaned.includes('script')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await sharp(cleaned, { failOn: 'error' }).metadata()).toMatchObject({ width: 960, height: 540 });
  const progressive = await create(640, 360).jpeg({ progressive: true }).toBuffer();
  expect(cleanJpeg(progressive)?.length).toBeGreaterThan(100);
});

test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['another format', await create(960, 540).png().toBuffer()],
  ['a text', Buffer.from(`<svg onload="alert(1)">${' '.repeat(200)}</svg>`)],
  ['one that lost its end', picture.subarray(0, 400)],
  ['one that is too large', await create(4000, 4000).jpeg().toBuffer()],
  [
    'headers without an end',
    Buffer.from([0xff, 0xd8, ...Array.from({ length: 200 }, () => [0xff, 0xe0, 0, 2]).flat()]),
  ],
  [
    'a length beyond the file',
    Buffer.from([0xff, 0xd8, 0xff, 0xdb, 0xff, 0xff, ...Array.from({ length: 200 }, () => 7)]),
  ],
])('[G-PHONE-7] refuses %s', (_, data) => expect(cleanJpeg(data)).toBeUndefined());
