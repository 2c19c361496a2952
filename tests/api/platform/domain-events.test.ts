/** Domain events reach their handlers, even if the publisher died before publishing, or if delivered twice. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson, createVod } from '../../support/api.ts';
import { eventually, has, is } from '../../support/eventually.ts';

const { putDomainEvent, newDomainEvent, publishDomainEvent } = await import(
  '../../../functions/platform/events/domain-events.ts'
);
const { getItem, transact } = await import('../../../functions/platform/aws/dynamo.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { publishDomainEvents } = await import('../../../functions/jobs/outbox.ts');
const { releaseVods } = await import('../../../functions/jobs/vods.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');

const findStored = (id: string) => getItem('messages', { pk: 'FACTS', sk: id });
const computePast = () => Date.now() - 60_000;

describe('an unpublished domain event', () => {
  test('is published by the job that runs every minute, and deleted', async () => {
    const match = await createEvent();
    const [recording, other] = [await createVod({ sportEventId: match.id }), await createVod()];
    const fact = newDomainEvent('EventRemoved', { eventId: match.id, vods: 'remove' }, computePast());
    // The state after a crash between the transaction and the bus.
    await events.remove(match.id, () => [putDomainEvent(fact)]);
    await publishDomainEvents();
    await eventually(() => vods.get(recording.id), is(undefined));
    await eventually(() => findStored(fact.id), is(undefined));
    expect(await vods.get(other.id)).toBeDefined();
  });

  test('is left to its publisher for a while', async () => {
    const fact = newDomainEvent('ClubDeleted', { clubId: ulid() }, Date.now());
    await transact([putDomainEvent(fact)]);
    expect(await findStored(fact.id)).toBeDefined();
    await publishDomainEvent(fact);
    expect(await findStored(fact.id)).toBeUndefined();
  });
});

test('ignores a repeated or outdated domain event', async () => {
  const match = await createEvent();
  const recording = await createVod({ sportEventId: match.id });
  for (let time = 0; time < 2; time += 1) {
    await publishDomainEvent(newDomainEvent('EventRemoved', { eventId: match.id, vods: 'remove' }, Date.now()));
    await publishDomainEvent(newDomainEvent('EventChanged', { eventId: match.id }, Date.now()));
  }
  const admin = await createPerson('ADMIN');
  const read = await call('GET /live/vods/{id}', { token: admin.token, params: { id: recording.id } });
  expect(read.data.vod.sportEventId).toBe(match.id);
});

describe('recordings to be hidden with their match', () => {
  const isVisible = async ({ id }: { id: string }) => (await vods.get(id))?.visible;

  test('[D-CLIP-3] are hidden after a crash before the first', async () => {
    const match = await createEvent();
    const recordings = [await createVod({ sportEventId: match.id }), await createVod({ sportEventId: match.id })];
    const hides = { vodIds: recordings.map(({ id }) => id), at: computePast() };
    await events.change(
      match.id,
      (item) => ({ ...item, visible: false }),
      () => [putDomainEvent(newDomainEvent('EventChanged', { eventId: match.id, hides }, hides.at))],
    );
    await publishDomainEvents();
    await eventually(
      () => Promise.all(recordings.map(isVisible)),
      (shown) => shown.every((one) => one === false),
    );
  });

  test('[D-CLIP-3] stay visible if shown before the event is repeated', async () => {
    const [match, back] = [await createEvent({ visible: false }), await createEvent()];
    const [again, last, ofShown] = [
      await createVod({ sportEventId: match.id }),
      await createVod({ sportEventId: match.id }),
      await createVod({ sportEventId: back.id }),
    ];
    const hides = { vodIds: [again.id], at: Date.now() };
    const handleEvent = (eventId: string, detail: typeof hides) =>
      publishDomainEvent(newDomainEvent('EventChanged', { eventId, hides: detail }, detail.at));
    await handleEvent(match.id, hides);
    await eventually(() => isVisible(again), is(false));
    await vods.change(again.id, (vod) => ({ ...vod, visible: true }));
    await releaseVods({ 'detail-type': 'EventChanged', detail: { eventId: match.id, hides } } as Parameters<
      typeof releaseVods
    >[0]);
    await releaseVods({
      'detail-type': 'EventChanged',
      detail: { eventId: back.id, hides: { vodIds: [ofShown.id], at: hides.at } },
    } as Parameters<typeof releaseVods>[0]);
    await handleEvent(match.id, { vodIds: [last.id], at: hides.at });
    await eventually(() => isVisible(last), is(false));
    expect([await isVisible(again), await isVisible(ofShown)]).toEqual([true, true]);
  });
});

test('[B-API-22] disables the staff of a deleted club without the event', async () => {
  const of = await createClub();
  const { staff } = await import('../../../functions/people/staff/store.ts');
  const admin = await createPerson('ADMIN');
  const body = { email: `${ulid().toLowerCase()}@club.test`, clubId: of };
  const { data } = await call('POST /live/club-staff-users', { token: admin.token, body });
  const { clubs } = await import('../../../functions/league/clubs/store.ts');
  await clubs.remove(of, () => [putDomainEvent(newDomainEvent('ClubDeleted', { clubId: of }, computePast()))]);
  await publishDomainEvents();
  await eventually(() => staff.get(data.id), has({ status: 'disabled' }));
});
