/** Back office: clubs, content, ads, moments and club staff. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { ads } from '../../../functions/recordings/ads/store.ts';
import { createMediaFields } from '../../../functions/recordings/media/rules.ts';
import { call, createClub, createEvent, createPerson, createVod, fetchCaptchaToken } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { createClip } from '../../support/media.ts';
import { listMails, logIn } from '../../support/people.ts';

const admin = await createPerson('ADMIN');
const clubId = await createClub('CD Nuestro');
const otherClub = await createClub('CD Ajeno');
const staff = await createPerson('CLUB_STAFF', { clubId });

const listLinksTo = async (email: string) =>
  (await listMails(email)).flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);

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

  test('[B-CLUB-2] sweeps a picture whose club is deleted while it is encoded', async () => {
    const { pictured, setPicture } = await import('../../../functions/recordings/pictures/store.ts');
    const { queryItems } = await import('../../../functions/platform/aws/dynamo-queries.ts');
    const id = await createClub('CD Breve');
    await call('DELETE /live/clubs/{id}', { token: admin.token, params: { id } });
    const late = setPicture(pictured.clubs, id, `thumbnails/clubs/${id}/tarde.webp`, Date.now());
    await expect(late).rejects.toMatchObject({ code: 'REQ4040' });
    const notes: string[] = [];
    for await (const page of queryItems<{ pk: string; sk: string }>('uploads', 'GARBAGE'))
      notes.push(...page.map(({ sk }) => sk));
    expect(notes.filter((note) => note.includes(`clubs/${id}/tarde`))).toHaveLength(1);
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
    expect(
      (await call('PUT /users/me/favorite-clubs/{clubId}', { token: viewer.token, params: { clubId: 'nada' } })).status,
    ).toBe(404);
    expect((await call('GET /users/me/favorite-clubs')).status).toBe(401);
  });
});

describe('content and ads', () => {
  async function putWhole(uploadId: string, bytes: Buffer) {
    const params = { id: uploadId };
    const { data } = await call('POST /uploads/{id}/parts', { token: admin.token, params, body: { parts: [1] } });
    await fetch(String(data.urls[0]?.url), { method: 'PUT', body: new Uint8Array(bytes) });
    expect((await call('POST /uploads/{id}/complete', { token: admin.token, params })).status).toBe(200);
  }

  test('[B-API-39][B-API-42][B-API-43][B-API-44][V-PLAY-1][V-ACC-7] uploads content, shows it to everyone and deletes it', async () => {
    const bytes = await createClip({ seconds: 2 });
    const made = await call('POST /live/content', {
      token: admin.token,
      body: {
        title: 'Entrevista',
        categoryId: 1,
        clubIds: [clubId],
        file: { name: 'a.mp4', type: 'video/mp4', size: bytes.length },
      },
    });
    expect([made.status, made.message]).toEqual([201, 'Contenido subido correctamente']);
    const params = { id: made.data };
    const read = async () => (await call('GET /live/content/{id}', { token: admin.token, params })).data.contentVideo;
    await putWhole((made.body.upload as { id: string }).id, bytes);
    await eventually(read, ({ status }) => status === 'FINISHED');
    const address = { categoryId: '1', videoId: made.data };
    const visit = () => call('GET /content/categories/{categoryId}/videos/{videoId}', { params: address });
    expect((await visit()).status).toBe(404);
    await call('PATCH /live/content/{id}', {
      token: admin.token,
      params,
      body: { visible: true, description: 'Hola' },
    });
    const { contentVideo } = (await visit()).data;
    expect(contentVideo).toMatchObject({ description: 'Hola', categoryName: 'Entrevistas', status: 'FINISHED' });
    expect(new URL(String(contentVideo.playback.url)).pathname).toBe(`/contentvideos/${made.data}/hls/index.m3u8`);
    expect(await (await fetch(String(contentVideo.playback.url))).text()).toContain('#EXTM3U');
    const elsewhere = await call('GET /content/categories/{categoryId}/videos/{videoId}', {
      params: { ...address, categoryId: '2' },
    });
    expect(elsewhere.status).toBe(404);
    const removed = await call('DELETE /live/content/{id}', { token: admin.token, params });
    expect(removed.message).toBe('Contenido eliminado correctamente');
    expect((await visit()).status).toBe(404);
  });

  test('[B-API-41][B-CON-2][B-CON-3] filters content by category and club, and rejects invalid input', async () => {
    const create = (body: object) => call('POST /live/content', { token: admin.token, body });
    const file = { name: 'a.mp4', type: 'video/mp4', size: 9 };
    expect((await create({ categoryId: 1, file })).message).toBe('El título del contenido es requerido');
    expect((await create({ title: 'x', categoryId: 1 })).message).toBe('El archivo de video es requerido');
    expect(
      (await create({ title: 'x', categoryId: 1, file: { ...file, name: 'a.mov', type: 'video/quicktime' } })).message,
    ).toBe('El archivo debe ser un video MP4');
    expect((await create({ title: 'x', categoryId: 99, file })).code).toBe('CAT4000');
    const only = await createClub();
    await create({ title: 'Uno', categoryId: 2, clubIds: [only], file });
    await create({ title: 'Dos', categoryId: 3, clubIds: [only], file });
    const titles = async (query: object) =>
      (await call('GET /live/content', { token: admin.token, query })).data.contentVideos.map(({ title }) => title);
    expect((await titles({ clubId: only })).sort()).toEqual(['Dos', 'Uno']);
    expect(await titles({ clubId: only, categoryId: 3 })).toEqual(['Dos']);
  });

  test('[B-API-2][B-API-5][B-API-7][V-AD-1][V-AD-2][V-API-32] selects ads by priority, for their clubs or for all @ci', async () => {
    const bytes = await createClip({ seconds: 2 });
    const make = async (title: string, clubIds: string[], emissionPriority: number) => {
      const made = await call('POST /live/ad_videos', {
        token: admin.token,
        body: { title, clubIds, emissionPriority, file: { name: 'a.mp4', type: 'video/mp4', size: bytes.length } },
      });
      await putWhole((made.body.upload as { id: string }).id, bytes);
      await eventually(
        async () =>
          (await call('GET /live/ad_videos/{id}', { token: admin.token, params: { id: made.data } })).data.adVideo,
        ({ status }) => status === 'FINISHED',
      );
      return made.data;
    };
    const only = await createClub();
    const low = await make('Bajo', [only], 1);
    const high = await make('Alto', [only], 5);
    const foreign = await make('Ajeno', [otherClub], 9);
    const order = async () =>
      (await call('GET /ad_videos', { query: { clubIds: [only] } })).data.adVideos.map(({ id }) => id);
    expect((await order()).filter((id) => [low, high, foreign].includes(id))).toEqual([high, low]);
    await call('PATCH /live/ad_videos/{id}', {
      token: admin.token,
      params: { id: high },
      body: { emissionPriority: null },
    });
    expect((await order()).filter((id) => [low, high].includes(id))).toEqual([low, high]);
    const [ad] = (await call('GET /ad_videos', { query: { clubIds: [only] } })).data.adVideos;
    expect(await (await fetch(String(ad?.url))).text()).toContain('#EXTM3U');
    await call('PATCH /live/ad_videos/{id}', { token: admin.token, params: { id: low }, body: { visible: false } });
    expect(await order()).not.toContain(low);
  });

  test('[V-AD-1] answers a logged-in viewer whether an ad precedes the recording @ci', async () => {
    const [ours, theirs] = [await createClub(), await createClub()];
    const { token } = await createPerson('REGULAR_SUBSCRIBER');
    const [of = '', ofBoth = '', ofOthers = ''] = await Promise.all(
      [[ours], [ours, theirs], [theirs]].map(async (clubIds) => (await createVod({ clubIds })).id),
    );
    const readHasAd = async (id: string, as: object = { token }) =>
      (await call('GET /vods/{id}', { params: { id }, ...as })).data.vod.playback.hasAd;
    expect(await readHasAd(of)).toBe(false);
    await ads.create({
      ...createMediaFields(null, 1),
      ...{ id: ulid(), title: 'Anuncio', clubIds: [ours], emissionPriority: null, uploadId: null },
      ...{ visible: true, status: 'FINISHED', dateCreated: new Date().toISOString() },
    });
    await eventually(
      () => readHasAd(ofBoth),
      (hasAd) => hasAd === true,
    );
    expect([await readHasAd(of), await readHasAd(ofOthers), await readHasAd(of, {})]).toEqual([true, false, undefined]);
    // Visitors share one cached answer for open videos, so it does not say whether there is an ad.
    const open = await createVod({ clubIds: [ours], sportEventId: (await createEvent({ isPublic: true })).id });
    const { playback } = (await call('GET /vods/{id}', { params: { id: open.id } })).data.vod;
    expect([playback.granted, playback.hasAd]).toEqual([true, undefined]);
  });

  test('[B-API-9][B-API-10][B-API-11][B-AD-19] lets club staff read their club’s ads and change none', async () => {
    const file = { name: 'a.mp4', type: 'video/mp4', size: 9 };
    const create = async (clubIds: string[]) =>
      (await call('POST /live/ad_videos', { token: admin.token, body: { title: 'Anuncio', clubIds, file } })).data;
    const [own, foreign] = [await create([clubId]), await create([otherClub])];
    const ids = (await call('GET /clubStaff/ad_videos', { token: staff.token })).data.adVideos.map(({ id }) => id);
    expect(ids).toContain(own);
    expect(ids).not.toContain(foreign);
    expect((await call('GET /clubStaff/ad_videos/{id}', { token: staff.token, params: { id: foreign } })).status).toBe(
      403,
    );
    expect(
      (await call('PATCH /live/ad_videos/{id}', { token: staff.token, params: { id: own }, body: { title: 'x' } }))
        .status,
    ).toBe(403);
  });

  test('[B-AD-2][B-AD-3][B-AD-5][B-UI-7] reports missing or invalid fields of an ad', async () => {
    const create = (body: object) => call('POST /live/ad_videos', { token: admin.token, body });
    const file = { name: 'a.mp4', type: 'video/mp4', size: 9 };
    expect((await create({ file })).message).toBe('El título del anuncio es requerido');
    expect((await create({ title: 'x', file: { ...file, type: 'application/pdf' } })).message).toBe(
      'El archivo debe ser un video MP4',
    );
    const made = await create({ title: 'x', emissionPriority: 'mucha', file });
    const params = { id: made.data };
    expect((await call('GET /live/ad_videos/{id}', { token: admin.token, params })).data.adVideo.emissionPriority).toBe(
      1,
    );
    for (const emissionPriority of [0, 'x', 1.5]) {
      const answer = await call('PATCH /live/ad_videos/{id}', {
        token: admin.token,
        params,
        body: { emissionPriority },
      });
      expect(answer.status).toBe(400);
    }
  });
});

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
    expect((await call('GET /vods/{id}/moments', { params: { id: vodId } })).status).toBe(401);
    const basic = await createPerson('REGULAR_BASIC');
    expect((await call('GET /vods/{id}/moments', { params: { id: vodId }, token: basic.token })).status).toBe(403);

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

  test('[B-API-85][B-API-87][B-API-89][B-API-91] can be managed by club staff for their own club only', async () => {
    const { id: vodId } = await createVod({ clubIds: [clubId, otherClub] });
    const foreign = await call('POST /live/moments', {
      token: admin.token,
      body: { timestampMs: 5, label: 'Ajeno', momentTypeId: 1, vodId, clubId: otherClub },
    });
    const own = await call('POST /clubStaff/moments', {
      token: staff.token,
      body: { timestampMs: 9, label: 'Propio', momentTypeId: 3, vodId, clubId: otherClub },
    });
    const { data } = await call('GET /clubStaff/moments/vod/{vodId}', { token: staff.token, params: { vodId } });
    expect(data.moments.map(({ label, clubId: of }) => [label, of])).toEqual([['Propio', clubId]]);
    const touch = (params: { id: string }) =>
      call('PATCH /clubStaff/moments/{id}', { token: staff.token, params, body: { label: 'x' } });
    expect((await touch(foreign.data)).status).toBe(403);
    expect((await touch(own.data)).status).toBe(200);
    expect((await call('DELETE /clubStaff/moments/{id}', { token: staff.token, params: foreign.data })).status).toBe(
      403,
    );
    const { id: elsewhere } = await createVod({ clubIds: [otherClub] });
    expect(
      (await call('GET /clubStaff/moments/vod/{vodId}', { token: staff.token, params: { vodId: elsewhere } })).status,
    ).toBe(403);
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

describe('club staff', () => {
  const invite = async (email: string, of = clubId) =>
    call('POST /live/club-staff-users', { token: admin.token, body: { email, clubId: of } });
  const address = () => `persona-${Math.random().toString(36).slice(2)}@cantera.test`;
  const readToken = (link: string | undefined) => String(new URL(String(link)).searchParams.get('token'));

  test('[B-API-30][B-API-36][B-API-37][B-STAFF-6][B-STAFF-7][B-STAFF-20] accept an invitation by email and log in', async () => {
    const email = address();
    const made = await invite(`  ${email.toUpperCase()} `);
    expect([made.status, made.message]).toEqual([
      201,
      `Invitación enviada correctamente a ${email} para unirse a CD Nuestro`,
    ]);
    const token = readToken((await listLinksTo(email))[0]);
    const invitation = await call('GET /club-staff-invitations/{token}', { params: { token } });
    expect(invitation.data).toEqual({ email, clubName: 'CD Nuestro' });
    expect((await logIn(email, 'mi-clave-nueva')).status).toBe(401);
    const accept = () =>
      call('POST /club-staff-invitations/{token}/accept', {
        params: { token },
        body: { name: 'Marta', password: 'mi-clave-nueva' },
      });
    expect((await accept()).status).toBe(200);
    const again = await accept();
    expect([again.status, again.message]).toEqual([400, 'La invitación no es válida o ha caducado.']);
    const session = await logIn(email, 'mi-clave-nueva');
    expect(session.data.user).toMatchObject({ role: 'CLUB_STAFF', clubId, name: 'Marta' });
    const { clubStaffUser } = (await call('GET /live/club-staff-users/{id}', { token: admin.token, params: made.data }))
      .data;
    expect(clubStaffUser).toMatchObject({ status: 'active', personalName: 'Marta', clubName: 'CD Nuestro' });
    expect(clubStaffUser.dateActivated).not.toBeNull();
  });

  test('[B-STAFF-21][B-API-35] voids the old link on resending; rejects invented ones', async () => {
    const email = address();
    const made = await invite(email);
    const old = readToken((await listLinksTo(email))[0]);
    const resend = await call('POST /live/club-staff-users/{id}/resend-invitation', {
      token: admin.token,
      params: made.data,
    });
    expect(resend.message).toBe('Invitación reenviada correctamente');
    expect((await call('GET /club-staff-invitations/{token}', { params: { token: old } })).status).toBe(400);
    const links = (await listLinksTo(email)).map(readToken).filter((token) => token !== old);
    expect((await call('GET /club-staff-invitations/{token}', { params: { token: String(links[0]) } })).status).toBe(
      200,
    );
    expect((await call('GET /club-staff-invitations/{token}', { params: { token: 'inventado' } })).code).toBe(
      'STF4000',
    );
  });

  test('[B-API-22][B-STAFF-22] lose access and open invitations with their club', async () => {
    const of = await createClub('CD Efímero');
    const [one, two] = [address(), address()];
    const made = [await invite(one, of), await invite(two, of)];
    const [token, open] = [await listLinksTo(one), await listLinksTo(two)].map(([link]) => readToken(link));
    const body = { name: 'Ana', password: 'mi-clave-nueva' };
    await call('POST /club-staff-invitations/{token}/accept', { params: { token: String(token) }, body });
    const session = (await logIn(one, body.password)).data.token;
    expect((await call('GET /clubStaff/vods', { token: session })).status).toBe(200);
    await call('DELETE /live/clubs/{id}', { token: admin.token, params: { id: of } });
    await eventually(async () => (await call('GET /clubStaff/vods', { token: session })).status, is(401));
    expect((await logIn(one, body.password)).status).toBe(401);
    const invitation = { params: { token: String(open) } };
    const opening = async () => String((await call('GET /club-staff-invitations/{token}', invitation)).code);
    await eventually(opening, is('STF4000'));
    for (const { data } of made) {
      const found = await call('GET /live/club-staff-users/{id}', { token: admin.token, params: data });
      expect(found.data.clubStaffUser.status).toBe('disabled');
    }
  });

  test('[B-STAFF-22][B-STAFF-11][B-STAFF-10][B-API-33] lose sessions and login when disabled; invited users stay invited', async () => {
    const email = address();
    const made = await invite(email);
    const change = (body: object) =>
      call('PATCH /live/club-staff-users/{id}', { token: admin.token, params: made.data, body });
    expect((await change({ status: 'active' })).code).toBe('STF4090');
    expect((await change({ status: 'invited' })).status).toBe(400);
    const token = readToken((await listLinksTo(email))[0]);
    await call('POST /club-staff-invitations/{token}/accept', {
      params: { token },
      body: { name: 'Luis', password: 'otra-clave-1' },
    });
    const session = await logIn(email, 'otra-clave-1');
    expect((await change({ status: 'disabled' })).data.clubStaffUser.status).toBe('disabled');
    expect((await call('GET /users/me', { token: session.data.token })).status).toBe(401);
    expect((await logIn(email, 'otra-clave-1')).code).toBe('SR4006');
    await change({ status: 'active' });
    expect((await logIn(email, 'otra-clave-1')).status).toBe(200);
  });

  test('[B-API-31][B-STAFF-15][B-STAFF-16] are searched by email, name and club, and filtered by status', async () => {
    const of = await createClub('Agrupación Única');
    const [one, two] = [address(), address()];
    await invite(one, of);
    await invite(two, of);
    const emails = async (query: object) =>
      (await call('GET /live/club-staff-users', { token: admin.token, query })).data.clubStaffUsers.map(
        ({ email }) => email,
      );
    expect((await emails({ search: 'agrupacion unica' })).sort()).toEqual([one, two].sort());
    expect(await emails({ search: one.toUpperCase() })).toEqual([one]);
    expect(await emails({ search: 'agrupacion unica', status: 'active' })).toEqual([]);
    const { pagination } = (
      await call('GET /live/club-staff-users', { token: admin.token, query: { search: 'agrupacion unica' } })
    ).data;
    expect(pagination).toEqual({ limit: 12, page: 1, total: 2, totalPages: 1 });
  });

  test('[B-API-34][B-STAFF-3][B-STAFF-4][B-STAFF-5] are deleted, which frees their address', async () => {
    const email = address();
    const made = await invite(email);
    expect((await invite(email)).code).toBe('STF4092');
    const removed = await call('DELETE /live/club-staff-users/{id}', { token: admin.token, params: made.data });
    expect(removed.message).toBe('Usuario eliminado correctamente');
    expect((await invite(email)).status).toBe(201);
    const refused = async (body: object) =>
      (await call('POST /live/club-staff-users', { token: admin.token, body })).message;
    expect(await refused({ clubId })).toBe('El email es requerido');
    expect(await refused({ email: 'nada', clubId })).toBe('Por favor, ingresa un email válido');
    expect(await refused({ email: address() })).toBe('Debes seleccionar un club');
  });
});

describe('public forms', () => {
  const message = { name: 'Ana', email: 'ana@cantera.test', phone: '', message: 'Queremos emitir nuestros partidos' };
  const send = async (body: object) =>
    call('POST /public/contact/teams', { body: { captchaToken: await fetchCaptchaToken('contact'), ...body } });

  test('[V-CONTACT-2][V-CONTACT-3][V-CONTACT-4][V-CONTACT-9] reject messages without contact data or to other addresses', async () => {
    const refused = async (body: object) => (await send({ ...message, ...body })).message;
    expect(await refused({ email: '', phone: '' })).toBe(
      'Debes proporcionar al menos un método de contacto: email o teléfono',
    );
    expect(await refused({ email: 'nada' })).toBe('Por favor, introduce un email válido');
    for (const phone of ['12345', '512345678', '+33612345678']) {
      expect(await refused({ phone })).toBe('Por favor, introduce un número de teléfono válido');
    }
    for (const phone of ['612345678', '+34 612-345-678', '0034912345678', '34712345678']) {
      expect((await send({ ...message, phone })).status).toBe(200);
    }
    expect((await send({ ...message, toEmail: 'otro@cantera.test' })).code).toBe('CTC4000');
  });

  test('[A-API-13] give the same answer for new and known addresses of the newsletter, and reject invalid ones', async () => {
    const email = `boletin-${Date.now()}@cantera.test`;
    const subscribe = () => call('POST /public/newsletter', { body: { email } });
    const first = await subscribe();
    const token = String(
      new URL(String((await listLinksTo(email)).find((link) => link.includes('confirmar')))).searchParams.get('token'),
    );
    expect((await call('POST /public/newsletter/confirm', { body: { token } })).status).toBe(200);
    const mails = (await listLinksTo(email)).length;
    expect((await subscribe()).body).toEqual(first.body);
    expect((await listLinksTo(email)).length).toBe(mails);
    expect((await call('POST /public/newsletter/unsubscribe', { body: { token } })).status).toBe(200);
    expect((await call('POST /public/newsletter/confirm', { body: { token: 'x.y' } })).status).toBe(400);
    expect((await call('POST /public/newsletter', { body: { email: 'nada' } })).message).toBe(
      'Por favor, introduce un email válido',
    );
  });
});
