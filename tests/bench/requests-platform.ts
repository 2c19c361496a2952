/**
 * `requests-platform.ts <vods>`: a platform with a large league, and a bare Node server that answers as many bytes as a
 * list, as the baseline of this machine. Sends its parent both addresses.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPlatform } from '../../infra/local/platform.ts';
import { largeLeague, seedLargeLeague } from '../../infra/local/seed/large-league.ts';

export interface Ready {
  /** The API through the edge, as viewers reach it. */
  edge: string;
  /** The API without the edge cache. */
  api: string;
  bare: string;
  vodId: string;
}

const dataDir = mkdtempSync(join(tmpdir(), 'cantera-bench-requests-'));
const ports = { web: 0, api: 0, media: 0, mail: 0, payments: 0, live: 0, rtmp: 0 };
const webFolder = mkdtempSync(join(dataDir, 'web-'));
const platform = await startPlatform({ config: { dataDir, ports }, webFolder, cachesAtEdge: true });
process.once('disconnect', end);

try {
  const league = await seedLargeLeague({ ...largeLeague, vods: Number(process.argv[2]) }, new Date());
  const vodId = league.vods.find(({ visible, sportEventId }) => visible && sportEventId)?.id ?? '';
  const { web, api } = platform.addresses;
  const body = Buffer.from(await (await fetch(`${api}/vods?page=1`)).arrayBuffer());
  const bare = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  });
  await new Promise<void>((listening) => bare.listen(0, '127.0.0.1', listening));
  const { port } = bare.address() as AddressInfo;
  process.send?.({ edge: `${web}/api`, api, bare: `http://127.0.0.1:${port}`, vodId } satisfies Ready);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
  await end();
}

async function end(): Promise<void> {
  await Promise.race([platform.close(), sleep(5000)]);
  rmSync(dataDir, { recursive: true, force: true });
  process.exit();
}
