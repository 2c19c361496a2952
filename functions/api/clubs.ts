import { ulid } from 'ulid';
import type * as z from 'zod';
import { type ClubChanges, clubEndpoints } from '../../shared/contract/clubs.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import type { Sport } from '../../shared/contract/schema.ts';
import type { MatchState } from '../../shared/domain/match-state.ts';
import { addFavourite, countFavourites, listFavourites, removeFavourite } from '../league/clubs/favourites.ts';
import {
  type ClubRow,
  clubs,
  requireClub,
  requireReadableClub,
  type StoredClub,
  toMomentKinds,
} from '../league/clubs/store.ts';
import { selectByTime, toState } from '../league/events/events-by-time.ts';
import { createVisibleFilter, type EventRow, events } from '../league/events/store.ts';
import type { ClubStaffCaller } from '../platform/auth/rules.ts';
import { pictureUrl } from '../platform/aws/addresses.ts';
import { domainEventWrite } from '../platform/events/domain-events.ts';
import { serveCached } from '../platform/http/serve.ts';
import { type ListFilter, matchesFilter, toPage, toPagination } from '../platform/lists/pagination.ts';
import { editItem } from '../platform/lists/require-item.ts';
import { notePicturesGarbage } from '../recordings/media/garbage.ts';
import { createPublishedFilter, vods } from '../recordings/vods/store.ts';

export const handler = serveCached([clubs], clubEndpoints, {
  'GET /clubs': async ({ query: { sport, details, ...query }, now }) => {
    const { items, page } = await list({ ...query, isLarge: details }, true, sport && (await listClubsOfSport(sport)));
    const findDetails = details ? await createClubDescriber(now) : () => ({});
    return { data: { clubs: items.map((club) => ({ ...toClubAnswer(club), ...findDetails(club.id) })), ...page } };
  },
  'GET /clubs/{id}': async ({ params, caller }) => ({
    data: { club: toClubAnswer(await requireReadableClub(params.id, caller)) },
  }),

  'GET /live/clubs': async ({ query }) => {
    const { items, page } = await list(query, query.visible);
    return { data: { clubs: await withFavourites(items), ...page } };
  },
  'POST /live/clubs': async ({ body, now }) => {
    const id = ulid(now);
    await clubs.create({ ...body, id, thumbnail: null, dateCreated: new Date(now).toISOString() });
    return { data: { id }, message: 'Club creado correctamente' };
  },
  'GET /live/clubs/{id}': async ({ params }) => answerManaged(await requireClub(params.id)),
  'PATCH /live/clubs/{id}': async ({ params, body }) => ({
    ...(await answerManaged(await change(params.id, body))),
    message: 'Club actualizado correctamente',
  }),
  'DELETE /live/clubs/{id}': async ({ params, now }) => {
    const removed = await clubs.remove(params.id, ({ id }) => [
      ...notePicturesGarbage('clubs', id, now),
      domainEventWrite('ClubDeleted', { clubId: id }, now),
    ]);
    if (!removed) throw new ApiError('CLB4040');
    return { message: 'Club eliminado correctamente' };
  },

  'GET /clubStaff/clubs': async ({ query }) => {
    const { items, page } = await list(query, undefined);
    return { data: { clubs: items.map(toClubAnswer), ...page } };
  },
  // Club staff may read any club.
  'GET /clubStaff/clubs/{id}': async ({ params }) => ({ data: { club: toClubAnswer(await requireClub(params.id)) } }),
  'PATCH /clubStaff/clubs/{id}': async ({ params, body, caller }) => {
    await requireOwn(params.id, caller);
    return { data: { club: toClubAnswer(await change(params.id, body)) }, message: 'Club actualizado correctamente' };
  },
  'DELETE /clubStaff/clubs/{id}': async () => {
    throw new ApiError('SSN4030');
  },

  'GET /users/me/favorite-clubs': async ({ caller }) => {
    const ids = await listFavourites(caller.user.id);
    await clubs.refresh();
    const items = await clubs.items(ids.filter((id) => clubs.getRow(id)?.visible).map((id) => ({ id })));
    return { data: { clubs: items.map(toClubAnswer) } };
  },
  'PUT /users/me/favorite-clubs/{clubId}': async ({ params, caller, now }) => {
    const club = await requireClub(params.clubId);
    if (!club.visible) throw new ApiError('CLB4040');
    await addFavourite(caller.user.id, club.id, now);
    return { message: 'Club añadido a tus favoritos' };
  },
  'DELETE /users/me/favorite-clubs/{clubId}': async ({ params, caller }) => {
    await removeFavourite(caller.user.id, params.clubId);
    return { message: 'Club quitado de tus favoritos' };
  },
});

interface ClubFilter extends ListFilter {
  /** Undefined selects both visible and hidden clubs. */
  visible: boolean | undefined;
}

function createClubFilter({ visible, ...filter }: ClubFilter) {
  const inSearch = matchesFilter(filter);
  return (row: ClubRow) => (visible === undefined || row.visible === visible) && inSearch(row);
}

/** Number of clubs on a page with details: all those of most leagues. */
const largePage = 60;

async function list(
  { search, page, isLarge = false }: { search?: string | undefined; page: number; isLarge?: boolean | undefined },
  visible: boolean | undefined,
  ofSport?: ReadonlySet<string>,
) {
  const choose = (rows: readonly ClubRow[]) =>
    toPage(ofSport ? rows.filter(({ id }) => ofSport.has(id)) : rows, page, isLarge ? largePage : undefined);
  const { items, ...shown } = await clubs.list({ search, visible }, createClubFilter, choose);
  return { items, page: toPagination(shown) };
}

async function listClubsOfSport(sport: Sport): Promise<ReadonlySet<string>> {
  const [matches, videos] = await Promise.all([
    events.find({ sport }, createVisibleFilter),
    vods.find({ sport }, createPublishedFilter),
  ]);
  return new Set([...matches, ...videos].flatMap(({ clubIds }) => clubIds));
}

/** Reads the sports and the next match of all clubs. */
async function createClubDescriber(now: number) {
  const [matches, videos] = await Promise.all([
    events.find({}, createVisibleFilter),
    vods.find({}, createPublishedFilter),
  ]);
  const sports = new Map<string, Set<Sport>>();
  for (const { sport, clubIds } of [...matches, ...videos])
    for (const id of clubIds) sports.set(id, (sports.get(id) ?? new Set()).add(sport));
  const next = new Map<string, EventRow>();
  for (const row of selectByTime('upcoming', matches, now)) {
    if (!beginsLater[toState(row, now)]) continue;
    for (const id of row.clubIds) if (!next.has(id)) next.set(id, row);
  }
  return (clubId: string) => {
    const match = next.get(clubId);
    const rivals = match?.clubIds.filter((id) => id !== clubId) ?? [];
    const rival = rivals.length === 1 ? clubs.getRow(rivals[0] ?? '') : undefined;
    return {
      sports: [...(sports.get(clubId) ?? [])].sort().reverse(),
      next: match ? { eventId: match.id, start: match.start, rival: rival?.visible ? rival.name : null } : null,
    };
  };
}

const beginsLater: Partial<Record<MatchState['kind'], true>> = { SCHEDULED: true, ABOUT_TO_BEGIN: true };

const change = (id: string, { version, ...edit }: z.output<typeof ClubChanges>): Promise<StoredClub> =>
  editItem(clubs, id, { version, missing: 'CLB4040' }, (club) => ({ ...club, ...edit }));

async function requireOwn(id: string, { user }: ClubStaffCaller): Promise<void> {
  await requireClub(id);
  if (user.clubId !== id) throw new ApiError('SSN4030');
}

const answerManaged = async (club: StoredClub) => {
  const [managedClub] = await withFavourites([club]);
  if (!managedClub) throw new ApiError('CLB4040');
  return { data: { club: managedClub } };
};

async function withFavourites(items: readonly StoredClub[]) {
  const counts = await countFavourites(items.map(({ id }) => id));
  return items.map((club, index) => ({ ...toClubAnswer(club), userFavoritedCount: counts[index] ?? 0 }));
}

const toClubAnswer = ({ id, name, visible, version, thumbnail, momentKinds, ...chosen }: StoredClub) => ({
  id,
  name,
  visible,
  version,
  thumbnail: pictureUrl(thumbnail),
  momentKinds: [...toMomentKinds({ momentKinds })],
  publicClips: chosen.publicClips ?? false,
  embedHosts: chosen.embedHosts ?? [],
  scoreInPreviews: chosen.scoreInPreviews ?? false,
  viewerClips: chosen.viewerClips ?? false,
  ...(chosen.protection && { protection: chosen.protection }),
});
