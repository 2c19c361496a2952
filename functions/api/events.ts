import { ulid } from 'ulid';
import type * as z from 'zod';
import { ApiError } from '../../shared/contract/errors.ts';
import type { NewEvent } from '../../shared/contract/event-changes.ts';
import { eventEndpoints } from '../../shared/contract/events.ts';
import type { ClubIds } from '../../shared/contract/schema.ts';
import { type FixtureFile, fixturesAtOnce, maxFixtures } from '../../shared/domain/fixtures.ts';
import { sources } from '../broadcast/live/store.ts';
import { answerClubs, clubs, requireClubs, requireReadableClub } from '../league/clubs/store.ts';
import { changeEvent } from '../league/events/change-event.ts';
import { createEventFilter, listEvents, listManagedEvents, readResultsOfClub } from '../league/events/event-lists.ts';
import { readEventView } from '../league/events/event-views.ts';
import { readFixtures } from '../league/events/fixture-file.ts';
import { listMatchChoices } from '../league/events/match-filter.ts';
import {
  areDatesInOrder,
  areSidesValid,
  clubStaffMayEdit,
  clubStaffMaySetClubs,
  type EventEdit,
  type StoredEvent,
  statesOtherTeam,
  withClosings,
  withClubs,
  withEdit,
} from '../league/events/rules.ts';
import { events, requireEventById, requireManagedEvent, requireReadableEvent } from '../league/events/store.ts';
import { hasBuyers } from '../money/payments/buyers.ts';
import type { Caller } from '../platform/auth/rules.ts';
import { readCents } from '../platform/aws/prices.ts';
import { serveCached } from '../platform/http/serve.ts';
import { requireVersion } from '../platform/lists/collection.ts';
import { toPage, toPagination } from '../platform/lists/pagination.ts';
import { enforcesImageRights } from '../platform/shown/enforcement.ts';
import { findReader } from '../platform/shown/families.ts';
import { createClosing } from '../platform/withholding/closings.ts';
import { assertMayShow } from '../platform/withholding/rules.ts';
import { deleteEvent, listDeletedEvents, toDeletedEventCards } from '../recordings/media/deleted-events.ts';
import { hideVods, listVisibleVods } from '../recordings/vods/publication.ts';
import { findVodsOfEvent, vods } from '../recordings/vods/store.ts';
import { markRecorded } from '../recordings/vods/vod-views.ts';
import { importFixtures, recoverMatch } from '../trust/matters/returning-matches.ts';
import { applyRights, applyToRecordings } from '../trust/rights/apply.ts';
import { assertHasRights, readRightsChecker } from '../trust/rights/rights-checker.ts';
import { assertKeepsLacks } from '../trust/rights/rules.ts';

export const handler = serveCached([events, clubs, vods], eventEndpoints, {
  'GET /sportevents': async ({ query, now }) => {
    const { sportEvents, ...page } = await listEvents(query, { visible: true }, now);
    return { data: { sportEvents: await markRecorded(sportEvents), ...page } };
  },
  'GET /match-choices': async ({ query }) => ({
    data: listMatchChoices(await events.find({ ...query, visible: true }, createEventFilter)),
  }),
  'GET /clubs/{id}/results': async ({ params, caller, now }) => {
    const club = await requireReadableClub(params.id, caller);
    return { data: { sportEvents: await markRecorded(await readResultsOfClub(club.id, now)) } };
  },
  'GET /sportevents/{id}': async ({ params, caller }) => {
    const event = await requireReadableEvent(params.id, caller);
    return { data: { sportEvent: await readEventView(event, undefined, findReader(caller, event)) } };
  },
  'GET /sportevents/{id}/clubs': async ({ params, caller }) =>
    answerClubs(await requireReadableEvent(params.id, caller)),

  'GET /live/sportevents': async ({ query, now }) => ({ data: await listManagedEvents(query, {}, now) }),
  'POST /live/sportevents': ({ body, caller, now }) => create(body, body.clubIds ?? [], caller, now),
  'POST /live/fixtures': async ({ body, caller, now }) => ({ data: await importFile(body, caller, now) }),
  'POST /clubStaff/fixtures': async ({ body, caller, now }) => ({
    data: await importFile(body, caller, now, caller.user.clubId),
  }),
  'GET /live/sportevents/{id}': async ({ params }) => answerManaged(await requireEventById(params.id)),
  'PATCH /live/sportevents/{id}': async ({ params, body: { version, ...edit }, caller, now }) =>
    answerManaged(await applyEdit(await requireEventById(params.id), edit, { version, caller, now })),
  'DELETE /live/sportevents/{id}': async ({ params, query, caller, now }) => {
    const event = await requireEventById(params.id);
    await remove(event, query.vods ? 'remove' : 'keep', caller, now);
    return { message: 'Evento eliminado correctamente' };
  },
  'GET /live/deleted-sportevents': async ({ query, now }) => {
    const page = toPage(await listDeletedEvents(now), query.page);
    return { data: { sportEvents: await toDeletedEventCards(page.rows), ...toPagination(page) } };
  },
  'POST /live/sportevents/{id}/recover': async ({ params, now }) => ({
    ...(await answerManaged(await recover(params.id, now))),
    message: 'Evento recuperado: está oculto hasta que lo publiques',
  }),
  'GET /live/sportevents/{id}/clubs': async ({ params }) => answerClubs(await requireEventById(params.id), 'staff'),
  'PUT /live/sportevents/{id}/clubs': async ({ params, body, now }) =>
    setClubs(await requireEventById(params.id), body, now),

  'GET /clubStaff/sportevents': async ({ query, caller, now }) => ({
    data: await listManagedEvents(query, { ofClub: caller.user.clubId }, now),
  }),
  'POST /clubStaff/sportevents': ({ body, caller, now }) => {
    if (body.isPublic) throw new ApiError('SSN4030');
    return create(body, [caller.user.clubId], caller, now);
  },
  'GET /clubStaff/sportevents/{id}': async ({ params, caller }) =>
    answerManaged(await requireManagedEvent(params.id, caller)),
  'PATCH /clubStaff/sportevents/{id}': async ({ params, body: { version, ...edit }, caller, now }) => {
    const event = await requireManagedEvent(params.id, caller);
    // Club staff do not decide on the visibility of videos.
    if (!clubStaffMayEdit(event, edit) || edit.hideVods) throw new ApiError('SSN4030');
    return answerManaged(await applyEdit(event, edit, { version, caller, now }));
  },
  'DELETE /clubStaff/sportevents/{id}': async ({ params, caller, now }) => {
    const event = await requireManagedEvent(params.id, caller);
    if ((await findVodsOfEvent(event.id)).length > 0) throw new ApiError('SSN4030');
    await remove(event, 'keep', caller, now);
    return { message: 'Evento eliminado correctamente' };
  },
  'GET /clubStaff/sportevents/{id}/clubs': async ({ params, caller }) =>
    answerClubs(await requireManagedEvent(params.id, caller), 'staff'),
  'PUT /clubStaff/sportevents/{id}/clubs': async ({ params, body, caller, now }) => {
    const event = await requireManagedEvent(params.id, caller);
    if (!clubStaffMaySetClubs(event.clubIds, body.clubIds, caller.user.clubId)) throw new ApiError('SSN4030');
    return setClubs(event, body, now);
  },
});

async function answerManaged(event: StoredEvent) {
  const [answer, linked] = await Promise.all([readEventView(event, 'staff'), findVodsOfEvent(event.id)]);
  return { data: { sportEvent: { ...answer, vods: await vods.items(linked) } } };
}

async function create(
  { clubIds: _, ...fields }: z.output<typeof NewEvent>,
  clubIds: string[],
  caller: Caller,
  now: number,
) {
  await requireClubs(clubIds);
  const id = ulid(now);
  const blank = { id, version: 0, clubIds, thumbnail: null, dateCreated: new Date(now).toISOString() };
  const event = withEdit({ ...fields, ...blank }, fields);
  if (!areSidesValid(event)) throw new ApiError('EVT4001');
  assertPrice(event.price);
  // The creator closes only the audience: a hidden draft may be shown by each of its clubs.
  const owned = withClosings({ ...event, audience: 'EVERYBODY' }, event, caller, now);
  await events.create((await readRightsChecker()).checkEvent(owned));
  return { data: { id }, message: 'Evento creado correctamente' };
}

/** @throws ApiError for a price outside the stage's limits. */
function assertPrice(price: number | null | undefined): void {
  if (typeof price === 'number' && (price < readCents('eventMin') || price > readCents('eventMax')))
    throw new ApiError('EVT4002');
}

/** Everybody pays the same: the price stays as the first buyer paid it. */
async function assertMayChangePrice({ id, price: before }: StoredEvent, price: number | null): Promise<void> {
  if ((before ?? null) === price) return;
  assertPrice(price);
  if (await hasBuyers(id)) throw new ApiError('EVT4098');
}

async function applyEdit(
  event: StoredEvent,
  { hideVods: hidesVods, ...edit }: EventEdit & { hideVods?: boolean | undefined },
  { version, caller, now }: { version: number | undefined; caller: Caller; now: number },
): Promise<StoredEvent> {
  const { id } = event;
  if (edit.price !== undefined) await assertMayChangePrice(event, edit.price);
  const [checker, visibleVodIds] = await Promise.all([
    readRightsChecker(),
    hidesVods ? listVisibleVods(id) : undefined,
  ]);
  const vodsToHide = visibleVodIds && { vodIds: visibleVodIds, at: now };
  const changed = await changeEvent(
    id,
    (current) => {
      requireVersion(current, version);
      assertMayShow(current, edit);
      const next = checker.checkEvent(withClosings(current, withEdit(current, edit), caller, now));
      assertHasRights(next, 'page', edit);
      if (statesOtherTeam(current, next)) assertKeepsLacks(caller, current, next);
      if (vodsToHide && next.visible)
        throw new ApiError('REQ4000', 'Sus videos se ocultan con el evento: ocúltalo también');
      if (!areDatesInOrder(next))
        throw new ApiError('REQ4000', 'La fecha de fin debe ser posterior a la fecha de inicio');
      if (!areSidesValid(next)) throw new ApiError('EVT4001');
      return next;
    },
    now,
    vodsToHide,
  );
  // The job that handles `EventChanged` does the same, in case this process dies.
  if (vodsToHide) await hideVods(vodsToHide);
  await applyToRecordings(id, now);
  return changed;
}

async function setClubs({ id }: StoredEvent, { clubIds, version }: z.output<typeof ClubIds>, now: number) {
  const [checker] = await Promise.all([readRightsChecker(), requireClubs(clubIds)]);
  const withNewClubs = (current: StoredEvent) => {
    requireVersion(current, version);
    return checker.checkEvent(withClubs(current, clubIds));
  };
  await changeEvent(id, withNewClubs, now);
  await applyToRecordings(id, now);
  return { message: 'Clubes actualizados correctamente' };
}

async function remove({ id }: StoredEvent, vodsAction: 'keep' | 'remove', caller: Caller, now: number): Promise<void> {
  if (await hasBuyers(id)) throw new ApiError('EVT4091');
  const [recordings, cameras] = await Promise.all([findVodsOfEvent(id), sources.rows()]);
  const attached = {
    vodIds: recordings.map((row) => row.id),
    cameraIds: cameras.filter((row) => row.sportEventId === id).map((row) => row.id),
  };
  if (!(await deleteEvent({ id }, { vods: vodsAction, closing: createClosing(caller, now), ...attached }, now)))
    throw new ApiError('EVT4040');
}

/** @throws ApiError EVT4040 */
async function recover(id: string, now: number): Promise<StoredEvent> {
  if (!(await recoverMatch(id, now))) throw new ApiError('EVT4040');
  return requireEventById(id);
}

async function importFile(
  { csv, dry, from }: z.output<typeof FixtureFile>,
  caller: Caller,
  now: number,
  clubId?: string,
) {
  const lines = readFixtures(csv);
  if (lines.length > maxFixtures)
    throw new ApiError('REQ4000', `Como mucho ${maxFixtures} partidos de una vez: divide el archivo`);
  const until = from + fixturesAtOnce;
  const imported = await importFixtures(lines, { now, dry, from, until, clubId }, caller);
  // A new match is private until its image rights have been checked.
  if (!dry && enforcesImageRights()) await applyRights(now);
  return { lines: imported, total: lines.length, next: until < lines.length ? until : null };
}
