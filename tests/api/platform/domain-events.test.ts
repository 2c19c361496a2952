/** Domain events reach their handlers, even if the publisher died before publishing, or if delivered twice. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson, createVod } from '../../support/api.ts';
import { areAll, eventually, has, is } from '../../support/eventually.ts';

const { domainEventWrite } = await import('../../../functions/platform/events/domain-events.ts');
const { commit, getItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { publishDomainEvents } = await import('../../../functions/jobs/outbox.ts');
const { releaseVods } = await import('../../../functions/jobs/vods.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');

type Write = ReturnType<typeof domainEventWrite>;

const findStored = ({ Put }: Write) => getItem('messages', { pk: 'FACTS', sk: Put?.Item?.sk });
const computePast = () => Date.now() - 60_000;

/** Leaves the state after a crash between the transaction and the bus. */
const withoutPublishing = ({ publish: _, ...write }: Write) => write;
const publish = (...about: Parameters<typeof domainEventWrite>) => domainEventWrite(...about).publish?.();

describe('an unpublished domain event', () => {
  test('is published by the job that runs every minute, and deleted', async () => {
    const match = await createEvent();
    const [recording, other] = [await createVod({ sportEventId: match.id }), await createVod()];
    const fact = domainEventWrite('EventRemoved', { eventId: match.id, vods: 'remove' }, computePast());
    await events.remove(match.id, () => [withoutPublishing(fact)]);
    await publishDomainEvents();
    await eventually(() => vods.get(recording.id), is(undefined));
    await eventually(() => findStored(fact), is(undefined));
    expect(await vods.get(other.id)).toBeDefined();
  });

  test('is left to its publisher for a while', async () => {
    const fact = domainEventWrite('ClubDeleted', { clubId: ulid() }, Date.now());
    await commit([fact]);
    expect(await findStored(fact)).toBeDefined();
    await fact.publish?.();
    expect(await findStored(fact)).toBeUndefined();
  });
});

test('ignores a repeated or outdated domain event', async () => {
  const match = await createEvent();
  const recording = await createVod({ sportEventId: match.id });
  for (let time = 0; time < 2; time += 1) {
    await publish('EventRemoved', { eventId: match.id, vods: 'remove' }, Date.now());
    await publish('EventChanged', { eventId: match.id }, Date.now());
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
      () => [withoutPublishing(domainEventWrite('EventChanged', { eventId: match.id, hides }, hides.at))],
    );
    await publishDomainEvents();
    await eventually(() => Promise.all(recordings.map(isVisible)), areAll(false));
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
      publish('EventChanged', { eventId, hides: detail }, detail.at);
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
  await clubs.remove(of, () => [withoutPublishing(domainEventWrite('ClubDeleted', { clubId: of }, computePast()))]);
  await publishDomainEvents();
  await eventually(() => staff.get(data.id), has({ status: 'disabled' }));
});
