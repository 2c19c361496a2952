/** What is on air now. */
import { Refusal } from '../../shared/errors.ts';
import { liveEndpoints } from '../../shared/live.ts';
import type { Sport } from '../../shared/schema.ts';
import type { Caller } from '../accounts/rules.ts';
import { pictureUrl } from '../aws/addresses.ts';
import { clubNamer } from '../clubs/store.ts';
import { events } from '../events/store.ts';
import { serve } from '../http/serve.ts';
import { grantLive } from '../playback/grant.ts';
import { isOnAir, isShown, type StoredSource, shownTitle } from './rules.ts';
import { sourceBySlug, sources } from './store.ts';

interface Filter {
  sport?: Sport | undefined;
  clubId?: string;
  eventId?: string;
}

export const handler = serve(liveEndpoints, {
  'GET /liveusers': async ({ query, now }) => ({ data: await onAir({ sport: query.sport }, now) }),
  'GET /clubs/{id}/lives': async ({ params, now }) => ({ data: await onAir({ clubId: params.id }, now) }),
  'GET /sportevents/{id}/lives': async ({ params, now }) => ({ data: await onAir({ eventId: params.id }, now) }),

  'GET /liveusers/{slug}': async ({ params, caller, now }) => {
    const source = await sourceBySlug(params.slug);
    if (!source || !(isShown(source) || mayPreview(source, caller))) throw new Refusal('BRD4040');
    const event = source.sportEventId ? await events.get(source.sportEventId) : undefined;
    const playback = await grantLive(
      source.slug,
      { event, clubIds: source.clubIds },
      isOnAir(source, now),
      caller,
      now,
    );
    const card = (await cards([source], now))[0] as Awaited<ReturnType<typeof cards>>[number];
    return { data: { liveUser: { ...card, sportEvent: event ?? null, playback } } };
  },
});

async function onAir({ sport, clubId, eventId }: Filter, now: number) {
  const rows = (await sources.rows()).filter(
    (row) =>
      isOnAir(row, now) &&
      isShown({ ...row, title: row.ownTitle ? row.title : '' }) &&
      (!sport || row.sport === sport) &&
      (!clubId || row.clubIds.includes(clubId)) &&
      (!eventId || row.sportEventId === eventId),
  );
  return { liveUsers: await cards(await sources.items(rows), now) };
}

async function cards(shown: readonly StoredSource[], now: number) {
  const nameClubs = await clubNamer(shown);
  return shown.map((source) => {
    const isLive = isOnAir(source, now);
    return {
      slug: source.slug,
      title: shownTitle(source),
      summary: source.summary,
      thumbnail: pictureUrl(source.thumbnail),
      isLive,
      status: isLive ? ('ONLINE' as const) : ('OFFLINE' as const),
      sport: source.sport,
      sportEventId: source.sportEventId,
      clubs: nameClubs(source.clubIds),
      startedAt: source.broadcast?.startedAt ?? null,
    };
  });
}

/** A source in test, or without an event, is for admins only: they check the picture before the match. */
const mayPreview = (_source: StoredSource, caller: Caller | undefined) => caller?.user.role === 'ADMIN';
