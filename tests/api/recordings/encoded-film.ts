/** Films that are made with ffmpeg, encoded by the platform, and measured. */
import { createDecipheriv } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { type MediaInfo, probe, runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { call, createClub, createPerson } from '../../support/api.ts';
import { eventually, isSettled } from '../../support/eventually.ts';
import { toScratchPath } from '../../support/media.ts';
import { uploads } from '../../support/uploads.ts';

const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { readObject } = await import('../../../functions/platform/aws/storage.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { clips } = await import('../../../functions/recordings/clips/store.ts');

export const admin = await createPerson('ADMIN');
const clubId = await createClub();
const { upload, waitForVod, fetchPlaylists } = uploads(admin.token, clubId);

let films = 0;

export async function make(extension: string, ...args: string[]): Promise<string> {
  const path = toScratchPath(`source-${films++}.${extension}`);
  await runFfmpeg(['-loglevel', 'error', ...args, '-y', path]);
  return path;
}

interface Encoded {
  id: string;
  generation: string;
  /** The whole recording, decrypted. */
  path: string;
  info: MediaInfo;
  /** Each segment, decrypted. */
  segments: Buffer[];
}

export async function encode(path: string): Promise<Encoded> {
  const { id } = await upload(await readFile(path), `partido.${path.split('.').at(-1)}`);
  expect(await waitForVod(id)).toMatchObject({ status: 'FINISHED' });
  await call('PATCH /live/vods/{id}', { token: admin.token, params: { id }, body: { visible: true } });
  const { playlist, key, segments: urls } = await fetchPlaylists(id);
  const fetchBytes = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
  const [vector, secret] = [Buffer.from(/IV=0x(\w{32})/.exec(playlist)?.[1] ?? '', 'hex'), await fetchBytes(key)];
  const segments = await Promise.all(
    urls.map(async (url) => {
      const decipher = createDecipheriv('aes-128-cbc', secret, vector);
      return Buffer.concat([decipher.update(await fetchBytes(url)), decipher.final()]);
    }),
  );
  const encoded = toScratchPath(`${id}.ts`);
  await writeFile(encoded, Buffer.concat(segments));
  const generation = (await vods.get(id))?.generation ?? '';
  return { id, generation, path: encoded, info: await probe(encoded), segments };
}

/** Mean colour of a picture or film as screens show it. */
export async function readColour(path: string, filters = 'null'): Promise<number[]> {
  const raw = `${path}.rgb`;
  const mean = `${filters},scale=sws_flags=accurate_rnd,format=gbrp,scale=1:1:flags=area,format=rgb24`;
  await runFfmpeg(['-loglevel', 'error', '-i', path, '-frames:v', '1', '-vf', mean, '-f', 'rawvideo', '-y', raw]);
  return [...(await readFile(raw))];
}

export async function storePicture(key: string): Promise<string> {
  const path = toScratchPath(`picture-${films++}.jpg`);
  await writeFile(path, (await readObject({ bucket: environment('MEDIA_BUCKET'), key })) ?? new Uint8Array());
  return path;
}

export async function cutClip(id: string, part: { start: number; seconds: number }) {
  const body = { title: 'Jugada', ...part };
  const made = await call('POST /vods/{id}/clips', { token: admin.token, params: { id }, body });
  return eventually(() => clips.get(made.data.id), isSettled);
}
