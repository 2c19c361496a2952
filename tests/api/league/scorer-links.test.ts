/** The scorer link: access, limits and end. */
import { ulid } from 'ulid';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ContractKey, contract } from '../../../shared/contract/contract.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { call, createClub, createEvent, createPerson, inHours, playedBetween, toAddress } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { createAction, sendActions } from '../../support/score-actions.ts';

const { createSource, createSourceItem } = await import('../../../functions/broadcast/live/create-source.ts');
const { noteRecording } = await import('../../../functions/broadcast/broadcasts/recording-outcomes.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { withClubs } = await import('../../../functions/league/events/rules.ts');
const { putItem, getItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { computeLinkWindow } = await import('../../../functions/league/scores/rules.ts');
const { userKey } = await import('../../../functions/platform/auth/sessions.ts');

const clubId = await createClub('CD Enlace');
const rival = await createClub('UD Rival');
const staff = await createPerson('CLUB_STAFF', { clubId });

/** Creates a match that begins and ends this many hours from now. */
const createMatch = (from = -1, to = 1, more = {}) =>
  createEvent({ clubIds: [clubId], homeClubId: clubId, ...playedBetween(from, to), ...more });
const make = async (id: string, by = staff) =>
  (await call('POST /sportevents/{id}/scorer-link', { token: by.token, params: { id } })).data.token;
const log = (token: string, id: string) => sendActions(token, id, createAction('GOAL', { side: 'HOME' }));
const readStatus = async (token: string, id: string) => {
  const { status, code } = await log(token, id);
  return status === 200 ? 200 : code;
};

describe('a scorer without an account', () => {
  test('[D-DESK-3] logs the score of the link’s match, also before it is shown', async () => {
    const { id } = await createMatch(-1, 1, { visible: false });
    const token = await make(id);
    expect(await readStatus(token, id)).toBe(200);
    const read = await call('GET /sportevents/{id}/score/actions', { token, params: { id } });
    expect(read.data.version).toBe(1);
    const desk = await call('GET /sportevents/{id}/desk', { token, params: { id } });
    expect(desk.data.match).toMatchObject({ sport: 'SOCCER', home: 'CD Enlace', away: null });
  });

  test('[D-DESK-4] reads the broadcast state of that match only', async () => {
    const [{ id }, { id: other }] = [await createMatch(), await createMatch()];
    const token = await make(id);
    const signal = (of: string) => call('GET /sportevents/{id}/desk/signal', { token, params: { id: of } });
    expect((await signal(id)).data.signal).toBeNull();
    const admin = await createPerson('ADMIN');
    const body = { slug: `mesa-${ulid().toLowerCase()}` };
    const { data } = await call('POST /live/cameras', { token: admin.token, body });
    const params = { id: data.id };
    await call('PATCH /live/cameras/{id}', { token: admin.token, params, body: { sportEventId: id } });
    expect((await signal(id)).data.signal).toMatchObject({
      level: 'none',
      text: expect.stringContaining('Enciéndela'),
    });
    expect((await signal(other)).code).toBe('SCR4030');
  });

  test('[D-DESK-4] sees the camera picture of that match only, while on air', async () => {
    const [{ id }, { id: other }] = [await createMatch(), await createMatch()];
    const token = await make(id);
    const picture = (of: string) => call('GET /sportevents/{id}/desk/picture', { token, params: { id: of } });
    expect((await picture(id)).data.picture).toBeNull();
    const source = await createSource(createSourceItem('camera', `mesa-${ulid().toLowerCase()}`, Date.now()));
    const startedAt = new Date().toISOString();
    // A future end keeps the camera on air, although IVS has no stream.
    const broadcast = { id: ulid(), streamId: 'st', startedAt, stoppedAt: '2999-01-01T00:00:00.000Z', event: null };
    await sources.change(source.id, (now) => ({ ...now, sportEventId: id, broadcast }));
    // The streaming service has not written a picture yet.
    expect((await picture(id)).data.picture).toBeNull();
    const prefix = `ivs/v1/mesa/${ulid()}`;
    await noteRecording({ channelArn: source.channelArn, id: broadcast.id }, prefix);
    const key = `${prefix}/media/latest_thumbnail/thumb.jpg`;
    await writeObject({ bucket: environment('RECORDINGS_BUCKET'), key }, 'picture', { contentType: 'image/jpeg' });
    const shown = await picture(id);
    expect(shown.data.picture).toBe(`data:image/jpeg;base64,${Buffer.from('picture').toString('base64')}`);
    expect(shown.headers.get('cache-control')).not.toContain('public');
    expect((await picture(other)).code).toBe('SCR4030');
    await call('DELETE /sportevents/{id}/scorer-link', { token: (await createPerson('ADMIN')).token, params: { id } });
    expect((await picture(id)).code).toBe('SCR4030');
  });

  describe('requests beyond the link', () => {
    let token = '';
    let id = '';
    beforeAll(async () => {
      ({ id } = await createMatch());
      token = await make(id);
    });

    test('[D-DESK-3] cannot reach another match, or use a changed token', async () => {
      const { id: other } = await createMatch();
      expect(await readStatus(token, other)).toBe('SCR4030');
      expect(await readStatus(token.replace(id, other), other)).toBe('SCR4030');
      expect(await readStatus(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, id)).toBe('SCR4030');
      expect(await readStatus(token.replace('mesa.', ''), id)).toBe('SSN4010');
    });

    const others = (Object.entries(contract) as [ContractKey, Endpoint][]).filter(
      ([, { access }]) => access !== 'scorer' && access !== 'public' && access !== 'partner',
    );
    test('[D-DESK-3] cannot reach other endpoints: the token is not a session', async () => {
      expect(others.length).toBeGreaterThan(100);
      for (const [key] of others) {
        const params = Object.fromEntries([...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? '', id]));
        const method = key.slice(0, key.indexOf(' '));
        const answer = await fetch(toAddress(key, params), { method, headers: { authorization: `Bearer ${token}` } });
        expect([key, answer.status]).toEqual([key, 401]);
      }
    });
  });
});

describe('the link', () => {
  test('[D-DESK-3] is stored as a hash and shown once', async () => {
    const { id } = await createMatch();
    const token = await make(id);
    const secret = token.split('.')[2] ?? '';
    expect(secret).toHaveLength(43);
    expect(JSON.stringify(await getItem('scores', { pk: id, sk: 'LINK' }))).not.toContain(secret);
    const { data, body } = await call('GET /sportevents/{id}/scorer-link', { token: staff.token, params: { id } });
    expect(data.link?.validUntil).toBeDefined();
    expect(JSON.stringify(body)).not.toContain(secret);
  });

  test('[D-DESK-3] is valid from a day before until 6 h after the match, and follows its time', async () => {
    const { id } = await createMatch(30, 32);
    const token = await make(id);
    const early = await log(token, id);
    expect([early.code, early.message]).toEqual([
      'SCR4030',
      'Este enlace de anotador valdrá desde un día antes del partido.',
    ]);
    const moveTo = (from: number, to: number) =>
      events.change(id, (one) => ({ ...one, scheduledStartDate: inHours(from), scheduledFinishDate: inHours(to) }));
    const readStatusAt = async (from: number, to: number) => {
      await moveTo(from, to);
      return readStatus(token, id);
    };
    expect(await readStatusAt(23.9, 26)).toBe(200);
    expect(await readStatusAt(-8, -5.9)).toBe(200);
    expect(await readStatusAt(-8, -6.1)).toBe('SCR4030');
    expect(await readStatusAt(-1, 1)).toBe(200);
    expect(
      computeLinkWindow({
        scheduledStartDate: '2026-03-07T10:00:00.000Z',
        scheduledFinishDate: '2026-03-07T12:00:00.000Z',
      }),
    ).toEqual({ from: Date.parse('2026-03-06T10:00:00.000Z'), until: Date.parse('2026-03-07T18:00:00.000Z') });
  });

  test('[D-DESK-3] ends when revoked or replaced', async () => {
    const { id } = await createMatch();
    const [first, second] = [await make(id), await make(id)];
    expect([await readStatus(first, id), await readStatus(second, id)]).toEqual(['SCR4030', 200]);
    await call('DELETE /sportevents/{id}/scorer-link', { token: staff.token, params: { id } });
    expect(await readStatus(second, id)).toBe('SCR4030');
    const { data } = await call('GET /sportevents/{id}/scorer-link', { token: staff.token, params: { id } });
    expect(data.link).toBeNull();
    // Revoking twice succeeds.
    const again = await call('DELETE /sportevents/{id}/scorer-link', { token: staff.token, params: { id } });
    expect(again.status).toBe(200);
  });

  test.each([
    ['is disabled', { disabled: true }],
    ['has lost the club', { clubId: rival }],
    ['has a new password', { sessionsValidFrom: inHours(24) }],
  ])('[D-DESK-3] ends when its creator %s', async (_, change) => {
    const maker = await createPerson('CLUB_STAFF', { clubId });
    const { id } = await createMatch();
    const token = await make(id, maker);
    expect(await readStatus(token, id)).toBe(200);
    await putItem('users', { ...maker.user, ...change, ...userKey(maker.user.id) });
    expect(await readStatus(token, id)).toBe('SCR4030');
  });

  test('[D-DESK-3] ends when the match changes clubs or is deleted', async () => {
    const { id } = await createMatch();
    const token = await make(id);
    await events.change(id, (one) => withClubs(one, [rival]));
    expect(await readStatus(token, id)).toBe('SCR4030');
    await events.change(id, (one) => withClubs(one, [clubId]));
    expect(await readStatus(token, id)).toBe(200);
    const admin = await createPerson('ADMIN');
    await call('DELETE /live/sportevents/{id}', { token: admin.token, params: { id } });
    expect(await readStatus(token, id)).toBe('SCR4030');
    await eventually(() => getItem('scores', { pk: id, sk: 'LINK' }), is(undefined));
  });
});
