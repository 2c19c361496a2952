/** Viewer clips: permission, visibility and end. */
import { ulid } from 'ulid';
import { beforeAll, describe, expect, test } from 'vitest';
import { pageSize } from '../../../shared/domain/limits.ts';
import {
  call,
  createClub,
  createEvent,
  createPerson,
  createStoredClip,
  createVod,
  type Person,
} from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { createClip as film } from '../../support/media.ts';
import { isNightly } from '../../support/test-profile.ts';
import { enterTimeWindow } from '../../support/time-window.ts';
import { show } from './clip-calls.ts';

const { clubs } = await import('../../../functions/league/clubs/store.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { maxViewerClips } = await import('../../../functions/recordings/clips/rules.ts');
const { clips, findViewerClips } = await import('../../../functions/recordings/clips/store.ts');
const { removeViewerClips, sweepClips } = await import('../../../functions/recordings/clips/sweep-clips.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');

const part = { title: 'El gol de mi hija', start: 1, seconds: 5 };
const subscriber = () => createPerson('REGULAR_SUBSCRIBER');
const cut = ({ token }: Person, id: string, body: object = part) =>
  call('POST /vods/{id}/own-clips', { token, params: { id }, body });
const listViewerClips = async ({ token }: Person, vodId?: string) =>
  (await call('GET /users/me/clips', { token, query: { vodId } })).data.clips;
const publicPage = async (id: string) => (await call('GET /clips/{id}', { params: { id } })).status;

/** Creates a match with a recording, whose club allows viewer clips by default. */
async function createMatch(choices: { viewerClips?: boolean; publicClips?: boolean } = { viewerClips: true }) {
  const clubId = await createClub(`CD ${ulid()}`, choices);
  const { id: eventId } = await createEvent({ clubIds: [clubId] });
  // The source does not exist, so an encoding would fail; these tests are about permissions.
  const source = { bucket: 'uploads' as const, key: `originals/${ulid()}.mp4` };
  const { id: vodId } = await createVod({ clubIds: [clubId], sportEventId: eventId, source, duration: 600 });
  return { clubId, eventId, vodId };
}

/** Creates a viewer's clip, as if it had been encoded. */
async function createViewerClip(
  { user }: Person,
  { clubId, eventId, vodId }: Awaited<ReturnType<typeof createMatch>>,
  start = 0,
) {
  const cut = { start, seconds: 5, poster: 3, crest: null };
  const own = { title: 'Mío', visible: false, userId: user.id, duration: 5 };
  return (await createStoredClip({ vodId, clubId, sportEventId: eventId, cut, ...own })).id;
}

describe('a viewer clip', () => {
  let short: Buffer | undefined;
  beforeAll(async () => {
    short = await film({ seconds: 8, size: '320x180' });
  });

  test('[D-CLIP-3] is cut like other clips, and plays only for its maker until the club publishes it', async () => {
    const made = await createMatch({ viewerClips: true, publicClips: true });
    const { source } = (await vods.get(made.vodId))!;
    await vods.change(made.vodId, (item) => ({ ...item, duration: 8 }));
    await writeObject({ bucket: environment('UPLOADS_BUCKET'), key: source!.key }, short!, {
      contentType: 'video/mp4',
    });
    const [maker, other] = [await subscriber(), await subscriber()];
    const shown = await call('GET /vods/{id}', { token: maker.token, params: { id: made.vodId } });
    expect(shown.data.vod.cutsClips).toBe(true);
    const asked = await Promise.all([1, 2, 3].map(() => cut(maker, made.vodId)));
    const [id = '', ...more] = new Set(asked.map(({ data }) => data.id));
    expect([asked.map(({ status }) => status), more]).toEqual([[201, 201, 201], []]);
    const [clip] = await eventually(
      () => listViewerClips(maker, made.vodId),
      ([one]) => one?.status === 'FINISHED' || one?.status === 'FAILED',
    );
    expect(clip).toMatchObject({ id, title: part.title, status: 'FINISHED', isPublic: false, start: 1 });
    expect((await fetch(String(clip?.video))).status).toBe(200);
    expect([await publicPage(id), await listViewerClips(other), await listViewerClips(maker, ulid())]).toEqual([
      404,
      [],
      [],
    ]);
    // The same part cut by another user is another clip.
    expect((await cut(other, made.vodId)).data.id).not.toBe(id);

    const staff = await createPerson('CLUB_STAFF', { clubId: made.clubId });
    const listed = await call('GET /vods/{id}/clips', { token: staff.token, params: { id: made.vodId } });
    expect(listed.data.clips.find((one) => one.id === id)).toMatchObject({ byViewer: true, title: part.title });
    const publish = (visible: boolean) =>
      call('PATCH /clips/{id}', { token: staff.token, params: { id }, body: { visible } });
    expect((await publish(true)).status).toBe(200);
    expect([await publicPage(id), (await listViewerClips(maker))[0]?.isPublic]).toEqual([200, true]);
    await publish(false);
    expect([await publicPage(id), (await listViewerClips(maker))[0]?.isPublic]).toEqual([404, false]);

    const remove = ({ token }: Person) => call('DELETE /users/me/clips/{id}', { token, params: { id } });
    expect([(await remove(other)).code, (await remove(maker)).status]).toEqual(['CLP4040', 200]);
    expect(await listViewerClips(maker)).toEqual([]);
  });

  test('[D-CLIP-1][D-CLIP-3] is marked as a viewer’s in the staff’s paged list', async () => {
    const made = await createMatch();
    const [maker, staff] = [await subscriber(), await createPerson('CLUB_STAFF', { clubId: made.clubId })];
    const ids = [];
    for (let start = 0; start < pageSize + 1; start += 1) ids.push(await createViewerClip(maker, made, start));
    const { data } = await call('POST /vods/{id}/clips', {
      token: staff.token,
      params: { id: made.vodId },
      body: { title: 'Del club', start: 500, seconds: 5 },
    });
    const look = async (query: object) => {
      const answer = await call('GET /vods/{id}/clips', { token: staff.token, params: { id: made.vodId }, query });
      const { clips, page, total, totalPages, byViewers } = answer.data;
      return { ids: clips.map(({ id }) => id), page, total, totalPages, byViewers };
    };
    const all = { total: pageSize + 2, totalPages: 2, byViewers: pageSize + 1 };
    expect(await look({})).toEqual({ ...all, page: 1, ids: ids.slice(0, pageSize) });
    expect(await look({ page: 2 })).toEqual({ ...all, page: 2, ids: [ids[pageSize], data.id] });
    expect(await look({ clipId: data.id })).toMatchObject({ page: 2 });
    expect(await look({ clipId: ulid() })).toMatchObject({ page: 1 });
    expect(await look({ by: 'club' })).toMatchObject({ total: 1, ids: [data.id], byViewers: pageSize + 1 });
    expect(await look({ by: 'viewers', page: 2 })).toMatchObject({ total: pageSize + 1, ids: [ids[pageSize]] });
    expect(await look({ by: 'viewers', clipId: ids[pageSize] })).toMatchObject({ page: 2 });
  });

  test('[D-CLIP-3] requires the club’s permission', async () => {
    const { vodId, clubId } = await createMatch({});
    const maker = await subscriber();
    const cutsClips = async (token?: string) =>
      (await call('GET /vods/{id}', { params: { id: vodId }, token })).data.vod.cutsClips;
    expect([await cutsClips(maker.token), (await cut(maker, vodId)).code]).toEqual([undefined, 'CLP4030']);
    const staff = await createPerson('CLUB_STAFF', { clubId });
    const rival = await createPerson('CLUB_STAFF', { clubId: await createClub() });
    const choose = ({ token }: Person, viewerClips: boolean) =>
      call('PATCH /clubStaff/clubs/{id}', { token, params: { id: clubId }, body: { viewerClips } });
    expect((await choose(rival, true)).code).toBe('SSN4030');
    expect((await choose(staff, true)).data.club.viewerClips).toBe(true);
    expect((await cut(maker, vodId)).status).toBe(201);
    // Staff have an endpoint of their own for clips, so this one refuses them.
    expect((await cut(staff, vodId)).code).toBe('SSN4030');
    await choose(staff, false);
    expect((await cut(maker, vodId, { ...part, start: 20 })).code).toBe('CLP4030');
  });

  test.runIf(isNightly)('[D-CLIP-3] requires access to the match, 5 to 60 s, and daily and total limits', async () => {
    const made = await createMatch();
    const { vodId } = made;
    const [visitor, basic, maker] = [undefined, await createPerson('REGULAR_BASIC'), await subscriber()];
    expect(
      (await call('POST /vods/{id}/own-clips', { token: visitor, params: { id: vodId }, body: part })).status,
    ).toBe(401);
    expect((await cut(basic, vodId)).code).toBe('PLY4030');
    for (const wrong of [{ seconds: 4 }, { seconds: 61 }, { title: ' ' }, { start: -1 }, { start: '1; DROP' }])
      expect((await cut(maker, vodId, { ...part, ...wrong })).status, JSON.stringify(wrong)).toBe(400);
    expect((await cut(maker, vodId, { ...part, start: 598 })).code).toBe('CLP4000');
    expect((await cut(maker, ulid())).code).toBe('VOD4040');
    await enterTimeWindow(24 * 60);
    const today = [];
    for (let start = 0; start < 21; start += 1) today.push(await cut(maker, vodId, { ...part, start }));
    expect(today.map(({ status }) => status)).toEqual([...Array<number>(20).fill(201), 429]);
    expect(today[20]?.message).toMatch(/^Hoy ya has cortado 20 clips/);
    const keeper = await subscriber();
    for (let start = 0; start < maxViewerClips; start += 1) await createViewerClip(keeper, made, start);
    expect((await cut(keeper, vodId)).code).toBe('CLP4091');
  });
});

describe('the end of a viewer clip', () => {
  type Made = Awaited<ReturnType<typeof createMatch>> & { maker: Person };
  test.each<[string, (made: Made, plays: boolean) => Promise<unknown>]>([
    ['the recording is hidden', ({ vodId }, visible) => show('vods', vodId, visible)],
    ['the match is hidden', ({ eventId }, visible) => show('sportevents', eventId, visible)],
    [
      'the club does not allow viewer clips',
      ({ clubId }, viewerClips) => clubs.change(clubId, (item) => ({ ...item, viewerClips })),
    ],
  ])('[D-CLIP-3] does not play while %s', async (_, set) => {
    const made = { ...(await createMatch()), maker: await subscriber() };
    const id = await createViewerClip(made.maker, made);
    const video = async () => (await listViewerClips(made.maker))[0]?.video;
    expect(await video()).toContain(id);
    await set(made, false);
    expect(await listViewerClips(made.maker)).toMatchObject([{ id, video: null, poster: null }]);
    await set(made, true);
    expect(await video()).toContain(id);
  });

  test('[D-CLIP-3] stops playing with access to the match, and can still be deleted', async () => {
    const made = await createMatch();
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const purchase = { id: made.eventId, title: 'Partido', sport: 'SOCCER' as const, until };
    const buyer = await createPerson('REGULAR_BASIC', { purchases: [purchase] });
    const stranger = await createPerson('REGULAR_BASIC');
    const [id, unpaid] = [await createViewerClip(buyer, made), await createViewerClip(stranger, made)];
    expect((await listViewerClips(buyer))[0]?.video).toContain(id);
    expect(await listViewerClips(stranger)).toMatchObject([{ id: unpaid, video: null }]);
    const removed = await call('DELETE /users/me/clips/{id}', { token: stranger.token, params: { id: unpaid } });
    expect(removed.status).toBe(200);
  });

  test('[D-CLIP-3] is deleted with the account, even if cut at the last moment', async () => {
    const made = await createMatch();
    const [leaver, stayer] = [await subscriber(), await subscriber()];
    const gone = await createViewerClip(leaver, made);
    const kept = await createViewerClip(stayer, made);
    await removeViewerClips(leaver.user.id, Date.now());
    expect([await clips.get(gone), (await clips.get(kept))?.id]).toEqual([undefined, kept]);
    const deleted = { ...leaver, user: { ...leaver.user, id: ulid() } };
    const late = await createViewerClip(deleted, made);
    await sweepClips(Date.now());
    expect([await clips.get(late), (await findViewerClips(stayer.user.id)).length]).toEqual([undefined, 1]);
  });
});
