/** The families of a club's team: codes, requests, decisions, and a match that only they may see. */
import { ulid } from 'ulid';
import { expect } from 'vitest';
import type { FamilyState } from '../../../shared/contract/families.ts';
import { findSeason } from '../../../shared/domain/competition.ts';
import { call, createClub, createEvent, createPerson, createVod, type Person } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';

const { createSource, createSourceItem } = await import('../../../functions/broadcast/live/create-source.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { listFamilies } = await import('../../../functions/trust/families/store.ts');

const startedAt = new Date().toISOString();
export const season = findSeason(startedAt);

export const admin = await createPerson('ADMIN');
export const clubId = await createClub('CD Familias', { publicClips: true });
export const secretary = await createPerson('CLUB_STAFF', { clubId });

export const team = (category = 'infantil') => ({ clubId, sport: 'SOCCER' as const, category, season });

export async function createCode(body: object = team(), { token } = secretary): Promise<string> {
  return (await call('POST /families/codes', { token, body })).data.code;
}

export const ask = (code: string, { token }: Person) =>
  call('POST /family-invitations/{token}', { token, params: { token: code } });

export async function findMemberId({ user }: Person, of = clubId): Promise<string> {
  const found = (await listFamilies(of)).members.find(({ userId }) => userId === user.id);
  if (!found) throw new Error('The person has not asked');
  return found.id;
}

export const decide = (id: string, state: FamilyState, { token } = secretary) =>
  call('POST /families/members/{id}/decision', { token, params: { id }, body: { state } });

export async function confirm(person: Person, code: string): Promise<string> {
  await ask(code, person);
  const id = await findMemberId(person);
  expect((await decide(id, 'CONFIRMED')).status).toBe(200);
  return id;
}

/** Creates a match on air with a recording, as its staff do. */
export async function createMatch() {
  const times = { scheduledStartDate: startedAt, scheduledFinishDate: new Date(Date.now() + 7_200_000).toISOString() };
  const event = await createEvent({ clubIds: [clubId], category: 'infantil', isPublic: true, ...times });
  const vod = await createVod({ clubIds: [clubId], sportEventId: event.id });
  const camera = await createSource(createSourceItem('camera', `familias-${ulid().toLowerCase()}`, Date.now()));
  const edit = { token: admin.token, params: { id: camera.id }, body: { sportEventId: event.id } };
  await call('PATCH /live/cameras/{id}', edit);
  const broadcast = { id: ulid(), streamId: 'st-1', startedAt, stoppedAt: null, event: null };
  await sources.change(camera.id, (source) => ({ ...source, broadcast }));
  await change(event.id, { audience: 'FAMILIES' });
  await eventually(async () => (await sources.get(camera.id))?.eventFamilies !== null, Boolean);
  return { id: event.id, vodId: vod.id, slug: camera.slug, cameraId: camera.id };
}

export async function change(id: string, body: object): Promise<void> {
  const answer = await call('PATCH /clubStaff/sportevents/{id}', { token: secretary.token, params: { id }, body });
  expect(answer.status).toBe(200);
}

export type Match = Awaited<ReturnType<typeof createMatch>>;
