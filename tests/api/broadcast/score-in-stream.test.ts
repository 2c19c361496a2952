/** Logged actions are published as timed metadata in the streams of their match only. */
import {
  ChannelNotBroadcasting,
  IvsClient,
  PutMetadataCommand,
  ResourceNotFoundException,
  ThrottlingException,
} from '@aws-sdk/client-ivs';
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import type { LoggedAction } from '../../../shared/contract/scores.ts';
import { readCue } from '../../../shared/domain/score-cue.ts';
import { createClub, createEvent } from '../../support/api.ts';
import { replaceService } from '../../support/service.ts';

const { createSource, createSourceItem } = await import('../../../functions/broadcast/live/create-source.ts');
const { followScoreLive } = await import('../../../functions/jobs/live.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { append, claimScoreMessage } = await import('../../../functions/league/scores/store.ts');

const service = replaceService(IvsClient);
const clubId = await createClub('CD Palabra');

/** A camera that counts as on air, without the streaming service. */
async function camera(eventId: string, more: object = {}) {
  const channelArn = `arn:aws:ivs:eu-west-1:000000000000:channel/${ulid()}`;
  service.resolves({
    channel: { arn: channelArn, playbackUrl: 'x' },
    streamKey: { arn: `${channelArn}-key`, value: ulid() },
    $metadata: {},
  });
  const source = await createSource(createSourceItem('camera', `voz-${ulid().toLowerCase()}`, Date.now()));
  const startedAt = new Date().toISOString();
  const broadcast = { id: ulid(), streamId: 'st', startedAt, stoppedAt: '2999-01-01T00:00:00.000Z', event: null };
  await sources.change(source.id, (now) => ({ ...now, sportEventId: eventId, broadcast, ...more }));
  service.reset();
  return channelArn;
}

/** Logs actions as the scorer endpoint does, without a domain event, so that no other function publishes a cue. */
const log = (eventId: string, ...kinds: LoggedAction['kind'][]) =>
  append(
    eventId,
    (before) =>
      kinds.map((kind, index) => {
        const at = Date.now();
        const about = { id: ulid(), kind, side: kind === 'GOAL' ? ('HOME' as const) : null, shirt: null, undoes: null };
        const when = { period: 1, clockMs: 0, at, clientAt: at, receivedAt: at };
        return { ...about, ...when, device: 'd', sequence: before.length + 1 + index };
      }),
    () => [],
  );
const handleScoreChange = (eventId: string) =>
  followScoreLive({ detail: { eventId, turned: false } } as Parameters<typeof followScoreLive>[0]);
const listCues = () =>
  service
    .commandCalls(PutMetadataCommand)
    .map(({ args: [{ input }] }) => ({
      channelArn: input.channelArn,
      bytes: Buffer.byteLength(input.metadata ?? ''),
      cue: readCue(input.metadata ?? ''),
    }));

describe('a goal', () => {
  test('[D-SCORE-4] is published once in each live of its match, with the current score', async () => {
    const match = await createEvent({ clubIds: [clubId] });
    const channels = [await camera(match.id), await camera(match.id)];
    await camera((await createEvent({ clubIds: [clubId] })).id);
    await log(match.id, 'PERIOD_START', 'GOAL');
    const before = Date.now();
    await Promise.all([handleScoreChange(match.id), handleScoreChange(match.id), handleScoreChange(match.id)]);
    await handleScoreChange(match.id);
    expect(
      listCues()
        .map(({ channelArn }) => channelArn)
        .toSorted(),
    ).toEqual(channels.toSorted());
    for (const { cue, bytes } of listCues()) {
      expect(bytes).toBeLessThanOrEqual(1024);
      expect(cue).toMatchObject({ eventId: match.id, version: 2, score: { home: 1, away: 0, phase: 'PLAYING' } });
      expect(cue!.saidAt).toBeGreaterThanOrEqual(before);
      expect(cue!.changedAt).toBeLessThanOrEqual(cue!.saidAt);
    }
  });

  test('[D-SCORE-4] is combined with others logged during a publication', async () => {
    const match = await createEvent({ clubIds: [clubId] });
    await camera(match.id);
    await log(match.id, 'PERIOD_START');
    expect(await claimScoreMessage(match.id, { version: 1, now: Date.now(), apartMs: 250 })).toBe('claimed');
    expect(await claimScoreMessage(match.id, { version: 1, now: Date.now() + 999, apartMs: 250 })).toBe('sent');
    expect(await claimScoreMessage(match.id, { version: 2, now: Date.now() - 60_000, apartMs: 250 })).toBe('wait');
    const goals = Array.from({ length: 8 }, async () => {
      await log(match.id, 'GOAL');
      await handleScoreChange(match.id);
    });
    await Promise.all(goals);
    const versions = listCues().map(({ cue }) => cue?.version);
    expect(versions).toContain(9);
    expect(new Set(versions).size).toBe(versions.length);
  });

  test('[D-SCORE-4] is not published for hidden matches, cameras in test or off air, or before any goal', async () => {
    const [match, hidden, quiet] = [await createEvent({ clubIds: [clubId] }), await createEvent(), await createEvent()];
    await events.change(hidden.id, (one) => ({ ...one, visible: false }));
    await camera(match.id, { isTest: true });
    await camera(match.id, { broadcast: null });
    await camera(hidden.id);
    await camera(quiet.id);
    await log(match.id, 'GOAL');
    await log(hidden.id, 'GOAL');
    for (const { id } of [match, hidden, quiet]) await handleScoreChange(id);
    await handleScoreChange(ulid());
    expect(listCues()).toEqual([]);
  });

  test.each([
    ['went off air meanwhile', new ChannelNotBroadcasting({ $metadata: {}, message: 'off' }), 1],
    ['is gone', new ResourceNotFoundException({ $metadata: {}, message: 'gone' }), 1],
    ['has been told too much', new ThrottlingException({ $metadata: {}, message: 'slow' }), undefined],
    ['does not answer', new Error('socket hang up'), undefined],
  ])('[D-SCORE-4] counts even if a channel %s, and the other channels get the cue', async (_, error, tries) => {
    const match = await createEvent({ clubIds: [clubId] });
    const [gone, there] = [await camera(match.id), await camera(match.id)];
    service.on(PutMetadataCommand, { channelArn: gone }).rejects(error);
    await log(match.id, 'GOAL');
    await handleScoreChange(match.id);
    const to = (channel: string) => listCues().filter(({ channelArn }) => channelArn === channel).length;
    expect(to(there)).toBe(1);
    if (tries) expect(to(gone)).toBe(tries);
  });
});
