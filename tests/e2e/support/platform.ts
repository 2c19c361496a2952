/** Addresses of this run's platform, and users and records that tests create directly. */
import { ulid } from 'ulid';
import { toSeedId } from '../../../infra/local/seed/steps.ts';
import { type Team, teams } from '../../../infra/local/seed/teams.ts';
import type { Moment } from '../../../shared/contract/moments.ts';
import type { Role } from '../../../shared/contract/user.ts';
import { clipKey, posterKey } from '../../../shared/domain/media-address.ts';
import { createClip } from '../../support/media.ts';
import { buildEvent, buildUser } from '../../support/records.ts';

type Addresses = Record<'web' | 'api' | 'media' | 'mail' | 'payments' | 'captcha' | 'push' | 'rtmp', string>;

export const addresses = JSON.parse(process.env.E2E_ADDRESSES ?? '{}') as Addresses;
export const platformPid = Number(process.env.E2E_PLATFORM_PID);

// These modules are imported after the environment is set, because they read it on import.
const { createUser } = await import('../../../functions/people/accounts/store.ts');
const { setPassword } = await import('../../../functions/platform/aws/identity.ts');
const { toPublicUser } = await import('../../../functions/people/accounts/rules.ts');
const { withEffectiveRights } = await import('../../../functions/platform/auth/rules.ts');
const { startSession } = await import('../../../functions/platform/auth/sessions.ts');
export const { contentVideos } = await import('../../../functions/recordings/content/store.ts');
export const { events } = await import('../../../functions/league/events/store.ts');
export const { sources } = await import('../../../functions/broadcast/live/store.ts');
export const { vods } = await import('../../../functions/recordings/vods/store.ts');
export const { readLease } = await import('../../../functions/viewing/playback/lease.ts');

const { ads } = await import('../../../functions/recordings/ads/store.ts');
const { createInvitation, staff } = await import('../../../functions/people/staff/store.ts');
const { clubs } = await import('../../../functions/league/clubs/store.ts');
const { seedResult } = await import('../../../infra/local/seed/scores.ts');
const { copyEncoding } = await import('../../../infra/local/seed/encodings.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { keepClip } = await import('../../../functions/recordings/clips/store.ts');
const { createMoment } = await import('../../../functions/recordings/moments/store.ts');

type StoredUser = import('../../../functions/platform/auth/rules.ts').StoredUser;
type StoredEvent = import('../../../functions/league/events/rules.ts').StoredEvent;

/** Id of a club of the demo league. */
export const clubId = (index: number) => toSeedId('C', index);

export interface Person {
  user: StoredUser;
  token: string;
}

/** The user's own data as the API answers them. */
export const toOwnData = (user: StoredUser) => toPublicUser(withEffectiveRights(user, Date.now()));

/** Creates a user with a session, and a password if the test logs in by hand. */
export async function createPerson(
  role: Role,
  { password, ...fields }: Partial<StoredUser> & { password?: string } = {},
): Promise<Person> {
  const user = buildUser(role, fields);
  await createUser(user);
  if (password) await setPassword(user.id, password);
  return createSession(user);
}

export async function createSession(user: StoredUser): Promise<Person> {
  return { user, ...(await startSession(user, false, Date.now())) };
}

export function createEvent(fields: Partial<StoredEvent> = {}): Promise<StoredEvent> {
  return events.create(buildEvent(fields));
}

export async function createMatchWithRecording(index: number, fields: Parameters<typeof createEvent>[0] = {}) {
  const sportEvent = await createEvent(fields);
  const id = toSeedId('V', index);
  await vods.change(id, (vod) => ({ ...vod, sportEventId: sportEvent.id }));
  return { id, path: `/vods/${id}`, sportEvent };
}

/** Adds a moment of the league's first club to a demo recording. */
export function addMoment(fields: Pick<Moment, 'vodId' | 'timestampMs' | 'label'> & Partial<Moment>): Promise<void> {
  return createMoment({ id: ulid(), version: 1, clubId: clubId(0), momentTypeId: 2, ...fields });
}

export async function createClub(
  name: string,
  fields: { publicClips?: boolean; viewerClips?: boolean; embedHosts?: string[] } = {},
): Promise<string> {
  const id = ulid();
  await clubs.create({ id, name, visible: true, thumbnail: null, dateCreated: new Date().toISOString(), ...fields });
  return id;
}

export async function inviteStaff(clubId: string): Promise<string> {
  const { user } = await createPerson('CLUB_STAFF', { clubId, disabled: true });
  const { token: _, ...invitation } = createInvitation(Date.now());
  const dates = { dateCreated: new Date().toISOString(), dateActivated: null };
  const fields = { id: user.id, email: user.email, personalName: '', status: 'invited' as const, clubId };
  await staff.create({ ...fields, ...invitation, ...dates });
  return user.id;
}

/** A visible ad of a club, with the files of a demo recording. */
export async function createAd(clubId: string, title: string): Promise<string> {
  const template = (await vods.get(toSeedId('V', 0)))!;
  const id = ulid();
  await copyEncoding(template, 'advideos', id);
  await ads.create({
    ...template,
    id,
    title,
    visible: true,
    emissionPriority: 1,
    clubIds: [clubId],
    dateCreated: new Date().toISOString(),
    uploadId: null,
  });
  return id;
}

/** A recording of a club, with the files of a demo recording. */
export async function createRecording(clubId: string, title: string): Promise<string> {
  const template = (await vods.get(toSeedId('V', 0)))!;
  const id = ulid();
  await copyEncoding(template, 'vods', id);
  await vods.create({ ...template, id, title, clubIds: [clubId] });
  return id;
}

/** A public clip of a new recording, as if it had been encoded. */
export async function createPublicClip(name: string, title: string): Promise<string> {
  const clubId = await createClub(name, { publicClips: true });
  return createVodClip(await createRecording(clubId, `${name} – CD Visitante`), { clubId, title, start: 2 });
}

export async function createVodClip(
  vodId: string,
  { start, ...fields }: { clubId: string; title: string; start: number },
): Promise<string> {
  const [id, generation] = [ulid(), ulid()];
  const bytes = await createClip({ seconds: 6, size: '1280x720' });
  await writeObject({ bucket: environment('MEDIA_BUCKET'), key: clipKey(id, generation) }, bytes, {
    contentType: 'video/mp4',
  });
  const vod = (await vods.get(vodId))!;
  const thumbnail = posterKey('vods', vodId, vod.generation ?? '');
  await keepClip({
    ...vod,
    id,
    generation,
    thumbnail,
    vodId,
    duration: 6,
    visible: true,
    uploadId: null,
    ...fields,
    cut: { start, seconds: 6, poster: 3, crest: null },
  });
  return id;
}

/** A match of two demo clubs, played two days ago, with a score, a recording and moments. */
export async function createPlayedMatch(fields: Partial<StoredEvent> = {}) {
  const [home, away] = teams as [Team, Team];
  const clubIds = [clubId(0), clubId(1)];
  const start = new Date(Date.now() - 2 * 86_400_000);
  const { id, title, summary, sport } = await createEvent({
    // The seed derives an event's goals from the last digits of its id.
    id: toSeedId('E', 1e9 + Math.floor(Math.random() * 1e9) * 1000 + 213),
    title: `${home.name} – ${away.name}`,
    summary: 'El derbi de la comarca.',
    clubIds,
    homeClubId: clubIds[0],
    awayClubId: clubIds[1],
    category: 'cadete',
    competition: 'Liga de la Vega',
    matchday: '12',
    venue: 'Campo Municipal La Rambla',
    scheduledStartDate: start.toISOString(),
    scheduledFinishDate: new Date(start.getTime() + 2 * 3_600_000).toISOString(),
    ...fields,
  });
  await seedResult({ id, title, summary, sport, home, away, clubIds, start });
  const vodId = await createRecording(clubId(0), title);
  await vods.change(vodId, (vod) => ({ ...vod, sport, clubIds, sportEventId: id }));
  const moments = ['Gol de Rocío, de falta', 'Paradón de Nerea', 'Gol de Vera en el descuento'];
  for (const [index, label] of moments.entries()) await addMoment({ vodId, timestampMs: 2000 + 3000 * index, label });
  return { id, path: `/evento/${id}`, vodId, clubIds };
}
