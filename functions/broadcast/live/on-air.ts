/** The sources that are on air now, as cards. */
import type { LiveCard } from '../../../shared/broadcast/live.ts';
import type { Sport } from '../../../shared/schema.ts';
import { clubNamer } from '../../league/clubs/store.ts';
import { events } from '../../league/events/store.ts';
import { pictureUrl } from '../../platform/aws/addresses.ts';
import { isOnAir, isShown, type StoredSource, shownTitle } from './rules.ts';
import { sources } from './store.ts';

interface Filter {
  sport?: Sport | undefined;
  clubId?: string;
  eventId?: string;
}

export async function livesOnAir(now: number, { sport, clubId, eventId }: Filter = {}): Promise<LiveCard[]> {
  const rows = (await sources.rows()).filter(
    (row) =>
      isOnAir(row, now) &&
      isShown({ ...row, title: row.ownTitle ? row.title : '' }) &&
      (!sport || row.sport === sport) &&
      (!clubId || row.clubIds.includes(clubId)) &&
      (!eventId || row.sportEventId === eventId),
  );
  return liveCards(await sources.items(rows), now);
}

export async function liveCards(shown: readonly StoredSource[], now: number): Promise<LiveCard[]> {
  const [nameClubs, eventPictures] = await Promise.all([clubNamer(shown), picturesOfEvents(shown)]);
  return shown.map((source) => {
    const isLive = isOnAir(source, now);
    return {
      slug: source.slug,
      title: shownTitle(source),
      summary: source.summary,
      thumbnail: pictureUrl(source.thumbnail ?? eventPictures.get(source.sportEventId ?? '') ?? null),
      isLive,
      status: isLive ? ('ONLINE' as const) : ('OFFLINE' as const),
      sport: source.sport,
      sportEventId: source.sportEventId,
      clubs: nameClubs(source.clubIds),
      startedAt: source.broadcast?.startedAt ?? null,
    };
  });
}

/** A camera without a picture of its own shows that of its event. */
async function picturesOfEvents(shown: readonly StoredSource[]): Promise<Map<string, string | null>> {
  const ids = shown.flatMap(({ thumbnail, sportEventId }) =>
    thumbnail === null && sportEventId ? [sportEventId] : [],
  );
  if (ids.length === 0) return new Map();
  await events.refresh(pictureMaxAgeMs);
  const found = await events.items(ids.map((id) => ({ id })));
  return new Map(found.map(({ id, thumbnail }) => [id, thumbnail]));
}

const pictureMaxAgeMs = 5_000;
