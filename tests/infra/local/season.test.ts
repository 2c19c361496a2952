/** Fixtures of the demo league, created on different days. */
import { describe, expect, test } from 'vitest';
import { createSeason, todaysMatch } from '../../../infra/local/seed/season.ts';
import { type Team, teams } from '../../../infra/local/seed/teams.ts';

const hourMs = 3_600_000;
const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 10, 23 + day, 12, 52)));

describe.each(days)('a demo league created on %s', (madeOn) => {
  const matches = createSeason(madeOn);
  const listMatches = (team: Team) => matches.filter(({ home, away }) => home === team || away === team);

  test('has a next match, five results and home matches for every club in each of its sports', () => {
    for (const team of teams) {
      const clubMatches = listMatches(team);
      const next = clubMatches.filter(({ state, start }) => state === 'SCHEDULED' && start > madeOn);
      expect(next.length, team.name).toBeGreaterThan(0);
      expect(clubMatches.filter(({ state }) => state === 'FINISHED').length, team.name).toBeGreaterThanOrEqual(5);
      for (const sport of team.sports) {
        const atHome = clubMatches.filter((match) => match.home === team && match.sport === sport);
        expect(atHome.length, `${team.name}, ${sport}`).toBeGreaterThan(0);
        expect(new Set(atHome.map(({ details }) => details.venue))).toEqual(new Set([team.grounds[sport]]));
      }
    }
  });

  test('is a league: every team of a category plays as often as the others, against different ones', () => {
    const tables = Map.groupBy(
      matches.filter(({ details, state }) => /^Liga/.test(details.competition) && state === 'FINISHED'),
      ({ sport, details }) => `${sport} ${details.competition} ${details.category}`,
    );
    expect([...tables.keys()].sort()).toEqual([
      'BASKET Liga Comarcal juvenil',
      'SOCCER Liga de la Vega alevin',
      'SOCCER Liga de la Vega cadete',
    ]);
    for (const [name, played] of tables) {
      for (const team of teams.filter(({ sports }) => sports.some((sport) => name.startsWith(sport)))) {
        const rivals = played.flatMap(({ home, away }) => (home === team ? away : away === team ? home : []));
        expect([name, team.name, rivals.length]).toEqual([name, team.name, 5]);
        expect(new Set(rivals).size).toBe(5);
      }
    }
  });

  test('has no match of a club against itself, and no two matches at once on a ground', () => {
    expect(matches.filter(({ home, away }) => home === away)).toEqual([]);
    expect(new Set(matches.map(({ id }) => id)).size).toBe(matches.length);
    for (const one of matches) {
      const others = matches.filter((match) => match !== one && match.details.venue === one.details.venue);
      const nearest = Math.min(...others.map(({ start }) => Math.abs(start.getTime() - one.start.getTime())));
      expect(nearest, `${one.title}, ${one.start.toISOString()}`).toBeGreaterThanOrEqual(2 * hourMs);
    }
  });

  test('has one match in progress, finished ones before it, and a postponed and a cancelled one after it', () => {
    const running = matches.filter(({ start }) => start <= madeOn && start.getTime() > madeOn.getTime() - 2 * hourMs);
    expect(running.map(({ id, state }) => [id, state])).toEqual([[todaysMatch, 'SCHEDULED']]);
    const before = matches.slice(
      0,
      matches.findIndex(({ id }) => id === todaysMatch),
    );
    expect(new Set(before.map(({ state }) => state))).toEqual(new Set(['FINISHED']));
    const off = matches.map(({ state }) => state).filter((state) => state === 'POSTPONED' || state === 'CANCELLED');
    expect(off.sort()).toEqual(['CANCELLED', 'POSTPONED']);
  });

  test('has most of its matches on weekends', () => {
    const onWeekends = matches.filter(({ start }) => [0, 6].includes(start.getUTCDay()));
    expect(onWeekends.length / matches.length).toBeGreaterThan(0.8);
  });
});
