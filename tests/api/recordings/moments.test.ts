/** Moments of recordings, as admins, club staff and viewers see and change them. */
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson, createVod } from '../../support/api.ts';

const admin = await createPerson('ADMIN');
const clubId = await createClub('CD Nuestro');
const otherClub = await createClub('CD Ajeno');
const staff = await createPerson('CLUB_STAFF', { clubId });

describe('moments', () => {
  test('[B-API-84][B-API-86][B-API-88][B-API-90][V-API-31][V-MOM-1] belong to a club and a VOD, for viewers with access', async () => {
    const match = await createEvent({ isPublic: false });
    const { id: vodId } = await createVod({ sportEventId: match.id, clubIds: [clubId, otherClub] });
    const make = (timestampMs: number, label: string, of = clubId) =>
      call('POST /live/moments', {
        token: admin.token,
        body: { timestampMs, label, momentTypeId: 2, vodId, clubId: of },
      });
    await make(90_000, 'Segundo');
    const first = await make(30_000, 'Primero');
    await make(10_000, 'De otro', otherClub);
    const list = async () =>
      (await call('GET /live/moments/vod/{vodId}/club/{clubId}', { token: admin.token, params: { vodId, clubId } }))
        .data.moments;
    expect((await list()).map(({ label }) => label)).toEqual(['Primero', 'Segundo']);
    await call('PATCH /live/moments/{id}', { token: admin.token, params: first.data, body: { timestampMs: 95_000 } });
    expect((await list()).map(({ label }) => label)).toEqual(['Segundo', 'Primero']);

    const viewer = await createPerson('REGULAR_SUBSCRIBER');
    const seen = await call('GET /vods/{id}/moments', { params: { id: vodId }, token: viewer.token });
    expect(seen.data.moments.map(({ label, momentType }) => [label, momentType])).toEqual([
      ['De otro', 'goal'],
      ['Segundo', 'goal'],
      ['Primero', 'goal'],
    ]);

    await call('DELETE /live/moments/{id}', { token: admin.token, params: first.data });
    expect(await list()).toHaveLength(1);
  });

  test('[B-MOM-1][B-MOM-2] requires a label of at most 500 characters', async () => {
    const { id: vodId } = await createVod({ clubIds: [clubId] });
    const make = async (label: string) =>
      (
        await call('POST /clubStaff/moments', {
          token: staff.token,
          body: { timestampMs: 1, label, momentTypeId: 1, vodId },
        })
      ).message;
    expect(await make('   ')).toBe('La etiqueta es requerida');
    expect(await make('x'.repeat(501))).toBe('La etiqueta no puede superar los 500 caracteres');
    expect(await make('x'.repeat(500))).toBe('Momento creado correctamente');
  });

  test('[B-API-85][B-API-87][B-API-89][B-API-91] can be managed by club staff for their own club', async () => {
    const { id: vodId } = await createVod({ clubIds: [clubId, otherClub] });
    await call('POST /live/moments', {
      token: admin.token,
      body: { timestampMs: 5, label: 'Ajeno', momentTypeId: 1, vodId, clubId: otherClub },
    });
    const own = await call('POST /clubStaff/moments', {
      token: staff.token,
      body: { timestampMs: 9, label: 'Propio', momentTypeId: 3, vodId, clubId: otherClub },
    });
    const { data } = await call('GET /clubStaff/moments/vod/{vodId}', { token: staff.token, params: { vodId } });
    expect(data.moments.map(({ label, clubId: of }) => [label, of])).toEqual([['Propio', clubId]]);
    const one = { token: staff.token, params: own.data };
    expect((await call('PATCH /clubStaff/moments/{id}', { ...one, body: { label: 'x' } })).status).toBe(200);
    expect((await call('DELETE /clubStaff/moments/{id}', one)).status).toBe(200);
  });

  test('[B-API-92][B-API-93][B-MOM-7] have the types that the product defines', async () => {
    const { data } = await call('GET /live/moment-types', { token: admin.token });
    expect(data.momentTypes.map(({ type }) => type)).toEqual([
      'custom',
      'goal',
      'chance',
      'foul',
      'card',
      'substitution',
      'save',
      'basket',
      'three_pointer',
      'timeout',
    ]);
    expect((await call('GET /clubStaff/moment-types', { token: staff.token })).data).toEqual(data);
  });
});
