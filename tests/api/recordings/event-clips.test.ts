/** The public clips of a match: selection, order and counts in lists. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, createStoredClip, createVod } from '../../support/api.ts';
import { eventually, has, is } from '../../support/eventually.ts';
import { createAction, sendActions } from '../../support/score-actions.ts';
import { admin, show } from './clip-calls.ts';

const { clips } = await import('../../../functions/recordings/clips/store.ts');
const { changeEvent } = await import('../../../functions/league/events/change-event.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
type StoredClip = import('../../../functions/recordings/clips/rules.ts').StoredClip;

const { token } = admin;

/** A match with a recording, between two clubs that allow public clips. */
async function match() {
  const clubIds = [
    await createClub('CD Casa', { publicClips: true }),
    await createClub('UD Fuera', { publicClips: true }),
  ];
  const { id } = await createEvent({ clubIds });
  const recording = await createVod({ clubIds, sportEventId: id });
  return { id, clubIds, vodId: recording.id };
}
type Match = Awaited<ReturnType<typeof match>>;

/** A published clip, as if it had been encoded. */
async function clip({ id: sportEventId, clubIds, vodId }: Match, start: number, fields: Partial<StoredClip> = {}) {
  const cut = { start, seconds: 6, poster: 3, crest: null };
  const own = { vodId, clubId: clubIds[0] ?? '', title: `Gol ${start}`, sportEventId, cut };
  return (await createStoredClip({ ...own, ...fields })).id;
}

const readPage = async (id: string, page = 1) =>
  (await call('GET /sportevents/{id}/clips', { params: { id }, query: { page } })).data;
/** A hidden match answers 404, and so names no clips. */
const titles = async ({ id }: Match) => ((await readPage(id))?.clips ?? []).map(({ title }) => title);
/** Waits, because writes of other functions show within a second. */
const expectClipCount = (made: Match, wanted: number) =>
  eventually(
    async () => (await call('GET /sportevents/{id}/vods', { params: { id: made.id } })).data?.clips ?? 0,
    is(wanted),
  );
const findInList = async ({ id, clubIds }: Match) =>
  (await call('GET /vods', { query: { each: 'match', clubIds } })).data.vods.find((one) => one.sportEventId === id);

describe('the clips of a match', () => {
  test('[D-CLIP-2][V-EVENT-4] are in match order after its summary, public and cacheable', async () => {
    const made = await match();
    await clip(made, 40, { clubId: made.clubIds[1] ?? '' });
    await clip(made, 7);
    const parts = [{ start: 7, seconds: 14, poster: 8 }];
    const cut = { start: 7, seconds: 14, poster: 8, crest: null, summary: { parts, card: 'card.png' } };
    await clip(made, 0, { title: 'Resumen', duration: 18, cut: cut as StoredClip['cut'] });
    const answer = await call('GET /sportevents/{id}/clips', { params: { id: made.id } });
    expect(answer.headers.get('cache-control')).toContain('s-maxage=10');
    expect(answer.data).toMatchObject({ total: 3, totalPages: 1, page: 1 });
    expect(answer.data.clips).toMatchObject([
      { title: 'Resumen', kind: 'SUMMARY', seconds: 18 },
      { title: 'Gol 7', kind: 'CUT', seconds: 6, club: { id: made.clubIds[0], name: 'CD Casa' } },
      { title: 'Gol 40', club: { name: 'UD Fuera' } },
    ]);
    // Each has a page; lists contain no addresses of files.
    for (const { id } of answer.data.clips)
      expect((await call('GET /clips/{id}', { params: { id } })).status).toBe(200);
    expect(JSON.stringify(answer.data)).not.toContain('Policy=');
    expect(await expectClipCount(made, 3)).toBe(3);
    expect((await findInList(made))?.hasClips).toBe(true);
  });

  test('[D-CLIP-2] are paged; missing matches answer 404', async () => {
    const made = await match();
    for (let start = 0; start < 13; start += 1) await clip(made, start);
    expect(await readPage(made.id)).toMatchObject({ total: 13, totalPages: 2 });
    expect((await readPage(made.id, 2)).clips.map(({ title }) => title)).toEqual(['Gol 12']);
    const unknown = await call('GET /sportevents/{id}/clips', { params: { id: ulid() } });
    expect([unknown.status, unknown.code]).toEqual([404, 'EVT4040']);
  });

  test('[D-CLIP-3] include no unfinished or hidden clips, no free previews, and none of a club that has left', async () => {
    const made = await match();
    const gone = await createClub('CD Ajeno', { publicClips: true });
    const quiet = await createClub('CD Callado');
    await clip(made, 1, { visible: false });
    await clip(made, 2, { status: 'STARTED', generation: null });
    await clip(made, 3, { visible: false, userId: admin.user.id });
    await clip(made, 4, { visible: false, isFree: true });
    await clip(made, 5, { clubId: gone });
    const { id: vodId } = await createVod({ clubIds: [...made.clubIds, quiet], sportEventId: made.id });
    await clip({ ...made, vodId }, 6, { clubId: quiet });
    expect(await titles(made)).toEqual([]);
    expect((await findInList(made))?.hasClips).toBeUndefined();
    // A viewer's clip that the club published counts as the club's.
    await clip(made, 8, { userId: admin.user.id });
    expect(await titles(made)).toEqual(['Gol 8']);
  });

  test('[D-CLIP-3] follow the recording to another match, and end with it', async () => {
    const [made, other] = [await match(), await match()];
    const id = await clip(made, 1);
    await call('PUT /live/vods/{id}/clubs', {
      token,
      params: { id: made.vodId },
      body: { clubIds: [...made.clubIds, ...other.clubIds] },
    });
    await call('PATCH /live/vods/{id}', { token, params: { id: made.vodId }, body: { sportEventId: other.id } });
    expect([await titles(made), await titles(other)]).toEqual([[], ['Gol 1']]);
    // The clip still follows the visibility of the match that it was cut from.
    await show('sportevents', made.id, false);
    expect(await titles(other)).toEqual([]);
    await show('sportevents', made.id, true);
    await call('DELETE /live/vods/{id}', { token, params: { id: made.vodId } });
    expect([await titles(other), (await clips.get(id))?.id]).toEqual([[], id]);
  });

  test('[D-CLIP-1][D-CLIP-3] belong to their match until staff decide on the video, if they are cut from a live', async () => {
    const made = await match();
    const live = { channelArn: 'arn', broadcastId: ulid(), from: 0, seconds: 6, at: 3 };
    await clip(made, 3, { vodId: null, live });
    expect(await titles(made)).toEqual(['Gol 3']);
    const recorded = await createVod({ clubIds: made.clubIds, sportEventId: made.id, visible: false, awaiting: 'new' });
    await clip({ ...made, vodId: recorded.id }, 9, { live: { ...live, from: 6_000, at: 9 } });
    expect((await titles(made)).sort()).toEqual(['Gol 3', 'Gol 9']);
    // Hiding a published video hides its clips.
    await call('PATCH /live/vods/{id}', { token, params: { id: recorded.id }, body: { visible: true } });
    await call('PATCH /live/vods/{id}', { token, params: { id: recorded.id }, body: { visible: false } });
    expect(await titles(made)).toEqual(['Gol 3']);
  });
});

describe('sport lists', () => {
  test('[V-LIST-1][D-CLIP-2] tell whether a match has clips, but not for a tournament’s videos', async () => {
    const [one, other] = [await match(), await match()];
    await clip(one, 1);
    await eventually(() => findInList(one), has({ hasClips: true }));
    expect((await findInList(other))?.hasClips).toBeUndefined();
    const clubIds = [...one.clubIds, ...other.clubIds];
    const { id } = await createEvent({ clubIds });
    const cup = { id, clubIds, vodId: (await createVod({ clubIds, sportEventId: id })).id };
    await clip(cup, 1);
    expect(await expectClipCount(cup, 1)).toBe(1);
    expect((await findInList(cup))?.hasClips).toBeUndefined();
  });
});

describe('the page of a clip', () => {
  test('[H-MATCH-3] has its match, minute and score, and the three latest others of its club', async () => {
    const made = await match();
    const [homeClubId = '', awayClubId = ''] = made.clubIds;
    await changeEvent(made.id, (event) => ({ ...event, homeClubId, awayClubId, category: 'juvenil' }), Date.now());
    const kickOff = Date.now() - 3_600_000;
    const recorded = { from: new Date(kickOff).toISOString(), to: new Date(kickOff + 1_800_000).toISOString() };
    await vods.change(made.vodId, (vod) => ({ ...vod, duration: 1_800, recorded }));
    const goal = createAction('GOAL', { side: 'HOME', at: kickOff + 615_000 });
    await sendActions(token, made.id, createAction('PERIOD_START', { at: kickOff }), goal);
    const shown = await clip(made, 612);
    const others: string[] = [];
    for (let start = 0; start < 4; start += 1) others.push(await clip(made, start));
    await clip(made, 90, { visible: false });
    await clip(made, 91, { clubId: awayClubId });
    // A job stores the score in the event.
    const answer = await eventually(
      () => call('GET /clips/{id}', { params: { id: shown } }),
      ({ data }) => data.clip.sportEvent?.score != null,
    );
    expect(answer.data.clip).toMatchObject({
      moment: { time: "11'", home: 1, away: 0 },
      vod: { id: made.vodId, endsAt: 618 },
      sportEvent: { id: made.id, homeClubId, awayClubId, score: { home: 1, away: 0 } },
    });
    expect(answer.data.clip.more.map(({ id }) => id).toSorted()).toHaveLength(3);
    expect(others).toEqual(expect.arrayContaining(answer.data.clip.more.map(({ id }) => id)));
    expect(answer.data.clip.more.map(({ id }) => id)).not.toContain(shown);
  });
});
