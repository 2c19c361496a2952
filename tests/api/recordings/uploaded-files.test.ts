/** Files that are not videos, and unusual videos, through the real encoder. */
import { describe, expect, test } from 'vitest';
import { createClub, createPerson } from '../../support/api.ts';
import { createClip, createSoundOnly } from '../../support/media.ts';
import { pickSome } from '../../support/test-profile.ts';
import { uploads } from '../../support/uploads.ts';

const { writeObject } = await import('../../../functions/platform/aws/storage.ts');

const admin = await createPerson('ADMIN');
const { open, upload, waitForVod } = uploads(admin.token, await createClub());

describe('a file that cannot become a video', () => {
  const cases: [string, () => Promise<Buffer>, RegExp][] = [
    [
      'a renamed PDF',
      async () => Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n'.repeat(50)),
      /dañado|no es un video/,
    ],
    ['a truncated file', async () => (await createClip()).subarray(0, 2000), /dañado|no es un video/],
    ['sound only', createSoundOnly, /no contiene imagen/],
  ];
  test.each(cases)('[B-STATE-9] %s ends as FAILED with its reason', async (_, bytes, reason) => {
    const { id } = await upload(await bytes());
    const ended = await waitForVod(id);
    expect(ended.status).toBe('FAILED');
    expect(ended.failure).toMatch(reason);
  });

  const fine: [string, Parameters<typeof createClip>[0]][] = [
    ['an upright video without sound', { size: '360x640', audio: false, seconds: 2 }],
    ['4K', { size: '3840x2160', seconds: 1 }],
    ['a variable frame rate', { seconds: 3, varying: true }],
    ['a container of another kind', { seconds: 2, extension: 'mkv' }],
  ];
  test.each(pickSome(fine, 4))('[B-STATE-9] %s becomes a video nevertheless', async (_, options) => {
    const { id } = await upload(await createClip(options), `partido.${options?.extension ?? 'mp4'}`);
    expect((await waitForVod(id)).status).toBe('FINISHED');
  });

  test('[B-STATE-9] an empty object ends as FAILED with its reason', async () => {
    const { id } = await open(1);
    const address = { bucket: String(process.env.UPLOADS_BUCKET), key: `vods/${id}/source.mp4` };
    await writeObject(address, new Uint8Array(0), { contentType: 'video/mp4' });
    expect(await waitForVod(id)).toMatchObject({ status: 'FAILED', failure: 'El archivo está vacío' });
  });
});
