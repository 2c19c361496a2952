/**
 * `kickoff-platform.ts <viewers>`: a platform with one live match, one recording and this many subscribers with a
 * session, behind a caching edge. Sends its parent the addresses, and ends with it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import { createSource, createSourceItem } from '../../functions/broadcast/live/create-source.ts';
import { copyEventFields } from '../../functions/broadcast/live/rules.ts';
import { changeSource } from '../../functions/broadcast/live/store.ts';
import { events } from '../../functions/league/events/store.ts';
import { createUser } from '../../functions/people/accounts/store.ts';
import { startSession } from '../../functions/platform/auth/sessions.ts';
import { setPassword } from '../../functions/platform/aws/identity.ts';
import { writeObject } from '../../functions/platform/aws/storage.ts';
import { saveEncryptionKey } from '../../functions/recordings/media/encoding.ts';
import { createMediaFields } from '../../functions/recordings/media/rules.ts';
import { vods } from '../../functions/recordings/vods/store.ts';
import { startPlatform } from '../../infra/local/platform.ts';
import { largeLeague, seedLargeLeague } from '../../infra/local/seed/large-league.ts';
import { toSeedId } from '../../infra/local/seed/steps.ts';
import { generationFolder } from '../../shared/domain/media-address.ts';
import { buildEvent, buildUser } from '../support/records.ts';

export interface Stage {
  /** Through the edge. */
  web: string;
  media: string;
  slug: string;
  vodId: string;
  generation: string;
  emails: string[];
  tokens: string[];
  password: string;
  environment: NodeJS.ProcessEnv;
}

const password = 'cantera-demo';

const dataDir = mkdtempSync(join(tmpdir(), 'cantera-bench-kickoff-'));
const webFolder = join(dataDir, 'shell');
mkdirSync(webFolder);
writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>Cantera TV</title>');
const ports = { web: 0, api: 0, media: 0, mail: 0, payments: 0, live: 0, rtmp: 0 };
const platform = await startPlatform({
  config: { dataDir, ports },
  webFolder,
  cachesAtEdge: true,
  // There is no camera: the reconciliation with IVS, each minute by default, would end the live.
  minuteMs: 30_000_000,
});
process.on('message', () => void end());
process.once('disconnect', end);

try {
  const league = await seedLargeLeague({ ...largeLeague, vods: 500 }, new Date());
  const clubIds = league.clubs.slice(0, 2).map(({ id }) => id);
  const event = await events.create(buildEvent({ clubIds }));
  const slug = 'derbi';
  const source = await createSource(createSourceItem('camera', slug, Date.now()));
  await changeSource(source.id, {
    sportEventId: event.id,
    ...copyEventFields(event),
    broadcast: {
      id: ulid(),
      streamId: 'st-kickoff',
      startedAt: new Date().toISOString(),
      stoppedAt: null,
      event: { id: event.id, title: event.title, sport: event.sport, clubIds },
    },
  });
  const recorded = await recording(clubIds);
  const people = [];
  for (let from = 0; from < Number(process.argv[2]); from += 50)
    people.push(
      ...(await Promise.all(Array.from({ length: Math.min(50, Number(process.argv[2]) - from) }, subscriber))),
    );
  process.send?.({
    web: platform.addresses.web,
    media: platform.addresses.media,
    slug,
    ...recorded,
    emails: people.slice(0, 50).map(({ email }) => email),
    tokens: people.map(({ token }) => token),
    password,
    environment: process.env,
  } satisfies Stage);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
  await end();
}

/** Has a password, since the first few log in. */
async function subscriber(_: unknown, number: number): Promise<{ email: string; token: string }> {
  const user = buildUser('REGULAR_SUBSCRIBER');
  await createUser(user);
  if (number < 50) await setPassword(user.id, password);
  return { email: user.email, token: (await startSession(user, false, Date.now())).token };
}

/** A match of two hours. */
async function recording(clubIds: string[]): Promise<{ vodId: string; generation: string }> {
  const [vodId, generation] = [toSeedId('V', 990_000), toSeedId('N', 990_000)];
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
  await vods.create({
    ...createMediaFields(null, 1000),
    ...{ id: vodId, title: 'El derbi', summary: '', sport: 'SOCCER', sportEventId: null, clubIds, visible: true },
    ...{ renderOrder: null, dateCreated: new Date().toISOString(), uploadId: null, status: 'FINISHED' },
    ...{ generation, duration: 7200 },
  });
  return { vodId, generation };
}

async function end(): Promise<void> {
  await Promise.race([platform.close(), sleep(5000)]);
  rmSync(dataDir, { recursive: true, force: true });
  process.exit();
}
