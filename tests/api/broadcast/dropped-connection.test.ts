/**
 * A camera loses its connection during a match and reconnects: one recording, with moments after the gap at the right
 * frames. The frames show their time.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { dateAt } from '../../../shared/domain/recorded-time.ts';
import { call, createClub, createEvent, createPerson, listVideos } from '../../support/api.ts';
import { drawClock, readClock } from '../../support/clock-picture.ts';
import { Encoder } from '../../support/encoder.ts';
import { eventually, has } from '../../support/eventually.ts';
import { isNightly } from '../../support/test-profile.ts';

const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { listObjects } = await import('../../../functions/platform/aws/storage.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');

const { token } = await createPerson('ADMIN');
/** Well above the delay of encoder and network on any machine. */
const gapMs = 12_000;
const toleranceMs = 5_000;

test.runIf(isNightly)(
  '[D-SCORE-5][D-SCORE-6] aligns a recording with a dropout: moments, scoreboard and clips after the gap too',
  async ({ onTestFinished }) => {
    const clubId = await createClub('CD Sin Cobertura');
    const match = await createEvent({ clubIds: [clubId], homeClubId: clubId });
    const { data: made } = await call('POST /live/cameras', { token, body: { slug: `corte-${ulid().toLowerCase()}` } });
    const params = { id: made.id };
    await call('PATCH /live/cameras/{id}', { token, params, body: { sportEventId: match.id } });
    const { data: camera } = await call('GET /live/cameras/{id}', { token, params });
    const { channelArn } = (await sources.get(made.id))!;

    const begun = Date.now();
    let encoder: Encoder | undefined;
    onTestFinished(() => encoder?.drop());
    const broadcast = async () => {
      encoder = await Encoder.start(`${camera.streamServer}/${camera.streamKey}`, { picture: drawClock(begun) });
    };
    const listRecorded = async () => {
      const files = await listObjects(environment('RECORDINGS_BUCKET'), 'ivs/v1/');
      return files.filter(({ key }) => key.includes(`/${channelArn.split('/').pop()}/`) && key.endsWith('.ts')).length;
    };
    const device = ulid();
    const log = async (kind: 'PERIOD_START' | 'GOAL') => {
      const at = Date.now();
      const action = { id: ulid(), kind, period: 1, clockMs: 0, at, ...(kind === 'GOAL' && { side: 'HOME' }) };
      const body = { device, sentAt: at, actions: [action] };
      const answer = await call('POST /sportevents/{id}/score/actions', { token, params: { id: match.id }, body });
      expect(answer.status).toBe(200);
      return at;
    };
    const waitForMoreSeconds = async (seconds: number) => {
      const until = (await listRecorded()) + seconds;
      await eventually(listRecorded, (count) => count >= until);
    };

    await broadcast();
    await waitForMoreSeconds(2);
    await log('PERIOD_START');
    // A moment starts ten seconds before its goal.
    await waitForMoreSeconds(12);
    const goals = [await log('GOAL')];
    await waitForMoreSeconds(8);
    await encoder?.drop();
    const dropped = Date.now();
    await eventually(
      () => Date.now() - dropped,
      (ms) => ms >= gapMs,
    );
    await broadcast();
    await waitForMoreSeconds(4);
    goals.push(await log('GOAL'));
    await waitForMoreSeconds(8);
    await encoder?.stop();

    const vod = await eventually(
      async () => {
        const [row] = await listVideos(match.id);
        return row && (await vods.get(row.id));
      },
      (found) => found?.status === 'FINISHED',
    );
    expect(await listVideos(match.id)).toHaveLength(1);
    expect(vod.recorded?.gaps).toHaveLength(1);

    const moments = await eventually(
      async () => (await call('GET /vods/{id}/moments', { token, params: { id: vod.id } })).data.moments,
      has({ length: 2 }),
    );
    const { data: timeline } = await call('GET /vods/{id}/score', { token, params: { id: vod.id } });
    const line = { from: timeline.from ?? 0, gaps: timeline.gaps };
    const folder = await mkdtemp(join(tmpdir(), 'dropped-line-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const [index, at] of goals.entries()) {
      const moment = moments.toSorted((a, b) => a.timestampMs - b.timestampMs)[index]!;
      const { data } = await call('POST /vods/{id}/clips', {
        token,
        params: { id: vod.id },
        body: { momentId: moment.id },
      });
      const clip = await eventually(
        async () =>
          (await call('GET /vods/{id}/clips', { token, params: { id: vod.id } })).data.clips.find(
            ({ id }) => id === data.id,
          ),
        (one) => one?.status === 'FINISHED' || one?.status === 'FAILED',
      );
      const file = join(folder, `${index}.mp4`);
      await writeFile(file, Buffer.from(await (await fetch(String(clip.video))).arrayBuffer()));
      const goalAt = moment.timestampMs / 1000 + 10;
      const shown = await readClock(file, goalAt - clip.start, begun);
      expect(Math.abs(shown - at), `goal ${index + 1}`).toBeLessThan(toleranceMs);
      expect(Math.abs(dateAt(line, goalAt) - shown), `scoreboard at goal ${index + 1}`).toBeLessThan(toleranceMs);
    }
  },
);
