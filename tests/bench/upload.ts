/**
 * From the last byte of an upload to its first playable picture: a film of a minute, and a match of 90 minutes at 8
 * Mbit/s. The first segment counts when it is fetched and decrypted as a player does it.
 */
import { createDecipheriv } from 'node:crypto';
import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runFfmpeg } from '../../infra/local/ffmpeg/ffmpeg.ts';
import { createCaller } from '../support/call-api.ts';
import { inTemporaryFolder } from '../support/in-temporary-folder.ts';
import { makeClip } from '../support/media.ts';
import { createViewer, startBenchPlatform } from './bench-platform.ts';
import type { Figure } from './figure.ts';

export async function upload(): Promise<Figure[]> {
  return inTemporaryFolder(async (folder) => {
    const [short, long] = [join(folder, 'short.mp4'), join(folder, 'long.mp4')];
    // With the index at the end, as cameras write it.
    const noise = ['-vf', 'noise=alls=12:allf=t', '-g', '60', '-movflags', '-faststart'];
    const rate = ['-b:v', '8M', '-maxrate', '8M', '-bufsize', '8M'];
    await makeClip(short, { seconds: 60, size: '1920x1080', rate: 30, output: [...noise, ...rate] });
    await runFfmpeg(['-stream_loop', '89', '-i', short, '-c', 'copy', '-y', long]);
    const platform = await startBenchPlatform();
    try {
      const admin = await createViewer('ADMIN');
      const callApi = createCaller(platform.addresses.api);
      const call: Call = (path, body) => callApi(body ? 'POST' : 'GET', path, admin, body);
      const minute = await uploadAndPlay(call, short);
      const match = await uploadAndPlay(call, long);
      return [
        { what: 'Last byte → first picture, 60 s of 1080p', value: minute, unit: 's', limit: 5 },
        { what: 'Last byte → first picture, 90 min at 8 Mbit/s', value: match, unit: 's', limit: 5 },
      ];
    } finally {
      await platform.close();
    }
  });
}

type Call = (path: string, body?: object) => ReturnType<ReturnType<typeof createCaller>>;

const partsAtOnce = 4;

async function uploadAndPlay(call: Call, path: string): Promise<number> {
  const { size } = statSync(path);
  const file = { name: 'partido.mp4', type: 'video/mp4', size };
  const made = await call('/live/vods', { title: 'Bench', clubIds: [], file });
  const { id, parts, partSize } = made.upload;
  const handle = await open(path);
  const numbers = Array.from({ length: parts }, (_, index) => index + 1);
  for (let from = 0; from < parts; from += partsAtOnce) {
    const { data } = await call(`/uploads/${id}/parts`, { parts: numbers.slice(from, from + partsAtOnce) });
    await Promise.all(
      (data.urls as { part: number; url: string }[]).map(async ({ part, url }) => {
        const body = Buffer.alloc(Math.min(partSize, size - (part - 1) * partSize));
        await handle.read(body, 0, body.length, (part - 1) * partSize);
        const stored = await fetch(url, { method: 'PUT', body });
        if (!stored.ok) throw new Error(`part ${part}: ${stored.status}`);
      }),
    );
  }
  await handle.close();
  const begun = performance.now();
  await call(`/uploads/${id}/complete`, {});
  while (!(await playFirst(call, made.data))) await sleep(50);
  return (performance.now() - begun) / 1000;
}

/** Fetches and decrypts the first segment; false while there is none. */
async function playFirst(call: Call, id: string): Promise<boolean> {
  const url: string | undefined = (await call(`/vods/${id}`)).data.vod.playback.url;
  if (!url) return false;
  const readText = async (address: string) => (await fetch(address)).text();
  const rendition = new URL(/^index_\S+/m.exec(await readText(url))?.[0] ?? '', url).href;
  const playlist = await readText(rendition);
  const find = (pattern: RegExp) => new URL(pattern.exec(playlist)?.[1] ?? '', rendition).href;
  const [key, segment] = await Promise.all(
    [find(/URI="([^"]+)"/), find(/^(\.\.\/\S+)/m)].map(async (address) =>
      Buffer.from(await (await fetch(address)).arrayBuffer()),
    ),
  );
  const decipher = createDecipheriv(
    'aes-128-cbc',
    key as Buffer,
    Buffer.from(/IV=0x([\da-f]{32})/i.exec(playlist)?.[1] ?? '', 'hex'),
  );
  const plain = Buffer.concat([decipher.update(segment as Buffer), decipher.final()]);
  return plain[0] === 0x47;
}
