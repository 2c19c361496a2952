/**
 * Compares lists of a large league (1,000 clubs, 5,000 events and 10,000 videos, usually a quarter of each) with a plain
 * search over all items.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { type LargeLeague, largeLeague, seedLargeLeague } from '../../infra/local/seed/large-league.ts';
import { pageSize } from '../../shared/domain/limits.ts';
import { monthGrid } from '../../shared/domain/madrid-time.ts';
import { startDedicatedPlatform } from '../support/dedicated-platform.ts';
import { repetitions } from '../support/test-profile.ts';

const now = new Date();
const platform = await startDedicatedPlatform();
const parts = repetitions(4, 1);
let league: LargeLeague;
beforeAll(async () => {
  const { clubs, events, vods } = largeLeague;
  league = await seedLargeLeague({ clubs: clubs / parts, events: events / parts, vods: vods / parts }, now);
});
/** Scales a page number of the full league to the tested part. */
const at = (page: number) => Math.ceil(page / parts);

interface ListAnswer {
  ids: string[];
  total: number;
  totalPages: number;
}

async function list(path: string, collection: string, query: Record<string, string>): Promise<ListAnswer> {
  const response = await fetch(`${platform.addresses.api}${path}?${new URLSearchParams(query)}`);
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: Record<string, unknown> };
  const items = data[collection] as { id: string }[];
  return { ids: items.map(({ id }) => id), total: Number(data.total), totalPages: Number(data.totalPages) };
}

const createAnswer = (all: { id: string }[], page: number): ListAnswer => ({
  ids: all.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id),
  total: all.length,
  totalPages: Math.ceil(all.length / pageSize),
});

/** Looks for each word of the search in the title, without accents, case and punctuation. */
const contains = (title: string, search: string) => {
  const normalise = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = normalise(search).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => normalise(title).includes(word));
};

const compareNewestFirst = (a: { dateCreated: string }, b: { dateCreated: string }) =>
  a.dateCreated < b.dateCreated ? 1 : -1;

describe('lists of a large league', () => {
  test.each([
    [{}, 1],
    [{}, at(400)],
    [{}, at(817)],
    [{}, at(900)],
    [{ search: 'ÑORA ALTA' }, 2],
    [{ search: 'resumen: atlé' }, 1],
    [{ search: 'no hay nadie así' }, 1],
    [{ sport: 'basket' }, at(270)],
    [{ sport: 'SOCCER', search: 'rayo', club: 16 }, 1],
    [{ club: 7 }, 2],
  ])(
    '[V-LIST-2][V-GEN-4] have the videos that match %j, on page %i',
    async ({ club, ...filter }: { search?: string; sport?: string; club?: number }, page) => {
      const clubId = club === undefined ? undefined : league.clubs[club]?.id;
      const all = league.vods
        .filter(
          ({ visible, title, sport, clubIds }) =>
            visible &&
            contains(title, filter.search ?? '') &&
            (!filter.sport || sport.startsWith(filter.sport.toUpperCase())) &&
            (!clubId || clubIds.includes(clubId)),
        )
        .sort((a, b) => (a.renderOrder ?? 1e9) - (b.renderOrder ?? 1e9) || compareNewestFirst(a, b));
      const query = { ...filter, ...(clubId && { 'clubIds[]': clubId }), page: String(page) };
      expect(await list('/vods', 'vods', query)).toEqual(createAnswer(all, page));
    },
  );

  test.each([
    ['', 1],
    ['', at(80)],
    ['', at(82)],
    ['atl', 3],
    ['villa ursula', 1],
  ])('[V-CLUBS-1] have the clubs that match "%s" in Spanish order, on page %i', async (search, page) => {
    const { compare } = new Intl.Collator('es');
    const all = league.clubs
      .filter(({ visible, name }) => visible && contains(name, search))
      .sort((a, b) => compare(a.name, b.name));
    expect(await list('/clubs', 'clubs', { search, page: String(page) })).toEqual(createAnswer(all, page));
  });

  test.each([-300, -31, 0, 45])(
    '[V-CAL-1] show every match of the six weeks around a day that is %i days from now',
    async (days) => {
      const around = new Date(now.getTime() + days * 86_400_000);
      const { from, to } = monthGrid(around);
      const all = league.events.filter(
        ({ visible, scheduledStartDate, scheduledFinishDate }) =>
          visible && scheduledStartDate < to.toISOString() && scheduledFinishDate > from.toISOString(),
      );
      const { ids } = await list('/sportevents', 'sportEvents', { dateAround: around.toISOString() });
      expect(all.length).toBeGreaterThan(100);
      expect(new Set(ids)).toEqual(new Set(all.map(({ id }) => id)));
      expect(ids).toHaveLength(all.length);
    },
  );

  test('[V-API-4] lists each video of a club exactly once over all pages', async () => {
    const club = league.clubs[21];
    const all = league.vods.filter(({ visible, clubIds }) => visible && clubIds.includes(club?.id ?? ''));
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(all.length / pageSize) }, (_, index) =>
        list(`/clubs/${club?.id}/vods`, 'vods', { page: String(index + 1) }),
      ),
    );
    expect(all.length).toBeGreaterThan(pageSize);
    expect(pages.flatMap(({ ids }) => ids).sort()).toEqual(all.map(({ id }) => id).sort());
  });
});
