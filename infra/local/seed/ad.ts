/** Seeds the demo league's ad, a slow pan over a drawn bakery, which precedes one club's videos. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environment } from '../../../functions/platform/aws/environment.ts';
import { writeObject } from '../../../functions/platform/aws/storage.ts';
import { ads } from '../../../functions/recordings/ads/store.ts';
import { createMediaFields } from '../../../functions/recordings/media/rules.ts';
import { sourceKey } from '../../../functions/recordings/uploads/rules.ts';
import { createOnce, hasEnded, isEncoded, toSeedId, waitUntil } from './steps.ts';

export const demoAd = toSeedId('A', 0);

/** Uploads and encodes the ad through the product's pipeline; resolves when it can be played. */
export async function seedAd(clubId: string): Promise<void> {
  if (isEncoded(await ads.get(demoAd))) return;
  const key = sourceKey('advideos', demoAd, 'anuncio.mp4');
  const clip = await readFile(join(import.meta.dirname, 'films/panaderia-la-espiga.mp4'));
  await createOnce(() =>
    ads.create({
      ...createMediaFields({ bucket: 'uploads', key }, clip.length),
      id: demoAd,
      title: 'Panadería La Espiga, con la cantera',
      visible: true,
      emissionPriority: 1,
      clubIds: [clubId],
      dateCreated: new Date().toISOString(),
      uploadId: null,
    }),
  );
  await ads.change(demoAd, (item) => ({ ...item, status: 'SENT', pending: null, failure: null }));
  await writeObject({ bucket: environment('UPLOADS_BUCKET'), key }, clip, { contentType: 'video/mp4' });
  await waitUntil(async () => hasEnded(await ads.get(demoAd)));
  const ad = await ads.get(demoAd);
  if (!isEncoded(ad)) throw new Error(ad?.failure ?? 'the ad no longer exists');
}
