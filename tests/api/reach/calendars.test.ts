/** Calendar feeds: rescheduled and cancelled matches are updated, hidden ones are absent. */
import { describe, expect, test } from 'vitest';
import { addresses, call, createClub, createEvent, createPerson } from '../../support/api.ts';
import { enterTimeWindow } from '../../support/time-window.ts';

const { getItem, transact } = await import('../../../functions/platform/aws/dynamo.ts');
const { deleteUserWrites, updateUserWrite } = await import('../../../functions/people/accounts/store.ts');

const { token } = await createPerson('ADMIN');
const change = (id: string, body: object) => call('PATCH /live/sportevents/{id}', { token, params: { id }, body });
const inHours = (hours: number) => new Date(Math.ceil(Date.now() / 1000) * 1000 + hours * 3_600_000).toISOString();
const toStamp = (instant: string) => instant.replace(/\.\d+/, '').replace(/[-:]/g, '');

async function calendar(path: string) {
  const response = await fetch(`${addresses.api}${path}`);
  const text = await response.text();
  // Long lines are folded: a continuation begins with a space (RFC 5545, 3.1).
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
  test('[D-ALERT-4] has every required property, on folded lines', async () => {
    const clubId = await createClub();
    const match = await createEvent({
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
    expect([lines[0], lines.includes('VERSION:2.0'), ...lines.slice(-2)]).toEqual([
      'BEGIN:VCALENDAR',
      true,
      'END:VCALENDAR',
      '',
    ]);
    expect(matches).toHaveLength(1);
    expect(matches[0]).toMatchObject({
      SUMMARY: String.raw`Sauce – Norte\; final\, «ida»`,
      DTSTART: toStamp(match.scheduledStartDate),
      DTEND: toStamp(match.scheduledFinishDate),
      LOCATION: String.raw`Campo Municipal\, Vega`,
      STATUS: 'CONFIRMED',
      DESCRIPTION: expect.stringMatching(/^Cadete · Jornada 12 · Campo Municipal\\, Vega\\nTrae\\nparaguas\\nhttp/),
      UID: expect.stringContaining(`${match.id}@`),
      URL: expect.stringMatching(new RegExp(`/evento/${match.id}$`)),
    });
    const raw = await (await fetch(`${addresses.api}/sportevents/${match.id}/calendar`)).text();
    for (const line of raw.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  test('[D-ALERT-4] keeps its id when rescheduled, postponed or cancelled', async () => {
    const match = await createEvent({ scheduledStartDate: inHours(30), scheduledFinishDate: inHours(32) });
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
      DTSTART: toStamp(start),
      UID: before.UID,
    });
    await change(match.id, { state: 'CANCELLED' });
    const cancelled = await read();
    expect(cancelled).toMatchObject({ STATUS: 'CANCELLED', SUMMARY: `Cancelado: ${match.title}`, UID: before.UID });
    const counts = [before, moved, cancelled].map(({ SEQUENCE }) => Number(SEQUENCE));
    expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => a - b));
  });
});

describe('a calendar subscription', () => {
  test('[D-ALERT-4] lists a club’s visible matches in order, from a month ago on', async () => {
    const [own, other] = [await createClub(), await createClub()];
    const at = (hours: number) => ({ scheduledStartDate: inHours(hours), scheduledFinishDate: inHours(hours + 2) });
    const later = await createEvent({ clubIds: [own], ...at(200) });
    const soon = await createEvent({ clubIds: [own, other], ...at(20) });
    const past = await createEvent({ clubIds: [own], ...at(-10 * 24) });
    for (const fields of [at(-40 * 24), { ...at(20), visible: false }])
      await createEvent({ clubIds: [own], ...fields });
    await createEvent({ clubIds: [other], ...at(20) });
    const { response, matches } = await calendar(`/clubs/${own}/calendar`);
    expect(matches.map(({ UID }) => UID?.split('@')[0])).toEqual([past.id, soon.id, later.id]);
    expect(response.headers.get('cache-control')).toMatch(/^public/);
    await call('PATCH /live/clubs/{id}', { token, params: { id: own }, body: { visible: false } });
    expect((await fetch(`${addresses.api}/clubs/${own}/calendar?after`)).status).toBe(404);
  });

  test('[D-ALERT-4] lists matches of a sport; 404 for other names', async () => {
    const fields = { sport: 'BASKET' as const, scheduledStartDate: inHours(3), scheduledFinishDate: inHours(5) };
    const { id } = await createEvent(fields);
    const listsMatch = async (sport: string) =>
      (await calendar(`/calendars/${sport}`)).matches.some(({ UID }) => UID?.startsWith(id));
    expect([await listsMatch('baloncesto'), await listsMatch('futbol')]).toEqual([true, false]);
    expect((await fetch(`${addresses.api}/calendars/toString`)).status).toBe(404);
  });
});

describe('the calendar of favourite clubs', () => {
  const favourite = (key: 'PUT' | 'DELETE', token: string, clubId: string) =>
    call(`${key} /users/me/favorite-clubs/{clubId}`, { token, params: { clubId } });
  const createAddress = async (token: string) =>
    `/calendars/mine/${(await call('POST /users/me/calendar', { token })).data.token}`;
  const readCreation = async (token: string) => (await call('GET /users/me/calendar', { token })).data.calendar?.since;
  const status = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(addresses.api + path, { headers })).status;

  test('[D-ALERT-4] lists their matches, and follows changes to matches and favourites', async () => {
    const fan = await createPerson('REGULAR_BASIC');
    const [own, other] = [await createClub(), await createClub()];
    const at = (hours: number) => ({ scheduledStartDate: inHours(hours), scheduledFinishDate: inHours(hours + 2) });
    const match = await createEvent({ clubIds: [own], ...at(20) });
    const later = await createEvent({ clubIds: [other], ...at(30) });
    await createEvent({ clubIds: [own], ...at(25), visible: false });
    const path = await createAddress(fan.token);
    const read = async () => (await calendar(path)).matches;
    expect(await read()).toEqual([]);
    await favourite('PUT', fan.token, own);
    const [before] = await read();
    expect(before).toMatchObject({ STATUS: 'CONFIRMED', UID: expect.stringContaining(`${match.id}@`) });
    const dates = at(50);
    await change(match.id, dates);
    const [moved] = await read();
    expect(moved).toMatchObject({ UID: before?.UID, DTSTART: toStamp(dates.scheduledStartDate) });
    await change(match.id, { state: 'CANCELLED' });
    const [cancelled] = await read();
    expect(cancelled).toMatchObject({ UID: before?.UID, STATUS: 'CANCELLED' });
    const counts = [before, moved, cancelled].map((one) => Number(one?.SEQUENCE));
    expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => a - b));
    await favourite('PUT', fan.token, other);
    expect((await read()).map(({ UID }) => UID?.split('@')[0])).toEqual([later.id, match.id]);
    await favourite('DELETE', fan.token, own);
    expect((await read()).map(({ UID }) => UID?.split('@')[0])).toEqual([later.id]);
    await call('PATCH /live/clubs/{id}', { token, params: { id: other }, body: { visible: false } });
    expect(await read()).toEqual([]);
  });

  test('[D-ALERT-4] has a secret address, shown once and not cached', async () => {
    const fan = await createPerson('REGULAR_BASIC');
    const path = await createAddress(fan.token);
    const { response } = await calendar(path);
    const etag = String(response.headers.get('etag'));
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect([await status(path, { 'if-none-match': etag }), await status(path, { 'if-none-match': '"x"' })]).toEqual([
      304, 200,
    ]);
    const secret = path.split('.')[1] ?? '';
    const kept = await call('GET /users/me/data', { token: fan.token });
    expect(JSON.stringify(kept.data)).not.toContain(secret);
    expect(JSON.stringify(await getItem('alerts', { pk: `USER#${fan.user.id}`, sk: 'CALENDAR' }))).not.toContain(
      secret,
    );
    const rival = await createPerson('REGULAR_BASIC');
    await createAddress(rival.token);
    for (const wrong of [
      `/calendars/mine/${rival.user.id}.${secret}`,
      `/calendars/mine/${fan.user.id}.${'A'.repeat(43)}`,
      `/calendars/mine/${fan.user.id}.`,
      '/calendars/mine/x',
    ])
      expect(await status(wrong), wrong).toBe(404);
  });

  test('[D-ALERT-4] ends with a new address, when switched off, and with the account', async () => {
    const fan = await createPerson('REGULAR_BASIC');
    expect(await readCreation(fan.token)).toBeUndefined();
    const [first, second] = [await createAddress(fan.token), await createAddress(fan.token)];
    expect([await status(first), await status(second)]).toEqual([404, 200]);
    expect(await readCreation(fan.token)).toBeDefined();
    expect((await call('DELETE /users/me/calendar', { token: fan.token })).status).toBe(200);
    expect([await status(second), await readCreation(fan.token)]).toEqual([404, undefined]);
    const third = await createAddress(fan.token);
    await transact([updateUserWrite(fan.user.id, { disabled: true })]);
    expect(await status(third)).toBe(404);
    await transact([updateUserWrite(fan.user.id, { disabled: false })]);
    expect(await status(third)).toBe(200);
    await transact(deleteUserWrites(fan.user));
    expect(await status(third)).toBe(404);
  });

  test('[D-ALERT-4] refuses the 121st request of a user in an hour', async () => {
    const path = await createAddress((await createPerson('REGULAR_BASIC')).token);
    await enterTimeWindow(60);
    const found: number[] = [];
    while (found.length < 121) found.push(...(await Promise.all(Array.from({ length: 11 }, () => status(path)))));
    expect(found.toSorted()).toEqual([...Array<number>(120).fill(200), 429]);
  });
});
