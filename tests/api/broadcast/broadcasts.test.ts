/** Turns ended broadcasts into videos, with the files that the streaming service leaves in the bucket. */
import { describe, expect, test } from 'vitest';
import type { StoredBroadcast } from '../../../functions/broadcast/broadcasts/rules.ts';
import { call, createClub, createEvent, createPerson } from '../../support/api.ts';
import { eventually, has } from '../../support/eventually.ts';
import { listMails } from '../../support/people.ts';
import { recordLive } from '../../support/recorded-live.ts';
import { createAction, sendActions } from '../../support/score-actions.ts';

const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { withObservedStream } = await import('../../../functions/broadcast/live/observe-stream.ts');
const { concludeBroadcast } = await import('../../../functions/broadcast/broadcasts/conclude-broadcast.ts');
const { recordingState } = await import('../../../functions/jobs/broadcasts.ts');
const { queryAll } = await import('../../../functions/platform/aws/dynamo-queries.ts');
const { settleRecording } = await import('../../../functions/broadcast/broadcasts/settle-recording.ts');
const { readOutcome, settleWrites } = await import('../../../functions/broadcast/broadcasts/recording-outcomes.ts');
const { changeWithdrawn, getBroadcast, notePeak } = await import('../../../functions/broadcast/broadcasts/store.ts');
const { transact } = await import('../../../functions/platform/aws/dynamo.ts');
const { ConditionFailed } = await import('../../../functions/platform/aws/dynamo-errors.ts');
const { listMoments } = await import('../../../functions/recordings/moments/store.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { withdrawFromLive } = await import('../../../functions/trust/takedown/ranges.ts');

const admin = await createPerson('ADMIN');
const token = admin.token;

async function camera(fields: object = {}) {
  const body = { slug: `camara-${Math.random().toString(36).slice(2, 12)}` };
  const { id } = (await call('POST /live/cameras', { token, body })).data;
  if (Object.keys(fields).length > 0) await change(id, fields);
  const { channelArn } = (await sources.get(id))!;
  return { id, channelArn };
}

const change = (id: string, body: object) => call('PATCH /live/cameras/{id}', { token, params: { id }, body });
const listPast = async (id: string) =>
  (await call('GET /live/cameras/{id}/broadcasts', { token, params: { id } })).data.broadcasts;
const findVods = async (eventId: string) => (await vods.rows()).filter((row) => row.sportEventId === eventId);

/** Starts a broadcast that began this many seconds ago. */
async function startBroadcast(id: string, seconds = 60) {
  const startedAt = new Date(Date.now() - seconds * 1000).toISOString();
  const streamId = `st-${Math.random().toString(36).slice(2)}`;
  const source = await sources.change(id, (current) =>
    withObservedStream(current, { streamId, startedAt }, Date.now()),
  );
  return { channelArn: source!.channelArn, id: source!.broadcast!.id, streamId, startedAt };
}

const stop = (id: string) => sources.change(id, (source) => withObservedStream(source, undefined, Date.now()));
const inTheMeantime = { since: new Date(Date.now() - 3_600_000).toISOString() };
/** Backdates what the camera shows by an hour, to before its first broadcast. */
const setUpLongAgo = (id: string) =>
  sources.change(id, (source) => ({
    ...source,
    shown: source.shown!.slice(-1).map((shown) => ({ ...shown, ...inTheMeantime })),
  }));

const now = () => new Date().toISOString();
const recordingEvent = (channelArn: string, status: string, streamId: string, prefix = '') => ({
  source: 'aws.ivs',
  'detail-type': 'IVS Recording State Change',
  time: now(),
  resources: [channelArn],
  detail: {
    recording_status: status,
    recording_status_reason: 'ValidationException',
    stream_id: streamId,
    recording_s3_bucket_name: 'b',
    recording_s3_key_prefix: prefix,
    recording_duration_ms: 0,
    recording_session_stream_ids: [streamId],
  },
});

describe('a recording', () => {
  test('[D-SCORE-6] has the goals that were logged while it was on air', async () => {
    const match = await createEvent({ clubIds: [await createClub()] });
    const { id } = await camera({ sportEventId: match.id });
    await setUpLongAgo(id);
    const onAir = await startBroadcast(id);
    await sendActions(token, match.id, createAction('GOAL', { side: 'HOME', at: Date.now() - 30_000 }));
    await stop(id);
    await recordLive({ ...onAir, endedAt: now() });
    const [moment] = await eventually(
      async () => (await Promise.all((await findVods(match.id)).map((row) => listMoments(row.id)))).flat(),
      has({ length: 1 }),
    );
    expect(moment?.label).toBe('Gol');
    expect(Math.abs((moment?.timestampMs ?? 0) - 20_000)).toBeLessThan(8_000);
  });

  test('[B-API-97] belongs to the camera’s match at its start, not at its end', async () => {
    const [home, away] = [await createClub(), await createClub()];
    const first = await createEvent({ title: 'Primer partido', clubIds: [home] });
    const second = await createEvent({ title: 'Segundo partido', clubIds: [away] });
    const { id } = await camera({ sportEventId: first.id });
    await setUpLongAgo(id);
    const onAir = await startBroadcast(id);
    await stop(id);
    await change(id, { sportEventId: second.id });
    await recordLive({ ...onAir, endedAt: now() });
    const [row] = await eventually(
      () => findVods(first.id),
      (found) => found[0]?.status === 'FINISHED',
    );
    const vod = await vods.get(row!.id);
    expect(vod).toMatchObject({ title: 'Primer partido', clubIds: [home], visible: false, size: expect.any(Number) });
    expect(vod?.size).toBeGreaterThan(10_000);
    expect(vod?.duration).toBeCloseTo(2, 0);
    // `new` before the email to admins, `told` after it.
    expect(vod?.awaiting).toMatch(/new|told/);
    expect(await findVods(second.id)).toEqual([]);
    expect(await listPast(id)).toMatchObject([
      { state: 'RECORDED', event: { title: 'Primer partido' }, videos: [{ id: row!.id, status: 'FINISHED' }] },
    ]);
  });

  test('[B-API-97] belongs to the camera’s match at that time, even if its broadcast was never observed', async () => {
    const [first, second] = [await createEvent(), await createEvent()];
    const { id, channelArn } = await camera({ sportEventId: first.id });
    await setUpLongAgo(id);
    await change(id, { sportEventId: second.id });
    await recordLive({ channelArn, startedAt: new Date(Date.now() - 60_000).toISOString(), endedAt: now() });
    await eventually(() => findVods(first.id), has({ length: 1 }));
    expect(await findVods(second.id)).toEqual([]);
  });

  test('[B-API-97] becomes one video for concurrent events', async () => {
    const match = await createEvent();
    const { id } = await camera({ sportEventId: match.id });
    await setUpLongAgo(id);
    const onAir = await startBroadcast(id);
    const prefix = await recordLive({ ...onAir, endedAt: now() });
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => settleRecording(prefix, Date.now())));
    expect(new Set(outcomes.map((outcome) => outcome?.kind === 'VIDEO' && outcome.vodId)).size).toBe(1);
    expect(await findVods(match.id)).toHaveLength(1);
  });

  test('[F-TAKE-2] is not settled by what was read before seconds were removed', async () => {
    const { id } = await camera({ sportEventId: (await createEvent()).id });
    const onAir = await startBroadcast(id);
    const settle = (read: StoredBroadcast) => transact(settleWrites(`ivs/v1/${onAir.id}`, { kind: 'NOT_KEPT' }, read));
    const before = (await getBroadcast(onAir))!;
    const range = { id: onAir.id, from: 1, to: 2, at: onAir.startedAt, by: 'staff', owner: 'platform' };
    const remove = (read: StoredBroadcast) => ({ ...read, withdrawn: [...(read.withdrawn ?? []), range] });
    const after = (await changeWithdrawn(onAir, remove, () => []))!;
    await expect(settle(before)).rejects.toBeInstanceOf(ConditionFailed);
    expect(await readOutcome(`ivs/v1/${onAir.id}`)).toBeUndefined();
    await settle(after);
    expect(await getBroadcast(onAir)).toMatchObject({ withdrawn: [range], recordings: { [`ivs/v1/${onAir.id}`]: {} } });
  });

  test('[F-TAKE-2] takes no removal that comes once it is a video, whatever was read before', async () => {
    const { id } = await camera({ sportEventId: (await createEvent()).id });
    const onAir = await startBroadcast(id);
    const before = (await getBroadcast(onAir))!;
    await transact(settleWrites(`ivs/v1/${onAir.id}`, { kind: 'VIDEO', vodId: onAir.id }, before));
    const removal = withdrawFromLive(before, { from: 1, to: 2 }, { ...admin, sessionHash: '' }, Date.now());
    await expect(removal).rejects.toMatchObject({ code: 'BRD4090' });
    expect((await getBroadcast(onAir))?.withdrawn).toBeUndefined();
  });

  test('[B-API-97] is stored hidden and without a match if its match was deleted', async () => {
    const match = await createEvent({ title: 'Suspendido' });
    const { id } = await camera({ sportEventId: match.id });
    await setUpLongAgo(id);
    const onAir = await startBroadcast(id);
    await call('DELETE /live/sportevents/{id}', { token, params: { id: match.id } });
    const outcome = await settleRecording(await recordLive({ ...onAir, endedAt: now() }), Date.now());
    expect(await vods.get(outcome?.kind === 'VIDEO' ? outcome.vodId : '')).toMatchObject({
      title: 'Suspendido',
      sportEventId: null,
      visible: false,
    });
  });

  test('[B-API-97] becomes no video if its camera was in test mode', async () => {
    const match = await createEvent();
    const { id } = await camera({ sportEventId: match.id, isTest: true });
    await setUpLongAgo(id);
    const onAir = await startBroadcast(id);
    expect(await settleRecording(await recordLive({ ...onAir, endedAt: now() }), Date.now())).toEqual({
      kind: 'NOT_KEPT',
    });
    expect(await findVods(match.id)).toEqual([]);
    await stop(id);
    expect(await listPast(id)).toMatchObject([{ state: 'NOT_KEPT', event: null, videos: [] }]);
  });

  test('[B-API-97] is stored up to the break if it broke off, also without audio', async () => {
    const match = await createEvent();
    const { id } = await camera({ sportEventId: match.id });
    await setUpLongAgo(id);
    const onAir = await startBroadcast(id);
    const prefix = await recordLive({ ...onAir, endedAt: now(), brokeOff: true, audio: false });
    await recordingState(recordingEvent(onAir.channelArn, 'Recording End Failure', onAir.streamId, prefix));
    await eventually(
      () => findVods(match.id),
      (found) => found.length === 1 && found[0]?.status === 'FINISHED',
    );
  });
});

describe('a broadcast', () => {
  test('[B-API-97] is shown to staff as a failure if it has no recording', async () => {
    const match = await createEvent({ title: `Sin grabar ${Math.random()}` });
    const { id } = await camera({ sportEventId: match.id });
    await setUpLongAgo(id);
    const onAir = await startBroadcast(id);
    await recordingState(recordingEvent(onAir.channelArn, 'Recording Start Failure', onAir.streamId));
    await stop(id);
    const later = Date.now() + 60_000;
    for (let time = 0; time < 2; time += 1) await concludeBroadcast((await getBroadcast(onAir))!, later);
    expect(await listPast(id)).toMatchObject([
      { state: 'FAILED', failure: 'El servicio de directos no ha podido grabar la emisión', videos: [] },
    ]);
    // The platform's schedule may be sending this email at the same moment.
    await eventually(
      () => listMails(process.env.CONTACT_ADDRESSES ?? ''),
      (mails) => mails.some(({ subject }) => subject === `Sin video: ${match.title}`),
    );
  });

  test('[B-API-97] deletes the files of a recording that becomes no video', async () => {
    const prefixes: string[] = [];
    for (const [isTest, seconds] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const { id } = await camera({ sportEventId: (await createEvent()).id, isTest });
      await setUpLongAgo(id);
      const prefix = await recordLive({ ...(await startBroadcast(id)), endedAt: now(), seconds });
      expect(await settleRecording(prefix, Date.now())).toMatchObject({ kind: isTest ? 'NOT_KEPT' : 'FAILED' });
      prefixes.push(`${prefix}/`);
    }
    const notes = await queryAll<{ sk: string; places: { prefix: string }[] }>('uploads', 'GARBAGE');
    const soon = notes.filter(({ sk }) => Date.parse(sk.split('#', 1)[0] ?? '') < Date.now() + 8 * 86_400_000);
    const due = soon.flatMap(({ places }) => places.map(({ prefix }) => prefix));
    expect(due).toEqual(expect.arrayContaining(prefixes));
  });

  test('[B-STAT-2] stores its peak audience', async () => {
    const { id } = await camera({ sportEventId: (await createEvent()).id });
    const onAir = await startBroadcast(id);
    for (const viewers of [3, 12, 7]) await notePeak(onAir, viewers);
    expect((await listPast(id))[0]?.peak).toBe(12);
    const outcome = await settleRecording(await recordLive({ ...onAir, endedAt: now() }), Date.now());
    const vodId = outcome?.kind === 'VIDEO' ? outcome.vodId : '';
    const { audience } = (await call('GET /live/vods/{id}/audience', { token, params: { id: vodId } })).data;
    expect(audience.livePeak).toBe(12);
  });
});
