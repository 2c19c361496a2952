/**
 * `viewers-platform.ts <viewers>`: a platform with videos, lists of lives and this many subscribers with a session.
 * Sends its parent the address, and on request its resource usage.
 */
import { subscribe } from 'node:diagnostics_channel';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createUser } from '../../functions/people/accounts/store.ts';
import { startSession } from '../../functions/platform/auth/sessions.ts';
import { writeObject } from '../../functions/platform/aws/storage.ts';
import { createMediaFields } from '../../functions/recordings/media/rules.ts';
import { vods } from '../../functions/recordings/vods/store.ts';
import { startPlatform } from '../../infra/local/platform.ts';
import { largeLeague, seedLargeLeague } from '../../infra/local/seed/large-league.ts';
import { toSeedId } from '../../infra/local/seed/steps.ts';
import { generationFolder } from '../../shared/domain/media-address.ts';
import { buildUser } from '../support/records.ts';
import type { Place } from './viewer.ts';

export interface Ready extends Place {
  tokens: string[];
}

/** Resource usage of the process since its start, and its current memory. */
export interface Usage {
  cpuMs: number;
  /** DynamoDB calls. */
  calls: number;
  /** Bytes: resident set of the process, and heap after a garbage collection. */
  resident: number;
  held: number;
}

// In memory if possible: on disk the local database makes 200 to 500 durable writes a second, and 2,000 viewers need
// 400. DynamoDB has no such limit.
const memory = '/dev/shm';
const dataDir = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'cantera-bench-viewers-'));
const ports = { web: 0, api: 0, media: 0, mail: 0, payments: 0, live: 0, rtmp: 0 };
const platform = await startPlatform({ config: { dataDir, ports } });

let calls = 0;
subscribe('http.client.request.start', (message) => {
  const { request } = message as { request: ClientRequest };
  if (request.hasHeader('x-amz-target')) calls += 1;
});

process.on('message', (question) => {
  if (question === 'usage') process.send?.(usage());
  else void end();
});
process.once('disconnect', end);

try {
  const viewers = Number(process.argv[2]);
  const league = await seedLargeLeague({ ...largeLeague, vods: 500 }, new Date());
  const clubIds = league.clubs.slice(0, 2).map(({ id }) => id);
  const vodIds: string[] = [];
  for (let number = 0; number < 8; number += 1) vodIds.push(await playable(number, clubIds));
  const tokens: string[] = [];
  for (let from = 0; from < viewers; from += 50)
    tokens.push(...(await Promise.all(Array.from({ length: Math.min(50, viewers - from) }, subscriber))));
  const { api, media } = platform.addresses;
  process.send?.({ api, media, vodIds, tokens } satisfies Ready);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
  await end();
}

async function subscriber(): Promise<string> {
  const user = buildUser('REGULAR_SUBSCRIBER');
  await createUser(user);
  return (await startSession(user, false, Date.now())).token;
}

/** A match of two hours without segments, which S3 serves, not a function. */
async function playable(number: number, clubIds: string[]): Promise<string> {
  const [id, generation] = [toSeedId('V', 990_000 + number), toSeedId('N', 990_000 + number)];
  const folder = generationFolder('vods', id, generation);
  const lines = Array.from({ length: 1800 }, (_, index) => `#EXTINF:4.0,\nindex_720p_${index}.ts`).join('\n');
  const files = {
    'index.m3u8': '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=3000000,RESOLUTION=1280x720\nindex_720p.m3u8\n',
    'index_720p.m3u8': `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${generation}.key"\n${lines}\n#EXT-X-ENDLIST\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    const address = { bucket: process.env.MEDIA_BUCKET ?? '', key: `${folder}/${name}` };
    await writeObject(address, text, { contentType: 'application/vnd.apple.mpegurl' });
  }
  await vods.create({
    ...createMediaFields(null, 1000),
    ...{ id, title: `Partido ${number}`, summary: '', sport: 'SOCCER', sportEventId: null, clubIds, visible: true },
    ...{ renderOrder: null, dateCreated: new Date().toISOString(), uploadId: null, status: 'FINISHED' },
    ...{ generation, duration: 7200 },
  });
  return id;
}

function usage(): Usage {
  // Collected first, so that the collection does not count as cost of requests.
  global.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { cpuMs: (user + system) / 1000, calls, resident: rss, held: heapUsed + external };
}

async function end(): Promise<void> {
  await Promise.race([platform.close(), sleep(5000)]);
  rmSync(dataDir, { recursive: true, force: true });
  process.exit();
}
