/** Standings, brackets and scorers of competitions from the results that visitors may see. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import type { StoredEvent } from '../../../functions/league/events/rules.ts';
import { toCompetitionKey, toCompetitionSlug } from '../../../shared/domain/competition.ts';
import { addresses, call, createClub, createEvent, createPerson } from '../../support/api.ts';

const { append } = await import('../../../functions/league/scores/store.ts');
const { clubs } = await import('../../../functions/league/clubs/store.ts');
const { events } = await import('../../../functions/league/events/store.ts');

const createResult = (home: number, away: number) => ({
  state: 'FINISHED' as const,
  score: { home, away, phase: 'ENDED' as const, period: 2, version: 1 },
});

const at = (day: string) => ({
  scheduledStartDate: `${day}T10:00:00.000Z`,
  scheduledFinishDate: `${day}T12:00:00.000Z`,
});

async function league(name = `Liga Vega ${ulid()}`) {
  const [a = '', b = '', c = ''] = await Promise.all(['Alfa', 'Beta', 'Gama'].map((club) => createClub(club)));
  const start = '2026-10-10T10:00:00.000Z';
  const match = (home: string, away: string, more: Partial<StoredEvent> = {}) =>
    createEvent({
      clubIds: [home, away],
      homeClubId: home,
      awayClubId: away,
      competition: name,
      category: 'alevin',
      scheduledStartDate: start,
      scheduledFinishDate: '2026-10-10T12:00:00.000Z',
      matchday: '1',
      ...more,
    });
  const slug = toCompetitionSlug({ sport: 'SOCCER', competition: name, category: 'alevin', start }) ?? '';
  const read = async () => (await call('GET /competitions/{slug}', { params: { slug } })).data.competition;
  const readStandings = async () => (await call('GET /competitions/{slug}/standings', { params: { slug } })).data;
  return { name, slug, a, b, c, match, read, readStandings };
}

describe('[H-FIND-3] a competition', () => {
  test('has a table from the results that are known, and says how many are missing', async () => {
    const { name, slug, a, b, c, match, read, readStandings } = await league();
    await match(a, b, createResult(2, 0));
    await match(b, c, createResult(1, 1));
    await match(c, a, at('2026-10-17'));
    await match(a, c, { state: 'POSTPONED' });
    await match(a, c, { ...createResult(9, 0), state: 'CANCELLED' });
    await match(a, c, at('2027-05-01'));
    const competition = await read();
    expect(competition).toMatchObject({ slug, name, category: 'alevin', season: 2026, sport: 'SOCCER', missing: 1 });
    expect(competition.clubs.map((club) => club.name)).toEqual(['Alfa', 'Beta', 'Gama']);
    expect(JSON.stringify(competition)).not.toContain('"score":{');
    const { standings } = await readStandings();
    expect(standings.map((row) => [row.position, row.clubId, row.points, row.form.join('')])).toEqual([
      [1, a, 3, 'W'],
      [2, c, 1, 'D'],
      [3, b, 1, 'LD'],
    ]);
    const list = await call('GET /competitions', { query: { clubIds: [a] } });
    expect(list.data.competitions.map((one) => one.slug)).toEqual([slug]);
  });

  test('counts neither hidden nor deleted matches, and names no hidden club', async () => {
    const { slug, a, b, c, match, read, readStandings } = await league();
    await match(a, b, createResult(1, 0));
    await match(b, a, { ...createResult(5, 0), visible: false });
    const secret = await createClub('Oculto', { visible: false });
    await match(secret, a, createResult(7, 0));
    const removed = await match(c, a, createResult(3, 0));
    await events.remove(removed.id);
    const { standings } = await readStandings();
    expect(standings.map(({ clubId, points }) => [clubId, points])).toEqual([
      [a, 3],
      [b, 0],
    ]);
    expect(JSON.stringify([await read(), standings])).not.toContain(secret);
    // The competition disappears without a visible match.
    for (const row of (await events.rows()).filter(({ clubIds }) => clubIds.includes(a)))
      await events.change(row.id, (event) => ({ ...event, visible: false }));
    const status = async () => (await call('GET /competitions/{slug}', { params: { slug } })).status;
    await expect.poll(status, { timeout: 5_000 }).toBe(404);
  });

  test('shows knock-out rounds as a bracket, and its league matches apart', async () => {
    const { a, b, c, match, readStandings } = await league();
    await match(a, b, { ...createResult(2, 1), matchday: 'Semifinal' });
    await match(a, c, { matchday: 'Final', ...at('2027-05-01') });
    const { standings, rounds } = await readStandings();
    expect(standings).toEqual([]);
    expect(rounds.map(({ name, ties }) => [name, ties.length, ties[0]?.winnerId])).toEqual([
      ['Semifinales', 1, a],
      ['Final', 1, null],
    ]);
  });

  test('shows the running score of a tie that is being played, which decides nothing yet', async () => {
    const { a, b, match, readStandings } = await league();
    const score = { home: 0, away: 2, phase: 'PLAYING' as const, period: 1, version: 3 };
    const now = Date.now();
    const hour = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
    const times = { scheduledStartDate: '2026-10-10T10:00:00.000Z', scheduledFinishDate: hour(1) };
    const { id } = await match(a, b, { ...times, matchday: 'Semifinal', state: 'LIVE', score });
    await match(b, a, { ...times, state: 'LIVE', score });
    const { rounds, running, standings } = await readStandings();
    expect(rounds[0]?.ties).toMatchObject([
      { winnerId: null, legs: [{ eventId: id, score: { home: 0, away: 2 }, isLive: true }] },
    ]);
    // The table says that a match of the league is being played, and does not count it yet.
    expect(running).toMatchObject([{ homeId: b, awayId: a, home: 0, away: 2 }]);
    expect(standings.map(({ played }) => played)).toEqual([0, 0]);
  });

  test('has its last result, and its next match apart from the results', async () => {
    const { a, b, c, match, read, readStandings } = await league();
    const last = await match(a, b, { ...createResult(2, 1), ...at('2026-10-17') });
    await match(b, c, { ...createResult(0, 0), ...at('2026-10-11') });
    const next = await match(c, a, at('2027-02-06'));
    await match(b, a, at('2027-02-13'));
    expect((await readStandings()).last).toMatchObject({ id: last.id, score: { home: 2, away: 1 } });
    expect((await read()).next).toMatchObject({ id: next.id, score: null, homeClubId: c });
  });

  test('lists scorers by shirt number where the scorer noted it', async () => {
    const { a, b, match, readStandings } = await league();
    const { id } = await match(a, b, createResult(3, 1));
    const device = ulid();
    const action = (kind: 'GOAL' | 'OWN_GOAL', side: 'HOME' | 'AWAY', shirt: number | null, sequence: number) => ({
      id: ulid(),
      kind,
      side,
      shirt,
      period: 1,
      clockMs: sequence,
      at: sequence,
      undoes: null,
      device,
      sequence,
      clientAt: sequence,
      receivedAt: sequence,
    });
    const log = [
      action('GOAL', 'HOME', 9, 1),
      action('GOAL', 'HOME', 9, 2),
      action('GOAL', 'HOME', null, 3),
      action('OWN_GOAL', 'HOME', 4, 4),
    ];
    await append(
      id,
      () => log,
      () => [],
    );
    expect((await readStandings()).scorers).toEqual([{ clubId: a, shirt: 9, points: 2 }]);
  });

  test('uses the tie-break rule and the points that an admin chooses', async () => {
    const { name, a, b, c, match, readStandings, read } = await league();
    await match(a, b, createResult(2, 0));
    await match(b, a, createResult(1, 0));
    await match(a, c, createResult(1, 0));
    await match(b, c, createResult(5, 0));
    const order = async () => (await readStandings()).standings.map(({ clubId }) => clubId);
    expect(await order()).toEqual([a, b, c]);
    const { token } = await createPerson('ADMIN');
    const key = toCompetitionKey({ sport: 'SOCCER', competition: name }) ?? '';
    const listed = (await call('GET /live/competitions', { token })).data.competitions.find((one) => one.key === key);
    expect(listed).toMatchObject({ name, version: 0, rules: { win: 3, draw: 1, loss: 0, ties: 'HEAD_TO_HEAD' } });
    const body = { win: 2, draw: 1, loss: 0, ties: 'GENERAL' as const, promoted: 1, version: 0 };
    const saved = await call('PATCH /live/competitions/{key}', { token, params: { key }, body });
    expect(saved.data.competition).toMatchObject({ version: 1, rules: { win: 2, ties: 'GENERAL' } });
    expect((await call('PATCH /live/competitions/{key}', { token, params: { key: 'futbol-nada' }, body })).code).toBe(
      'COM4040',
    );
    // A new match invalidates the cached answer.
    await match(b, c, at('2027-05-01'));
    await expect.poll(order, { timeout: 5_000 }).toEqual([b, a, c]);
    expect((await read()).rules).toMatchObject({ win: 2, ties: 'GENERAL', promoted: 1 });
  });
});

describe('the rulings about a table', () => {
  test('take points and count forfeits, at the version that was read, in the audit', async () => {
    const { slug, a, b, c, match, readStandings, read } = await league();
    await match(a, b, createResult(2, 0));
    const missed = await match(b, c, { state: 'CANCELLED' });
    const { token } = await createPerson('ADMIN');
    const params = { slug };
    const before = (await call('GET /live/tables/{slug}', { token, params })).data.table;
    expect(before).toMatchObject({ version: 0, rulings: { penalties: [], forfeits: [] } });
    const body = {
      penalties: [{ clubId: a, points: 1, reason: 'Alineación indebida.' }],
      forfeits: [{ eventId: missed.id, lostBy: c, reason: 'Incomparecencia.' }],
      version: 0,
    };
    const saved = await call('PUT /live/tables/{slug}', { token, params, body });
    expect(saved.data.table).toMatchObject({ version: 1, rulings: { penalties: body.penalties } });
    const { standings, rulings } = await readStandings();
    expect(standings.map((row) => [row.clubId, row.points, row.penalty, row.scored])).toEqual([
      [b, 3, 0, 3],
      [a, 2, 1, 2],
      [c, 0, 0, 0],
    ]);
    expect(rulings.forfeits).toEqual([{ ...body.forfeits[0], homeId: b, awayId: c }]);
    expect((await read()).missing).toBe(0);
    const { entries } = (await call('GET /live/audit', { token, query: { kind: 'competitions' } })).data;
    expect(JSON.stringify(entries)).toContain('Alineación indebida.');
  });

  test('refuse a club or a match of another table', async () => {
    const [{ slug, a, b, match }, other] = [await league(), await league()];
    const own = await match(a, b);
    const foreign = await other.match(other.a, other.b);
    const { token } = await createPerson('ADMIN');
    const put = async (body: object) =>
      (await call('PUT /live/tables/{slug}', { token, params: { slug }, body: { ...none, ...body } as never })).code;
    const none = { penalties: [], forfeits: [], version: 0 };
    expect(await put({ penalties: [{ clubId: other.a, points: 3, reason: 'x' }] })).toBe('CLB4000');
    expect(await put({ forfeits: [{ eventId: foreign.id, lostBy: a, reason: 'x' }] })).toBe('EVT4000');
    expect(await put({ forfeits: [{ eventId: own.id, lostBy: other.a, reason: 'x' }] })).toBe('CLB4000');
    expect(await put({ penalties: [{ clubId: a, points: 0, reason: 'x' }] })).toBe('REQ4000');
    expect(await put({})).toBeUndefined();
  });
});

describe('[H-FIND-3] the page of a competition', () => {
  test('has its own head without a result, a share picture, and its place in the sitemap', async () => {
    const { slug, name, a, b, match } = await league();
    await match(a, b, createResult(7, 3));
    const page = await fetch(`${addresses.web}/competiciones/${slug}`);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain(`<title>${name} · Alevín · 2026/27`);
    expect(html).toContain(`href="${addresses.web}/competiciones/${slug}"`);
    expect(html).not.toMatch(/7 ?– ?3|>7</);
    const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
    const drawn = await fetch(picture);
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const sitemap = async () => (await fetch(`${addresses.web}/sitemaps/competitions-1.xml`)).text();
    await expect.poll(sitemap, { timeout: 70_000 }).toContain(`/competiciones/${slug}</loc>`);
    expect((await fetch(`${addresses.web}/competiciones/futbol-nada-2026-27`)).status).toBe(404);
  });

  test('has an embed for the sites of its clubs, with results only if those clubs publish them', async () => {
    const { slug, a, b, match } = await league();
    await match(a, b, createResult(7, 3));
    const embed = () => fetch(`${addresses.web}/insertar/clasificacion/${slug}?${ulid()}`);
    expect((await embed()).headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    // The permission applies at once, though the function has just read the club.
    await clubs.change(a, (club) => ({ ...club, embedHosts: ['www.alfa.example'] }));
    const hidden = await embed();
    expect(hidden.headers.get('content-security-policy')).toContain('frame-ancestors https://www.alfa.example');
    expect(await hidden.text()).not.toContain('+4');
    const other = await league();
    await other.match(other.a, other.b, createResult(7, 3));
    await clubs.change(other.a, (club) => ({ ...club, embedHosts: ['www.alfa.example'], scoreInPreviews: true }));
    const shown = await (await fetch(`${addresses.web}/insertar/clasificacion/${other.slug}`)).text();
    expect(shown).toContain('<td>+4</td>');
  });
});
