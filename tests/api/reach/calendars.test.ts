/** Matches in people's own calendars: what moves and what is called off does so there, what is hidden is in none. */
import { describe, expect, test } from 'vitest';
import { addresses, call, club, event, person } from '../../support/api.ts';

const { token } = await person('ADMIN');
const change = (id: string, body: object) => call('PATCH /live/sportevents/{id}', { token, params: { id }, body });
const inHours = (hours: number) => new Date(Math.ceil(Date.now() / 1000) * 1000 + hours * 3_600_000).toISOString();
const stampOf = (instant: string) => instant.replace(/\.\d+/, '').replace(/[-:]/g, '');

async function calendar(path: string) {
  const response = await fetch(`${addresses.api}${path}`);
  const text = await response.text();
  // Long lines are folded: what goes on begins with a space (RFC 5545, 3.1).
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  const matches = text
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map((one) =>
      Object.fromEntries(
        one.split('\r\n').map((line) => [line.split(/[:;]/, 1)[0], line.slice(line.indexOf(':') + 1)]),
      ),
    );
  return { response, lines, matches };
}

describe('one match', () => {
  test('[D-ALERT-4] has all that a calendar wants to know, on lines that no calendar finds too long', async () => {
    const clubId = await club();
    const match = await event({
      title: 'Sauce – Norte; final, «ida»',
      clubIds: [clubId],
      scheduledStartDate: inHours(30),
      scheduledFinishDate: inHours(32),
    });
    await change(match.id, {
      venue: 'Campo Municipal, Vega',
      category: 'cadete',
      matchday: '12',
      summary: 'Trae\nparaguas',
    });
    const { response, lines, matches } = await calendar(`/sportevents/${match.id}/calendar`);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain('.ics');
    expect([lines[0], lines.includes('VERSION:2.0'), lines.filter(Boolean).at(-1)]).toEqual([
      'BEGIN:VCALENDAR',
      true,
      'END:VCALENDAR',
    ]);
    expect(matches).toHaveLength(1);
    expect(matches[0]).toMatchObject({
      SUMMARY: String.raw`Sauce – Norte\; final\, «ida»`,
      DTSTART: stampOf(match.scheduledStartDate),
      DTEND: stampOf(match.scheduledFinishDate),
      LOCATION: String.raw`Campo Municipal\, Vega`,
      STATUS: 'CONFIRMED',
      DESCRIPTION: expect.stringMatching(/^Cadete · Jornada 12 · Campo Municipal\\, Vega\\nTrae\\nparaguas\\nhttp/),
      UID: expect.stringContaining(`${match.id}@`),
      URL: expect.stringMatching(new RegExp(`/evento/${match.id}$`)),
    });
    const raw = await (await fetch(`${addresses.api}/sportevents/${match.id}/calendar`)).text();
    for (const line of raw.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  test('[D-ALERT-4] that is moved, put off or cancelled is so in the calendar, as the same match', async () => {
    const match = await event({ scheduledStartDate: inHours(30), scheduledFinishDate: inHours(32) });
    const read = async () => (await calendar(`/sportevents/${match.id}/calendar`)).matches[0]!;
    const before = await read();
    await change(match.id, { state: 'POSTPONED' });
    expect(await read()).toMatchObject({ STATUS: 'TENTATIVE', SUMMARY: `Aplazado: ${match.title}` });
    const start = inHours(100);
    await change(match.id, { scheduledStartDate: start, scheduledFinishDate: inHours(102) });
    const moved = await read();
    expect(moved).toMatchObject({
      STATUS: 'CONFIRMED',
      SUMMARY: match.title,
      DTSTART: stampOf(start),
      UID: before.UID,
    });
    await change(match.id, { state: 'CANCELLED' });
    const cancelled = await read();
    expect(cancelled).toMatchObject({ STATUS: 'CANCELLED', SUMMARY: `Cancelado: ${match.title}`, UID: before.UID });
    const counts = [before, moved, cancelled].map(({ SEQUENCE }) => Number(SEQUENCE));
    expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => a - b));
  });

  test('[D-ALERT-4] no text ends its line early or begins a property of its own', async () => {
    const text = 'Uno\r\nEND:VEVENT\nATTACH:http://evil.test\rATTACH:x\u0007';
    const match = await event({ title: text, summary: text, venue: text, competition: text });
    const { matches, lines } = await calendar(`/sportevents/${match.id}/calendar`);
    expect(matches).toHaveLength(1);
    expect(lines.filter((line) => /^(ATTACH|END:VEVENT)/.test(line))).toEqual(['END:VEVENT']);
    // Every line ends as the format wants, and none within a text.
    expect(lines.join('')).not.toMatch(/\p{Cc}/u);
  });

  test('[V-GEN-3] that is hidden or unknown answers 404', async () => {
    const match = await event({ visible: false });
    for (const id of [match.id, 'no-existe'])
      expect((await fetch(`${addresses.api}/sportevents/${id}/calendar`)).status).toBe(404);
  });
});

describe('a calendar to subscribe to', () => {
  test('[D-ALERT-4] of a club has its visible matches in order, from a month ago on', async () => {
    const [own, other] = [await club(), await club()];
    const at = (hours: number) => ({ scheduledStartDate: inHours(hours), scheduledFinishDate: inHours(hours + 2) });
    const later = await event({ clubIds: [own], ...at(200) });
    const soon = await event({ clubIds: [own, other], ...at(20) });
    const past = await event({ clubIds: [own], ...at(-10 * 24) });
    for (const fields of [at(-40 * 24), { ...at(20), visible: false }]) await event({ clubIds: [own], ...fields });
    await event({ clubIds: [other], ...at(20) });
    const { response, matches } = await calendar(`/clubs/${own}/calendar`);
    expect(matches.map(({ UID }) => UID?.split('@')[0])).toEqual([past.id, soon.id, later.id]);
    expect(response.headers.get('cache-control')).toMatch(/^public/);
    await call('PATCH /live/clubs/{id}', { token, params: { id: own }, body: { visible: false } });
    expect((await fetch(`${addresses.api}/clubs/${own}/calendar?after`)).status).toBe(404);
  });

  test('[D-ALERT-4] of a sport has only its matches; another name is none', async () => {
    const fields = { sport: 'BASKET' as const, scheduledStartDate: inHours(3), scheduledFinishDate: inHours(5) };
    const { id } = await event(fields);
    const has = async (sport: string) =>
      (await calendar(`/calendars/${sport}`)).matches.some(({ UID }) => UID?.startsWith(id));
    expect([await has('baloncesto'), await has('futbol')]).toEqual([true, false]);
    expect((await fetch(`${addresses.api}/calendars/toString`)).status).toBe(404);
  });
});
