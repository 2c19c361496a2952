/** Clubs in the back office, and as favourites of viewers. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson, playedBetween } from '../../support/api.ts';

const admin = await createPerson('ADMIN');
const clubId = await createClub('CD Nuestro');
const otherClub = await createClub('CD Ajeno');
const staff = await createPerson('CLUB_STAFF', { clubId });

describe('clubs', () => {
  test('[B-API-18][B-API-20][B-API-21][B-API-22][B-CLUB-2][B-CLUB-3] lets admins create, change and delete them', async () => {
    const made = await call('POST /live/clubs', { token: admin.token, body: { name: 'UD Nueva' } });
    expect([made.status, made.message]).toEqual([201, 'Club creado correctamente']);
    const params = made.data;
    const changed = await call('PATCH /live/clubs/{id}', { token: admin.token, params, body: { visible: false } });
    expect(changed.data.club).toMatchObject({ ...params, name: 'UD Nueva', visible: false, version: 2 });
    expect((await call('GET /clubs/{id}', { params })).status).toBe(404);
    expect((await call('GET /live/clubs/{id}', { token: admin.token, params })).status).toBe(200);
    const nameless = await call('POST /live/clubs', { token: admin.token, body: { name: ' ' } });
    expect(nameless.message).toBe('El nombre del club es requerido');
    expect((await call('DELETE /live/clubs/{id}', { token: admin.token, params })).message).toBe(
      'Club eliminado correctamente',
    );
    expect((await call('GET /live/clubs/{id}', { token: admin.token, params })).status).toBe(404);
  });

  test('[V-CLUBS-1] tell their sports and next match on request, on large pages', async () => {
    const mark = ulid();
    const [one, other, hidden] = await Promise.all([
      createClub(`Uno ${mark}`),
      createClub(`Dos ${mark}`),
      createClub(`Oculto ${mark}`, { visible: false }),
    ]);
    const at = (days: number) => playedBetween(days * 24, days * 24 + 2);
    await createEvent({ clubIds: [one, other], ...at(-5) });
    await createEvent({ clubIds: [one, other], ...at(1), state: 'CANCELLED' });
    const next = await createEvent({ clubIds: [one, hidden], ...at(2), sport: 'BASKET' });
    const later = await createEvent({ clubIds: [other, one], ...at(3) });
    await createEvent({ clubIds: [other], ...at(1), visible: false });
    const read = async (query: object) => (await call('GET /clubs', { query: { search: mark, ...query } })).data;
    const { clubs, limit } = await read({ details: true });
    expect(limit).toBe(60);
    // A hidden club is not named.
    expect(clubs.map(({ sports, next }) => [sports, next?.eventId, next?.rival])).toEqual([
      [['SOCCER'], later.id, `Uno ${mark}`],
      [['SOCCER', 'BASKET'], next.id, null],
    ]);
    const without = await read({});
    expect([without.limit, Object.keys(without.clubs[0] ?? {}).includes('sports')]).toEqual([12, false]);
  });

  test('[B-CLUB-2] sweeps a picture whose club is deleted while it is encoded', async () => {
    const { pictured, setPicture } = await import('../../../functions/recordings/pictures/store.ts');
    const { queryAll } = await import('../../../functions/platform/aws/dynamo-queries.ts');
    const id = await createClub('CD Breve');
    await call('DELETE /live/clubs/{id}', { token: admin.token, params: { id } });
    const late = setPicture(pictured.clubs, id, `thumbnails/clubs/${id}/tarde.webp`, Date.now());
    await expect(late).rejects.toMatchObject({ code: 'REQ4040' });
    const notes = await queryAll<{ sk: string }>('uploads', 'GARBAGE');
    expect(notes.filter(({ sk }) => sk.includes(`clubs/${id}/tarde`))).toHaveLength(1);
  });

  test('[B-API-25][B-API-26][B-API-27][B-API-28][B-CLUB-8][B-CLUB-9] lets club staff read all, change their own and delete none', async () => {
    expect((await call('GET /clubStaff/clubs', { token: staff.token })).status).toBe(200);
    const read = await call('GET /clubStaff/clubs/{id}', { token: staff.token, params: { id: otherClub } });
    expect(read.data.club.name).toBe('CD Ajeno');
    const change = (id: string) =>
      call('PATCH /clubStaff/clubs/{id}', { token: staff.token, params: { id }, body: { name: 'CD Nuestro' } });
    expect((await change(clubId)).status).toBe(200);
    expect((await change(otherClub)).status).toBe(403);
    expect((await call('DELETE /clubStaff/clubs/{id}', { token: staff.token, params: { id: clubId } })).status).toBe(
      403,
    );
  });

  test('[V-FAV-1][V-FAV-2][V-API-28][V-API-29][V-API-30] adds, lists, counts and removes favourites once each', async () => {
    const viewer = await createPerson('REGULAR_BASIC');
    const mine = await createClub('Favorito');
    const mark = () => call('PUT /users/me/favorite-clubs/{clubId}', { token: viewer.token, params: { clubId: mine } });
    const count = async () =>
      (await call('GET /live/clubs/{id}', { token: admin.token, params: { id: mine } })).data.club.userFavoritedCount;
    await Promise.all([mark(), mark(), mark()]);
    expect(await count()).toBe(1);
    const { data } = await call('GET /users/me/favorite-clubs', { token: viewer.token });
    expect(data.clubs.map(({ name }) => name)).toEqual(['Favorito']);
    const unmark = () =>
      call('DELETE /users/me/favorite-clubs/{clubId}', { token: viewer.token, params: { clubId: mine } });
    await unmark();
    await unmark();
    expect(await count()).toBe(0);
  });
});
