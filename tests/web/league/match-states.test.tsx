/** One match through its states: each page shows the same state, and sells the match only while there is a picture. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ManagedEvent } from '../../../shared/contract/sport-event.ts';
import { storeClub } from '../../../web/lib/stored-clubs.ts';
import { createList, id, open, type Replies } from '../support/app.tsx';
import { away, bothSides, home, liveCard, liveStream, managedEvent } from '../support/builders.ts';

const now = Date.parse('2026-12-05T11:40:00.000Z');
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

interface Case {
  name: string;
  match: Partial<ManagedEvent>;
  /** The mark on its card and in the day's list; none for the quiet states. */
  mark?: RegExp;
  offer?: RegExp;
  isOnAir?: boolean;
}

const from = (minutes: number) => ({ scheduledStartDate: at(minutes), scheduledFinishDate: at(minutes + 100) });
const score = { home: 1, away: 0, phase: 'PLAYING', period: 1 } as const;
const running = { ...from(-40), state: 'LIVE' as const, score };
const ended = { ...from(-40), state: 'FINISHED' as const, score: { ...score, phase: 'ENDED' as const, period: 2 } };
const createSignal = (stoppedAt: string | null) => ({ signal: { since: at(-45), stoppedAt } });
const booking = /^Reservar por 1,99/;

const cases: Case[] = [
  { name: 'scheduled', match: from(120), offer: booking },
  { name: 'about to begin', match: from(10), mark: /^A punto de empezar$/, offer: booking },
  {
    name: 'on air',
    match: { ...running, ...createSignal(null) },
    mark: /DIRECTO/,
    offer: /^Ver por 1,99/,
    isOnAir: true,
  },
  { name: 'without signal', match: { ...running, ...createSignal(at(-12)) }, mark: /^Sin señal desde las 12:28$/ },
  { name: 'played without a camera', match: { ...running, hasCamera: false }, mark: /^No se emite$/ },
  { name: 'ended', match: ended },
  { name: 'ended, though nobody said so', match: { ...running, ...from(-400) } },
  {
    name: 'postponed without a date',
    match: { ...from(120), state: 'POSTPONED', postponedFrom: at(120) },
    mark: /^Aplazado$/,
    offer: booking,
  },
  { name: 'cancelled', match: { ...from(120), state: 'CANCELLED' }, mark: /^Cancelado$/ },
];

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(now);
});

describe.each(cases)('[H-STATE-1] a match that is $name', ({ match, mark, offer, isOnAir = false }) => {
  const isWithoutSignal = mark?.source.includes('señal') ?? false;
  const event = managedEvent(1, {
    id: id('match'),
    title: `${home.name} – ${away.name}`,
    ...bothSides,
    isPublic: false,
    ...match,
  });
  const { state, signal, hasCamera, scheduledStartDate, scheduledFinishDate, postponedFrom } = event;
  const live = liveCard('campo', { title: event.title, sportEventId: event.id, clubs: bothSides.clubs });
  const lives = isOnAir ? [live] : [];
  const idleLive = {
    ...liveStream('campo', live),
    isLive: false,
    playback: { granted: false, reason: 'OFFLINE' as const },
  };
  const replies: Replies = {
    [`GET /sportevents/${event.id}`]: { data: { sportEvent: event } },
    [`GET /sportevents/${event.id}/signal`]: {
      data: { state, signal, hasCamera, live: null, scheduledStartDate, scheduledFinishDate, postponedFrom },
    },
    [`GET /sportevents/${event.id}/lives`]: { data: { liveUsers: lives } },
    'GET /sportevents': createList('sportEvents', [event]),
    'GET /liveusers/campo': {
      data: { liveUser: { ...liveStream('campo', live), playback: { granted: false, reason: 'LOGIN_REQUIRED' } } },
    },
    'GET /liveusers': { data: { liveUsers: lives } },
    'GET /clubs': createList('clubs', bothSides.clubs),
  };

  test('[H-STATE-3] is offered on its page where there is something to see, or will be', async () => {
    open(`/evento/${event.id}`, { replies });
    await screen.findByRole('heading', { level: 1 });
    if (offer) expect((await screen.findAllByRole('link', { name: offer })).length).toBeGreaterThan(0);
    else {
      await screen.findByRole('button', { name: 'Compartir' });
      expect(screen.queryByRole('link', { name: /por 1,99/ })).toBeNull();
    }
    if (mark) expect((await screen.findAllByText(mark)).length).toBeGreaterThan(0);
    expect(screen.queryAllByText(/^Sin señal desde/)).toHaveLength(isWithoutSignal ? 1 : 0);
  });

  test('[H-STATE-3] says once on its live that the picture is missing', async () => {
    const offAir: Replies = { 'GET /liveusers/campo': { data: { liveUser: { ...idleLive, sportEvent: event } } } };
    open('/live/campo', { replies: { ...replies, ...(!isOnAir && offAir) } });
    await screen.findByRole('heading', { level: 1 });
    await screen.findByRole('button', { name: 'Compartir' });
    if (isWithoutSignal) await screen.findByText(/^Sin señal desde/);
    expect(screen.queryAllByText(/^Sin señal desde/)).toHaveLength(isWithoutSignal ? 1 : 0);
  });

  test('has the same mark in a list', async () => {
    open('/futbol?cuando=proximos', { replies });
    const main = within(await screen.findByRole('main'));
    const card = await main.findByRole('link', { name: new RegExp(event.title) });
    if (mark) expect(within(card).getByText(mark)).toBeDefined();
    else expect(within(card).queryByText(/directo|señal|No se emite|Aplazado|Cancelado|empezar/i)).toBeNull();
  });

  test("[H-STATE-3] says on its club's page and on 'Mi equipo' why it cannot be seen now", async () => {
    storeClub(home.id);
    const ofClub = `/clubs/${home.id}`;
    const club = {
      ...replies,
      [`GET ${ofClub}`]: { data: { club: home } },
      [`GET ${ofClub}/lives`]: { data: { liveUsers: lives } },
    };
    for (const path of [`/club/${home.id}`, '/mi-equipo']) {
      const { unmount } = open(path, { replies: { ...club, 'GET /clubs': createList('clubs', bothSides.clubs) } });
      await screen.findAllByText(new RegExp(home.name));
      if (isWithoutSignal) expect((await screen.findAllByText(/Sin señal/)).length).toBeGreaterThan(0);
      else expect(screen.queryByText(/Sin señal/)).toBeNull();
      unmount();
    }
  });

  test("is called live in the day's list and the hero only while it is", async () => {
    open('/home', { replies });
    // The region of the placeholder is replaced by the list's own.
    const row = await waitFor(() =>
      within(screen.getByRole('region', { name: 'Partidos' })).getByRole('link', { name: new RegExp(away.name) }),
    );
    expect(within(row).queryByText(/DIRECTO/) !== null).toBe(isOnAir);
    expect(screen.queryByRole('link', { name: 'Ver ahora' }) !== null).toBe(isOnAir);
  });
});
