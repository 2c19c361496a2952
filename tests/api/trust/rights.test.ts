/** Statements of image rights: their authors, history and documents, and missing rights of the next matches. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { contractVersion, type Purpose, purposes, statementVersion } from '../../../shared/domain/image-rights.ts';
import { addresses, call, createClub, createEvent, createPerson } from '../../support/api.ts';

const { imageRights } = await import('../../../functions/trust/rights/store.ts');
const { removeExpired } = await import('../../../functions/trust/rights/change-statements.ts');

const admin = await createPerson('ADMIN');
const team = (clubId: string) => ({ clubId, season: 2026, sport: 'SOCCER' as const, category: 'cadete' as const });

const state = (clubId: string, stated: readonly Purpose[], token = admin.token, more: object = {}) =>
  call('PUT /rights/teams', {
    token,
    body: { ...team(clubId), purposes: [...stated], textVersion: statementVersion, ...more },
  });

async function ourTeam(clubId: string) {
  const { data } = await call('GET /rights/teams', { token: admin.token, query: { clubId, season: 2026 } });
  return data.teams.find(({ sport, category }) => sport === 'SOCCER' && category === 'cadete');
}

const sendDocument = (id: string, bytes: string, token = admin.token) => {
  const form = new FormData();
  form.append('documentFile', new Blob([bytes], { type: 'application/pdf' }), 'firmas de familias.pdf');
  return call('POST /rights/statements/{id}/document', { token, params: { id }, body: form });
};

const history = async (id: string) => {
  const { data } = await call('GET /rights/statements/{id}/history', { token: admin.token, params: { id } });
  return data.entries.map(({ what, purposes: of }) => [what, of.join()]);
};

describe('[F-RIGHTS-1] the statement of a team', () => {
  test('keeps author, time, content and text version of each statement, also of withdrawals', async () => {
    const clubId = await createClub();
    const { user, token } = await createPerson('CLUB_STAFF', { clubId, name: 'Marta', surname: 'Gil' });
    expect(await ourTeam(clubId)).toMatchObject({ id: null, version: 0, purposes: [], statedAt: null });
    const { data } = await state(clubId, ['recording', 'live'], token, { version: 0 });
    expect(await ourTeam(clubId)).toMatchObject({
      id: data.id,
      version: 1,
      purposes: ['live', 'recording'],
      statedBy: 'Marta Gil',
      textVersion: statementVersion,
    });
    await state(clubId, [], token, { version: 1 });
    expect(await history(data.id)).toEqual([
      ['STATEMENT', ''],
      ['STATEMENT', 'live,recording'],
    ]);
    const exported = JSON.stringify((await call('GET /users/me/data', { token })).data);
    expect(exported).toContain('"purposes":["live","recording"]');
    // The law keeps the author of a statement, also after the deletion of the account.
    expect((await imageRights.get(data.id))?.userIds).toEqual([user.id]);
  });

  test('refuses an outdated version, another text and another club', async () => {
    const [clubId, other] = [await createClub(), await createClub()];
    const { token } = await createPerson('CLUB_STAFF', { clubId });
    await state(clubId, purposes, token);
    expect((await state(clubId, [], token, { version: 0 })).code).toBe('REQ4090');
    expect((await state(clubId, [], token, { textVersion: '2020-01' })).code).toBe('RGT4000');
    expect((await state(other, [], token)).code).toBe('SSN4030');
    const both = await Promise.all([
      state(other, ['live'], undefined, { version: 0 }),
      state(other, ['clips'], undefined, { version: 0 }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('keeps its document privately, and each reading in the history', async () => {
    const clubId = await createClub();
    const { id } = (await state(clubId, purposes)).data;
    const open = () => call('GET /rights/statements/{id}/document', { token: admin.token, params: { id } });
    expect((await open()).code).toBe('RGT4041');
    expect((await sendDocument(id, 'no es un PDF')).code).toBe('RGT4001');
    expect((await sendDocument(id, '%PDF-1.7 firmado')).status).toBe(200);
    expect((await ourTeam(clubId))?.document).toMatchObject({ name: 'firmas de familias.pdf', size: 16 });
    const { url, name } = (await open()).data;
    const read = await fetch(url);
    expect([await read.text(), name]).toEqual(['%PDF-1.7 firmado', 'firmas de familias.pdf']);
    expect((await fetch(url.split('?')[0] ?? '')).status).toBe(403);
    const key = decodeURIComponent(new URL(url).pathname).replace(/^\/[^/]*\/?rights/, '/rights');
    expect((await fetch(addresses.media + key)).status).toBeGreaterThanOrEqual(403);
    expect((await history(id)).map(([what]) => what)).toEqual(['READING', 'DOCUMENT', 'STATEMENT']);
    const stranger = await createPerson('CLUB_STAFF', { clubId: await createClub() });
    const params = { id };
    expect((await call('GET /rights/statements/{id}/document', { token: stranger.token, params })).status).toBe(403);
  });

  test('is deleted with its document three years after its season', async () => {
    const { id } = (await state(await createClub(), purposes)).data;
    await sendDocument(id, '%PDF-1.7');
    await removeExpired(Date.parse('2030-06-30'));
    expect(await imageRights.get(id)).toBeDefined();
    const { readObject } = await import('../../../functions/platform/aws/storage.ts');
    const address = { bucket: process.env.UPLOADS_BUCKET ?? '', key: (await imageRights.get(id))?.document?.key ?? '' };
    expect(await readObject(address)).toBeDefined();
    await removeExpired(Date.parse('2030-08-02'));
    expect([await imageRights.get(id), await readObject(address)]).toEqual([undefined, undefined]);
  });
});

describe('the next matches', () => {
  const category = 'cadete' as const;
  /** Reads as staff of a club, whose list has no matches of other tests. */
  const listLacks = async (id: string, token: string) => {
    const { data } = await call('GET /rights/matches', { token });
    return data.matches.find((match) => match.id === id)?.lacks.map(({ text }) => text);
  };

  test('[F-RIGHTS-1] [F-RIGHTS-2] [F-RIGHTS-5] show staff the missing rights, and stay visible if the stage only warns', async () => {
    const [home, away] = [await createClub('CD Sauce'), await createClub('CB Ribera')];
    const { token } = await createPerson('CLUB_STAFF', { clubId: home });
    const event = await createEvent({ clubIds: [home, away], category, competition: `Liga ${ulid()}` });
    expect(await listLacks(event.id, token)).toEqual([
      'que CD Sauce acepte el contrato de Cantera TV',
      'el permiso de la competición para CD Sauce, que no está en Cantera TV (todos los usos)',
      'el permiso de la competición para CB Ribera, que no está en Cantera TV (todos los usos)',
    ]);
    const accepted = await call('POST /rights/contract', { token, body: { clubId: home, version: contractVersion } });
    expect(accepted.data.contract).toMatchObject({ version: contractVersion, by: 'Ana Prueba' });
    await state(home, purposes, token);
    await state(away, ['live', 'recording']);
    expect(await listLacks(event.id, token)).toEqual([
      'la autorización de las familias de CB Ribera (clips y patrocinadores y redes)',
    ]);
    await state(away, purposes);
    expect(await listLacks(event.id, token)).toEqual([]);
    expect((await call('GET /sportevents/{id}', { params: { id: event.id } })).status).toBe(200);
    const stranger = await createPerson('CLUB_STAFF', { clubId: await createClub() });
    expect(await listLacks(event.id, stranger.token)).toBeUndefined();
  });

  test('[F-RIGHTS-2] name the team that lacks a right, and lists it with its own statement', async () => {
    const [home, away] = [await createClub('CD Sauce'), await createClub('CB Ribera')];
    const { token } = await createPerson('CLUB_STAFF', { clubId: home });
    const rival = await createPerson('CLUB_STAFF', { clubId: away });
    await call('POST /rights/contract', { token, body: { clubId: home, version: contractVersion } });
    for (const clubId of [home, away]) await state(clubId, purposes);
    const sides = { clubIds: [home, away], homeClubId: home, awayClubId: away, category };
    const ofB = await createEvent({ ...sides, homeTeam: 'B' });
    const { id } = await createEvent(sides);
    expect([await listLacks(ofB.id, token), await listLacks(id, token)]).toEqual([[], []]);
    const stated = (await state(home, ['live'], token, { team: 'B', version: 0 })).data.id;
    const uses = '(grabación, clips y patrocinadores y redes)';
    expect(await listLacks(ofB.id, token)).toEqual([
      `la autorización de las familias del Cadete B de CD Sauce ${uses}`,
    ]);
    expect(await listLacks(id, token)).toEqual([`la autorización de las familias de CD Sauce ${uses}`]);
    const { teams } = (await call('GET /rights/teams', { token, query: { clubId: home, season: 2026 } })).data;
    const ofCategory = teams
      .filter((one) => one.category === category)
      .map(({ team: letter, ...one }) => [letter, one.id === stated, one.purposes.length, one.matches]);
    expect(ofCategory).toEqual([
      [null, false, 4, 1],
      ['B', true, 1, 1],
    ]);
    const edit = (by: string, body: object) =>
      call('PATCH /clubStaff/sportevents/{id}', { token: by, params: { id }, body });
    expect((await edit(token, { homeTeam: 'G' })).status).toBe(400);
    expect((await edit(rival.token, { awayTeam: 'A' })).status).toBe(200);
    expect((await edit(token, { homeTeam: 'A' })).data.sportEvent).toMatchObject({ homeTeam: 'A', awayTeam: 'A' });
    expect(await listLacks(id, token)).toEqual([]);
    expect((await call('GET /sportevents/{id}', { params: { id } })).data.sportEvent).not.toHaveProperty('homeTeam');
  });

  test('[F-RIGHTS-1] count the competition’s permission only with its document', async () => {
    const [clubId, name] = [await createClub(), `Copa ${ulid()}`];
    const { token } = await createPerson('CLUB_STAFF', { clubId });
    await call('POST /rights/contract', { token: admin.token, body: { clubId, version: contractVersion } });
    await state(clubId, purposes);
    const event = await createEvent({ clubIds: [clubId], category, competition: name });
    const body = { season: 2026, sport: 'SOCCER' as const, name, purposes: [...purposes] };
    const { id } = (await call('PUT /rights/competitions', { token: admin.token, body })).data;
    expect(await listLacks(event.id, token)).toEqual([
      'el documento del permiso de la competición para el rival (todos los usos)',
    ]);
    await sendDocument(id, '%PDF-1.7 federación');
    expect(await listLacks(event.id, token)).toEqual([]);
    const { competitions } = (await call('GET /rights/competitions', { token: admin.token, query: { season: 2026 } }))
      .data;
    expect(competitions.find((one) => one.name === name)).toMatchObject({ matches: 1, purposes });
  });
});

describe('[F-RIGHTS-5] a club', () => {
  test('accepts the current contract, and stores person and version', async () => {
    const clubId = await createClub();
    const { token } = await createPerson('CLUB_STAFF', { clubId });
    const accept = (version: string) => call('POST /rights/contract', { token, body: { clubId, version } });
    expect((await accept('2020-01')).code).toBe('RGT4000');
    await accept(contractVersion);
    await accept(contractVersion);
    expect(await history(clubId)).toEqual([['CONTRACT', '']]);
    const { data } = await call('GET /rights/teams', { token });
    expect(data).toMatchObject({ contract: { version: contractVersion, by: 'Ana Prueba' }, isEnforced: false });
  });

  test('names its contact for the protection of minors, shown on its page', async () => {
    const clubId = await createClub();
    const { token } = await createPerson('CLUB_STAFF', { clubId });
    const read = async () => (await call('GET /clubs/{id}', { params: { id: clubId } })).data.club.protection;
    expect(await read()).toBeUndefined();
    const protection = { name: 'Lola Ruiz', email: 'Menores@club.test', phone: '' };
    const change = (value: unknown) =>
      call('PATCH /clubStaff/clubs/{id}', { token, params: { id: clubId }, body: { protection: value } });
    expect((await change({ ...protection, email: 'nadie' })).status).toBe(400);
    await change(protection);
    expect(await read()).toEqual({ ...protection, email: 'menores@club.test' });
    await change(null);
    expect(await read()).toBeUndefined();
  });
});
