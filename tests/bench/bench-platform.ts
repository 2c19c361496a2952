/** A platform with temporary data on free ports, and its viewers and videos. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createUser } from '../../functions/people/accounts/store.ts';
import { startSession } from '../../functions/platform/auth/sessions.ts';
import { writeObject } from '../../functions/platform/aws/storage.ts';
import { saveEncryptionKey } from '../../functions/recordings/media/encoding.ts';
import { vods } from '../../functions/recordings/vods/store.ts';
import { startPlatform } from '../../infra/local/platform.ts';
import { largeLeague, seedLargeLeague } from '../../infra/local/seed/large-league.ts';
import { toSeedId } from '../../infra/local/seed/steps.ts';
import type { Role } from '../../shared/contract/user.ts';
import { generationFolder } from '../../shared/domain/media-address.ts';
import { buildFinishedMedia, buildUser } from '../support/records.ts';

type Options = Parameters<typeof startPlatform>[0];

/** Starts a platform, whose data are removed when it is closed. `shell` is the page of a web app without code. */
export async function startBenchPlatform(options: Omit<Options, 'config'> = {}, shell?: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'cantera-bench-'));
  const ports = { web: 0, api: 0, media: 0, mail: 0, payments: 0, live: 0, rtmp: 0 };
  const webFolder = shell === undefined ? undefined : join(dataDir, 'web');
  if (webFolder) {
    mkdirSync(webFolder);
    writeFileSync(join(webFolder, 'index.html'), shell ?? '');
  }
  const platform = await startPlatform({ config: { dataDir, ports }, ...options, ...(webFolder && { webFolder }) });
  const close = async () => {
    await platform.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...platform, close };
}

/** Prepares this process's platform, and ends it with its parent or after a failure. */
export async function serveParent(platform: { close: () => Promise<void> }, prepare: () => Promise<void>) {
  process.once('disconnect', () => void endProcess(platform));
  await prepare().catch(async (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
    await endProcess(platform);
  });
}

export async function endProcess(platform: { close: () => Promise<void> }): Promise<void> {
  await Promise.race([platform.close(), sleep(5000)]);
  process.exit();
}

/** Fills the platform with a league of 500 videos; returns the ids of two clubs. */
export async function seedLeague(): Promise<string[]> {
  const { clubs } = await seedLargeLeague({ ...largeLeague, vods: 500 }, new Date());
  return clubs.slice(0, 2).map(({ id }) => id);
}

/** Creates an account with a session. */
export async function createViewer(role: Role): Promise<{ id: string; email: string; token: string }> {
  const user = buildUser(role);
  await createUser(user);
  return { id: user.id, email: user.email, token: (await startSession(user, false, Date.now())).token };
}

/** Calls something this many times, 50 at once. */
export async function repeat<T>(times: number, call: (number: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let from = 0; from < times; from += 50)
    results.push(
      ...(await Promise.all(Array.from({ length: Math.min(50, times - from) }, (_, index) => call(from + index)))),
    );
  return results;
}

/** Creates a recording of two hours. It has no segments, because S3 serves those and no function. */
export async function createPlayable(
  number: number,
  clubIds: string[],
): Promise<{ vodId: string; generation: string }> {
  const [vodId, generation] = [toSeedId('V', 990_000 + number), toSeedId('N', 990_000 + number)];
  const lines = Array.from({ length: 1800 }, (_, index) => `#EXTINF:4.0,\nindex_720p_${index}.ts`).join('\n');
  const files = {
    'index.m3u8': '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=3000000,RESOLUTION=1280x720\nindex_720p.m3u8\n',
    'index_720p.m3u8': `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${generation}.key"\n${lines}\n#EXT-X-ENDLIST\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    const key = `${generationFolder('vods', vodId, generation)}/${name}`;
    const address = { bucket: process.env.MEDIA_BUCKET ?? '', key };
    await writeObject(address, text, { contentType: 'application/vnd.apple.mpegurl' });
  }
  await saveEncryptionKey({ kind: 'vods', id: vodId }, generation, '00'.repeat(16));
  const about = { summary: '', sport: 'SOCCER' as const, sportEventId: null, clubIds };
  await vods.create({ ...buildFinishedMedia(), ...about, id: vodId, generation, duration: 7200 });
  return { vodId, generation };
}
