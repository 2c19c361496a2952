/** Clips of a running live, cut from the segments that IVS has recorded and listed so far. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, createClub, createPerson } from '../../support/api.ts';
import { isNightly } from '../../support/test-profile.ts';
import {
  admin,
  bucket,
  clubId,
  cut,
  cutLives,
  finishAsVideo,
  length,
  listClips,
  newPrefix,
  publish,
  readClip,
  readStored,
  staff,
  startLive,
  waitForClip,
  writePlaylist,
} from './recorded-live.ts';

const { noteRecording, settleWrites } = await import('../../../functions/broadcast/broadcasts/recording-outcomes.ts');
const { closeWrites } = await import('../../../functions/broadcast/broadcasts/store.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { transact } = await import('../../../functions/platform/aws/dynamo.ts');
const { listObjects } = await import('../../../functions/platform/aws/storage.ts');
const { clips } = await import('../../../functions/recordings/clips/store.ts');
const { sweepClips } = await import('../../../functions/recordings/clips/sweep-clips.ts');
const { sweepGarbage } = await import('../../../functions/recordings/media/garbage.ts');

describe('a clip of a running live', () => {
  test('[D-CLIP-1] is cut around a goal with one tap as soon as it is recorded, and plays without login', async () => {
    const one = await startLive(10);
    const goal = { id: ulid(), kind: 'GOAL', side: 'HOME', period: 1, clockMs: 0, at: Date.now() };
    // The phone's clock runs ahead: the goal was twelve seconds after the start of the live.
    const sentAt = goal.at + (Date.now() - one.from - 12_000);
    await call('POST /sportevents/{id}/score/actions', {
      token: staff.token,
      params: { id: one.match.id },
      body: { device: ulid(), sentAt, actions: [goal] },
    });
    const made = await cut(one, { actionId: goal.id });
    expect([made.status, made.message]).toEqual([201, 'Clip en camino: estará listo en cuanto esté grabado']);
    // The segments at the end of the clip are not listed yet, so it waits even when processed now.
    await cutLives();
    const waiting = await readStored(made.data.id);
    expect(waiting).toMatchObject({ status: 'SENT', title: 'Gol', vodId: null, source: null });
    expect(Math.abs(waiting.cut!.start - 4)).toBeLessThan(3);

    await writePlaylist(one.prefix, [{ from: one.from, seconds: length }]);
    await cutLives();
    const clip = await waitForClip(one, made.data.id);
    expect(clip).toMatchObject({ status: 'FINISHED', isPublic: false });
    expect(Math.abs(clip!.seconds - 14)).toBeLessThan(1.1);
    expect((await readClip(made.data.id)).status).toBe(404);
    await publish(made.data.id);
    const shown = await readClip(made.data.id);
    expect(shown.data.clip).toMatchObject({ title: 'Gol', vod: null, sportEvent: { id: one.match.id } });
    expect((await fetch(shown.data.clip.video)).status).toBe(200);
  });

  test.runIf(isNightly)(
    '[D-CLIP-1] is cut at once from the recorded segments that it needs, once for repeated requests',
    async () => {
      const one = await startLive(length);
      const asked = await Promise.all([1, 2, 3].map(() => cut(one, { title: 'Parada', start: 3.5, seconds: 6 })));
      expect(new Set(asked.map(({ data }) => data.id)).size).toBe(1);
      const { id } = asked[0]!.data;
      const { source, live } = await readStored(id);
      expect([source?.bucket, live?.prefix]).toEqual(['recordings', one.prefix]);
      const { readObject } = await import('../../../functions/platform/aws/storage.ts');
      const key = source!.key.replace('.m3u8', '-media.m3u8');
      const playlist = Buffer.from((await readObject({ bucket: bucket(), key }))!).toString();
      expect(playlist.match(/^[^#\s].*$/gm)).toEqual([3, 4, 5, 6, 7, 8, 9].map((index) => `180p25/${index}.ts`));
      expect(playlist).toContain('#EXT-X-ENDLIST');
      expect((await waitForClip(one, id))?.status).toBe('FINISHED');
      // Deletion also removes the clip's playlist and keeps the recording.
      await call('DELETE /clips/{id}', { token: staff.token, params: { id } });
      await sweepGarbage(Date.now());
      const left = (await listObjects(bucket(), `${one.prefix}/`)).map((each) => each.key);
      expect(left.filter((each) => each.includes('clip-'))).toEqual([]);
      expect(left.filter((each) => each.endsWith('.ts'))).toHaveLength(length);
      expect((await cut(one, { title: 'Parada', start: 3.5, seconds: 6 })).data.id).not.toBe(id);
    },
  );

  test.runIf(isNightly)(
    '[D-CLIP-1] skips a dropout, and is cut from the recording that contains its seconds',
    async () => {
      const one = await startLive();
      await writePlaylist(one.prefix, [
        { from: one.from, seconds: 6 },
        { from: one.from + 12_000, seconds: 10 },
      ]);
      const { data } = await cut(one, { title: 'Corte', start: 2, seconds: 16 });
      expect((await readStored(data.id)).cut).toMatchObject({ start: 0, seconds: 10 });
      // After a longer drop the service records under a new prefix.
      const next = newPrefix();
      await noteRecording(one.ref, next);
      await writePlaylist(next, [{ from: one.from + 60_000, seconds: 10 }]);
      await transact(settleWrites(one.prefix, { kind: 'NOT_KEPT' }, one.ref));
      const [before, after] = [
        await cut(one, { title: 'Antes', start: 13, seconds: 6 }),
        await cut(one, { title: 'Después', start: 61, seconds: 6 }),
      ];
      expect((await readStored(before.data.id)).live?.prefix).toBe(one.prefix);
      expect((await readStored(after.data.id)).live?.prefix).toBe(next);
    },
  );

  test.runIf(isNightly)(
    '[D-CLIP-1] is shortened to the end of its live; fails with a reason if nothing was recorded',
    async () => {
      const one = await startLive(10);
      const long = await cut(one, { title: 'Final', start: 3, seconds: 20 });
      const none = await cut(one, { title: 'Nada', start: 30, seconds: 6 });
      await cutLives();
      for (const { data } of [long, none])
        expect(await readStored(data.id)).toMatchObject({ status: 'SENT', source: null });
      const endedAt = new Date(Date.now() - 60_000).toISOString();
      await sources.change(one.camera.id, (source) => ({ ...source, broadcast: null }));
      await transact([
        ...closeWrites(one.ref, null, Date.parse(endedAt)),
        ...settleWrites(one.prefix, { kind: 'FAILED', reason: 'x' }, one.ref).slice(0, 1),
      ]);
      await cutLives();
      expect((await readStored(long.data.id)).cut).toMatchObject({ start: 0, seconds: 7 });
      const reason = 'De ese momento de la emisión no hay grabación';
      expect(await readStored(none.data.id)).toMatchObject({ status: 'FAILED', failure: reason });
      expect((await listClips(one)).clips.find(({ id }) => id === none.data.id)?.failure).toBe(reason);
    },
  );

  test('[D-CLIP-1] is rejected outside of the live, for other clubs, without a match, and off air', async () => {
    const other = await createClub('UD Ajena');
    const rival = await createPerson('CLUB_STAFF', { clubId: other });
    const one = await startLive(0, [clubId, await createClub()]);
    const free = { title: 'x', start: 5, seconds: 6 };
    expect((await cut(one, free, rival.token)).code).toBe('SSN4030');
    expect((await cut(one, { ...free, clubId: other })).code).toBe('SSN4030');
    expect((await cut(one, { ...free, clubId: other }, admin.token)).code).toBe('CLB4000');
    expect((await cut(one, { ...free, start: 5_000 })).code).toBe('CLP4000');
    expect((await cut(one, { title: 'x' })).code).toBe('CLP4001');
    expect((await cut(one, { actionId: ulid() })).code).toBe('MOM4040');
    expect((await cut({ ...one, startedAt: new Date().toISOString() }, free)).code).toBe('BRD4040');
    expect((await cut({ ...one, startedAt: 'ayer' }, free)).status).toBe(400);
    expect((await cut({ ...one, slug: 'no-hay' }, free)).code).toBe('BRD4040');
    const alone = await startLive();
    await call('DELETE /live/sportevents/{id}', { token: admin.token, params: { id: alone.match.id } });
    expect((await cut(alone, free, admin.token)).code).toBe('EVT4040');
    for (const role of ['REGULAR_BASIC', 'REGULAR_SUBSCRIBER'] as const)
      expect((await cut(one, free, (await createPerson(role)).token)).status).toBe(403);
    // The same part cut for two clubs makes two clips, and staff list only their club's.
    await cut(one, free);
    await cut(one, { ...free, clubId: one.match.clubIds[1] }, admin.token);
    expect((await listClips(one)).clips).toHaveLength(1);
    expect((await listClips(one, admin.token)).clips).toHaveLength(2);
  });
});

describe('a clip of a live', () => {
  /** Creates a public clip of a live, as if it had been encoded. */
  async function createPublicClip() {
    const one = await startLive(length);
    const { data } = await cut(one, { title: 'Gol', start: 2, seconds: 6 });
    await waitForClip(one, data.id);
    await publish(data.id);
    expect((await readClip(data.id)).status).toBe(200);
    return { one, id: data.id };
  }
  const change = (id: string, body: object) =>
    call('PATCH /live/vods/{id}', { token: admin.token, params: { id }, body });

  test('[D-CLIP-3] is hidden with its match at once, and deleted with it', async () => {
    const { one, id } = await createPublicClip();
    const show = (visible: boolean) =>
      call('PATCH /live/sportevents/{id}', { token: admin.token, params: { id: one.match.id }, body: { visible } });
    await show(false);
    expect((await readClip(id)).status).toBe(404);
    await show(true);
    expect((await readClip(id)).status).toBe(200);
    await sweepClips(Date.now());
    expect(await clips.get(id)).toBeDefined();
    await call('DELETE /live/sportevents/{id}', { token: admin.token, params: { id: one.match.id } });
    expect((await readClip(id)).status).toBe(404);
    await sweepClips(Date.now());
    expect(await clips.get(id)).toBeUndefined();
  });

  test.runIf(isNightly)(
    '[D-CLIP-1][D-CLIP-3] stays public in the unpublished video of its live; is hidden and deleted with that video',
    async () => {
      const { one, id } = await createPublicClip();
      const vodId = await finishAsVideo(one);
      await cutLives();
      expect(await readStored(id)).toMatchObject({ vodId, live: { at: 4 } });
      const ofVideo = await call('GET /vods/{id}/clips', { token: staff.token, params: { id: vodId } });
      expect(ofVideo.data.clips).toMatchObject([{ id, start: 4, isPublic: true }]);
      expect((await listClips(one)).clips).toMatchObject([{ id }]);
      // The video is not published yet, so the clip does not link to it.
      expect((await readClip(id)).data.clip.vod).toBeNull();
      await change(vodId, { visible: true });
      expect((await readClip(id)).data.clip.vod).toMatchObject({ id: vodId });
      await change(vodId, { visible: false });
      expect((await readClip(id)).status).toBe(404);
      await sweepClips(Date.now());
      expect(await clips.get(id)).toBeDefined();
      await call('DELETE /live/vods/{id}', { token: admin.token, params: { id: vodId } });
      await sweepClips(Date.now());
      expect(await clips.get(id)).toBeUndefined();
    },
  );

  test.runIf(isNightly)('[D-CLIP-1] stays public with its match if the live leaves no video', async () => {
    const { one, id } = await createPublicClip();
    await transact(closeWrites(one.ref, null, Date.now()));
    await cutLives();
    expect(await readStored(id)).toMatchObject({ vodId: null, live: { isOver: true } });
    await sweepClips(Date.now());
    expect((await readClip(id)).status).toBe(200);
  });
});
