/** Hostile files: images and videos with false contents. Each is rejected with a text, and no file remains. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { toCardPicture } from '../../../shared/domain/media-address.ts';
import { call, createEvent, createPerson } from '../../support/api.ts';
import { createClip } from '../../support/media.ts';

const { queryAll } = await import('../../../functions/platform/aws/dynamo-queries.ts');
const { sweepGarbage } = await import('../../../functions/recordings/media/garbage.ts');
const { listObjects } = await import('../../../functions/platform/aws/storage.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');

const { token } = await createPerson('ADMIN');
const png = await drawPicture(64, 36);

/** Draws a plain image, whose file is small whatever its size in pixels. */
function drawPicture(width: number, height: number): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: '#0a0e13' };
  return sharp({ create, limitInputPixels: false }).png({ compressionLevel: 9 }).toBuffer();
}

/** Returns the same file with another width and height in its header. */
function declareSize(width: number, height: number): Buffer {
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(width, 16);
  bomb.writeUInt32BE(height, 20);
  return bomb;
}

const createForm = (name: string, bytes: Uint8Array, fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set(name, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'foto.png');
  return form;
};

describe('pictures', () => {
  const tooLarge = 'La imagen es demasiado grande: como máximo, 25 megapíxeles';
  const damaged = 'La imagen está dañada';
  const cases: [string, () => Promise<Uint8Array>, string][] = [
    ['a picture of 50 megapixels', () => drawPicture(8000, 6250), tooLarge],
    ['a bomb that declares more than it sends', async () => declareSize(60_000, 60_000), tooLarge],
    ['a header without pixels behind it', async () => declareSize(0, 0), damaged],
    ['a file that is an archive as well', async () => Buffer.concat([png, Buffer.from('PK\u0003\u0004evil')]), damaged],
    ['a file that is cut off', async () => png.subarray(0, png.length - 20), damaged],
    ['a page that begins like a picture', async () => Buffer.concat([png.subarray(0, 8), html]), damaged],
    ['another kind of picture', () => sharp(png).jpeg().toBuffer(), 'La miniatura debe ser un archivo PNG'],
    ['a drawing with a script', async () => html, 'La miniatura debe ser un archivo PNG'],
  ];
  const html = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'.repeat(3));

  for (const [name, bytes, text] of cases) {
    test(`[B-UI-6] rejects ${name} with a text`, async () => {
      const { id } = await createEvent();
      const params = { id };
      const body = createForm('thumbFile', await bytes());
      const answer = await call('POST /live/sportevents/{id}/thumbnail', { token, params, body });
      expect([answer.status, answer.message]).toEqual([400, text]);
      expect((await call('GET /live/sportevents/{id}', { token, params })).data.sportEvent.thumbnail).toBeNull();
    });
  }

  test('[B-UI-6] serves only the pixels of a picture', async () => {
    const { id } = await createEvent();
    const tagged = await sharp(png)
      .withExif({ IFD0: { Copyright: 'coordenadas del campo' } })
      .png()
      .toBuffer();
    expect(tagged.toString('latin1')).toContain('coordenadas');
    const body = createForm('thumbFile', tagged);
    const { data } = await call('POST /live/sportevents/{id}/thumbnail', { token, params: { id }, body });
    const served = await fetch(data.thumbnail);
    expect(served.headers.get('content-type')).toBe('image/webp');
    expect(Buffer.from(await served.arrayBuffer()).toString('latin1')).not.toContain('coordenadas');
  });

  test('[B-UI-6] stores a large picture in two sizes: for a screen and for a card', async () => {
    const { id } = await createEvent();
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
    const photo = await sharp({ create: { width: 1300, height: 731, channels: 3, background: '#000', noise } })
      .png()
      .toBuffer();
    const body = createForm('thumbFile', photo);
    const { data } = await call('POST /live/sportevents/{id}/thumbnail', { token, params: { id }, body });
    const [full = 0, card = 0] = await Promise.all(
      [data.thumbnail, toCardPicture(data.thumbnail)].map(async (address, index) => {
        const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
        expect((await sharp(bytes).metadata()).width).toBe([1280, 720][index]);
        return bytes.length;
      }),
    );
    expect(card).toBeLessThan(full / 2);
  });

  test('[B-UI-6] creates no video from a form with such a picture', async () => {
    const title = `Con bomba ${Date.now()}`;
    const body = createForm('vodThumbFile', declareSize(60_000, 60_000), { title });
    body.set('vodFile', new Blob([new Uint8Array(await createClip({ seconds: 1 }))], { type: 'video/mp4' }), 'a.mp4');
    const answer = await call('POST /live/vods', { token, body });
    expect([answer.status, answer.message]).toEqual([400, tooLarge]);
    expect((await call('GET /live/vods', { token, query: { search: title } })).data.total).toBe(0);
  });

  test('[B-UI-6] keeps a replaced picture for open pages until the sweep; also on deletion', async () => {
    const { id } = await createEvent();
    const params = { id };
    const replace = () =>
      call('POST /live/sportevents/{id}/thumbnail', { token, params, body: createForm('thumbFile', png) });
    const findStored = async () =>
      (await listObjects(environment('MEDIA_BUCKET'), `thumbnails/events/${id}/`)).map(({ key }) => key);
    const first = (await replace()).data.thumbnail;
    const second = (await replace()).data.thumbnail;
    expect(first).not.toBe(second);
    await sweepGarbage(Date.now());
    expect(await findStored()).toHaveLength(4);
    const [note] = await findNotes(new URL(first).pathname.slice(1));
    const isDueForSweep = (key: string) => note?.places.some(({ prefix }) => key.startsWith(prefix));
    const [old, current] = [first, second].map((address) => new URL(address).pathname.slice(1));
    expect([old, toCardPicture(String(old))].every((key) => isDueForSweep(String(key)))).toBe(true);
    expect([current, toCardPicture(String(current))].some((key) => isDueForSweep(String(key)))).toBe(false);
    const dueInHours = (Date.parse(String(note?.sk.split('#')[0])) - Date.now()) / 3_600_000;
    expect(dueInHours).toBeGreaterThan(5);
    expect(dueInHours).toBeLessThan(7);
    await call('DELETE /live/sportevents/{id}', { token, params });
    await sweepGarbage(Date.now());
    expect(await findStored()).toEqual([]);
  });
});

interface Note {
  sk: string;
  places: { prefix: string }[];
}

/** Finds the notes that schedule a file for the sweep. */
async function findNotes(key: string): Promise<Note[]> {
  const notes = await queryAll<Note>('uploads', 'GARBAGE');
  return notes.filter(({ sk }) => sk.endsWith(key));
}

describe('videos', () => {
  const document = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'.repeat(20));
  const buildForm = (name: string, bytes: Uint8Array) => {
    const form = new FormData();
    form.set('title', 'Disfrazado');
    form.set('categoryId', '1');
    form.set(name, new Blob([new Uint8Array(bytes)], { type: 'video/mp4' }), 'a.mp4');
    return form;
  };

  test('[B-UI-6] rejects a document named as a video before storing it', async () => {
    const vod = await call('POST /live/vods', { token, body: buildForm('vodFile', document) });
    expect([vod.status, vod.message]).toEqual([400, 'El archivo debe ser un video']);
    const ad = await call('POST /live/ad_videos', { token, body: buildForm('adVideoFile', document) });
    expect([ad.status, ad.message]).toEqual([400, 'El archivo debe ser un video MP4']);
  });

  test('[B-UI-6] fails an ad that claims to be an MP4, with a reason', async () => {
    const film = await createClip({ seconds: 1, extension: 'mkv' });
    const file = { name: 'anuncio.mp4', type: 'video/mp4', size: film.length };
    const made = await call('POST /live/ad_videos', { token, body: { title: 'Disfrazado', file } });
    const { id } = made.body.upload as { id: string };
    const { data } = await call('POST /uploads/{id}/parts', { token, params: { id }, body: { parts: [1] } });
    await fetch(String(data.urls[0]?.url), { method: 'PUT', body: new Uint8Array(film) });
    await call('POST /uploads/{id}/complete', { token, params: { id } });
    await expect
      .poll(async () => (await call('GET /live/ad_videos/{id}', { token, params: { id: made.data } })).data.adVideo)
      .toMatchObject({ status: 'FAILED', failure: 'El archivo debe ser un video MP4' });
  });
});
