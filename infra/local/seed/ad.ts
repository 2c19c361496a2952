/** Seeds the demo league's ad, a slow pan over a drawn bakery, which precedes one club's videos. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { environment } from '../../../functions/platform/aws/environment.ts';
import { writeObject } from '../../../functions/platform/aws/storage.ts';
import { ads } from '../../../functions/recordings/ads/store.ts';
import { createMediaFields } from '../../../functions/recordings/media/rules.ts';
import { sourceKey } from '../../../functions/recordings/uploads/rules.ts';
import { runFfmpeg } from '../ffmpeg/ffmpeg.ts';
import { createOnce, filmTimeoutMs, hasEnded, isEncoded, toSeedId, waitUntil } from './steps.ts';

export const demoAd = toSeedId('A', 0);
const seconds = 12;

/** Uploads and encodes the ad through the product's pipeline; resolves when it can be played. */
export async function seedAd(dataDir: string, clubId: string): Promise<void> {
  if (isEncoded(await ads.get(demoAd))) return;
  const key = sourceKey('advideos', demoAd, 'anuncio.mp4');
  const clip = await createAdClip(join(dataDir, 'clips'));
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

async function createAdClip(folder: string): Promise<Buffer> {
  await mkdir(folder, { recursive: true });
  const [picture, clip] = [join(folder, 'ad.png'), join(folder, 'ad.mp4')];
  await writeFile(picture, await sharp(Buffer.from(bakery)).png().toBuffer());
  const length = ['-t', String(seconds)];
  await runFfmpeg(
    [
      ...['-loop', '1', '-framerate', '25', ...length, '-i', picture],
      ...['-f', 'lavfi', ...length, '-i', 'anoisesrc=color=brown:amplitude=0.03:seed=7'],
      ...['-vf', `crop=1280:720:x='(iw-1280)*t/${seconds}':y=0,format=yuv420p`],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-g', '50', '-c:a', 'aac', '-ar', '48000', '-ac', '2'],
      ...['-movflags', '+faststart', '-y', clip],
    ],
    { timeoutMs: filmTimeoutMs },
  );
  const bytes = await readFile(clip);
  await Promise.all([rm(picture), rm(clip)]);
  return bytes;
}

/** The drawing is wider than the frame, for the pan. */
const loaves = Array.from({ length: 6 }, (_, index) => {
  const x = 140 + index * 270;
  return `<g transform="translate(${x} 520)"><ellipse rx="105" ry="46" fill="#b45309"/><ellipse rx="105" ry="46" cy="-8" fill="#d97706"/>
    <path d="M-60 -30 l24 34 M-12 -36 l24 38 M36 -32 l24 34" stroke="#fde68a" stroke-width="9" stroke-linecap="round"/></g>`;
}).join('');
const ears = Array.from({ length: 14 }, (_, index) => {
  const x = 40 + index * 116;
  const grains = [0, 34, 68, 102]
    .map(
      (y) =>
        `<ellipse cx="-15" cy="${y}" rx="9" ry="19" transform="rotate(-24 -15 ${y})"/><ellipse cx="15" cy="${y}" rx="9" ry="19" transform="rotate(24 15 ${y})"/>`,
    )
    .join('');
  return `<g transform="translate(${x} ${120 + (index % 3) * 34})" fill="#f59e0b"><path d="M-3 0 h6 v330 h-6z" fill="#a16207"/>${grains}</g>`;
}).join('');
const bakery = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="720">
  <defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="#fef3c7"/><stop offset="1" stop-color="#fdba74"/></linearGradient></defs>
  <rect width="1600" height="720" fill="url(#s)"/><circle cx="1180" cy="210" r="120" fill="#fbbf24"/>${ears}
  <rect y="560" width="1600" height="160" fill="#78350f"/><rect y="548" width="1600" height="22" fill="#92400e"/>${loaves}</svg>`;
