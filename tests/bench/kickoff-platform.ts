/**
 * `kickoff-platform.ts <viewers>`: a platform with one live match, one recording and this many subscribers with a
 * session, behind a caching edge. Sends its parent the addresses, and ends with it.
 */
import { ulid } from 'ulid';
import { createSource, createSourceItem } from '../../functions/broadcast/live/create-source.ts';
import { copyEventFields } from '../../functions/broadcast/live/rules.ts';
import { changeSource } from '../../functions/broadcast/live/store.ts';
import { events } from '../../functions/league/events/store.ts';
import { setPassword } from '../../functions/platform/aws/identity.ts';
import { buildEvent } from '../support/records.ts';
import {
  createPlayable,
  createViewer,
  endProcess,
  repeat,
  seedLeague,
  serveParent,
  startBenchPlatform,
} from './bench-platform.ts';

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

const platform = await startBenchPlatform(
  {
    cachesAtEdge: true,
    // There is no camera: the reconciliation with IVS, each minute by default, would end the live.
    minuteMs: 30_000_000,
  },
  '<!doctype html><title>Cantera TV</title>',
);
process.on('message', () => void endProcess(platform));

await serveParent(platform, async () => {
  const clubIds = await seedLeague();
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
  const recorded = await createPlayable(0, clubIds);
  const people = await repeat(Number(process.argv[2]), async (number) => {
    const person = await createViewer('REGULAR_SUBSCRIBER');
    // Only these log in with a password.
    if (number < 50) await setPassword(person.id, password);
    return person;
  });
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
});
