/**
 * `requests-platform.ts <vods>`: a platform with a large league, and a bare Node server that answers as many bytes as a
 * list, as the baseline of this machine. Sends its parent their addresses.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { largeLeague, seedLargeLeague } from '../../infra/local/seed/large-league.ts';
import { serveParent, startBenchPlatform } from './bench-platform.ts';

export interface Ready {
  /** The API through the edge, as viewers reach it. */
  edge: string;
  /** The API without the edge cache. */
  api: string;
  bare: string;
  vodId: string;
}

const platform = await startBenchPlatform({ cachesAtEdge: true }, '');

await serveParent(platform, async () => {
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
});
