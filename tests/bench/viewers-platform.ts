/**
 * `viewers-platform.ts <viewers>`: a platform with videos, lists of lives and this many subscribers with a session.
 * Sends its parent the address, and on request its resource usage.
 */
import { subscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import {
  createPlayable,
  createSubscriber,
  endProcess,
  repeat,
  seedLeague,
  serveParent,
  startBenchPlatform,
} from './bench-platform.ts';
import type { Place } from './viewer.ts';

export interface Ready extends Place {
  tokens: string[];
}

/** Resource usage of the process since its start, and its current memory. */
export interface Usage {
  cpuMs: number;
  calls: number;
  /** Bytes: resident set of the process, and heap after a garbage collection. */
  resident: number;
  held: number;
}

// In memory if possible: on disk the local database makes 200 to 500 durable writes a second, and 2,000 viewers need
// 400. DynamoDB has no such limit.
const memory = '/dev/shm';
const platform = await startBenchPlatform({}, existsSync(memory) ? { parent: memory } : {});

let calls = 0;
subscribe('http.client.request.start', (message) => {
  const { request } = message as { request: ClientRequest };
  if (request.hasHeader('x-amz-target')) calls += 1;
});

process.on('message', (question) => {
  if (question === 'usage') process.send?.(usage());
  else void endProcess(platform);
});

await serveParent(platform, async () => {
  const clubIds = await seedLeague();
  const vodIds: string[] = [];
  for (let number = 0; number < 8; number += 1) vodIds.push((await createPlayable(number, clubIds)).vodId);
  const tokens = await repeat(Number(process.argv[2]), async () => (await createSubscriber()).token);
  const { api, media } = platform.addresses;
  process.send?.({ api, media, vodIds, tokens } satisfies Ready);
});

function usage(): Usage {
  // Collects garbage first, so that the collection does not count as a cost of requests.
  global.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { cpuMs: (user + system) / 1000, calls, resident: rss, held: heapUsed + external };
}
