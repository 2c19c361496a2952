/** A stage that enforces image rights, for one test file: its people, clubs with statements, and matches. */
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { type Purpose, statementVersion } from '../../shared/domain/image-rights.ts';
import type { TeamLetter } from '../../shared/domain/match.ts';
import { startDedicatedPlatform } from '../support/dedicated-platform.ts';
import { buildEvent } from '../support/records.ts';

const webFolder = mkdtempSync(join(tmpdir(), 'cantera-pages-'));
for (const name of ['index.html', 'insertar.html']) cpSync(`web/${name}`, join(webFolder, name));
export const { addresses } = await startDedicatedPlatform({ imageRights: 'exigir', webFolder });
const { createCaller, signUp } = await import('../support/dedicated-calls.ts');
const { clubs } = await import('../../functions/league/clubs/store.ts');
const { events } = await import('../../functions/league/events/store.ts');
const { vods } = await import('../../functions/recordings/vods/store.ts');
const { clips } = await import('../../functions/recordings/clips/store.ts');
const { createMediaFields } = await import('../../functions/recordings/media/rules.ts');
const { createSource, createSourceItem } = await import('../../functions/broadcast/live/create-source.ts');
const { copyEventFields } = await import('../../functions/broadcast/live/rules.ts');
const { sources } = await import('../../functions/broadcast/live/store.ts');
const { environment } = await import('../../functions/platform/aws/environment.ts');
const { writeObject } = await import('../../functions/platform/aws/storage.ts');
const { applyRights } = await import('../../functions/trust/rights/apply.ts');

export const admin = await signUp('ADMIN');
export const subscriber = await signUp('REGULAR_SUBSCRIBER');
export const basic = await signUp('REGULAR_BASIC');
/** Staff of another club, who are also a family of another team. */
export const stranger = await signUp('CLUB_STAFF', { clubId: ulid(), families: [`${ulid()} SOCCER cadete 2026`] });

export const call = createCaller(addresses.api);
export const asAdmin = (method: string, path: string, body?: object) => call(method, path, admin, body);

export async function fetchAnswer(path: string, token = '') {
  const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(`${addresses.api}${path}`, { redirect: 'manual', headers });
  return { status: answer.status, text: `${answer.headers.get('location') ?? ''}\n${await answer.text()}` };
}

export const readStatus = async (path: string, token?: string) => (await fetchAnswer(path, token)).status;

const dateCreated = new Date().toISOString();

export async function createClub(name: string, hasContract = true) {
  const id = ulid();
  const contract = { version: '2026-11', at: dateCreated, userId: id, by: 'Ana' };
  const club = { id, name: `${name} ${id}`, visible: true, thumbnail: 'thumbnails/club.webp', dateCreated };
  await clubs.create({ ...club, publicClips: true, ...(hasContract && { contract }) });
  return id;
}

export const state = (clubId: string, stated: readonly Purpose[], version?: number, team?: TeamLetter) =>
  asAdmin('PUT', '/rights/teams', {
    clubId,
    season: 2026,
    sport: 'SOCCER',
    category: 'cadete',
    purposes: stated,
    textVersion: statementVersion,
    version,
    team,
  });

/** Creates a match that is on air, with a recording, a clip and a picture of each. */
export async function createMatch(clubIds: string[], fields: object = {}) {
  const title = `Secreto-${ulid()}`;
  const times = { scheduledStartDate: '2026-11-20T10:00:00.000Z', scheduledFinishDate: '2026-12-20T10:00:00.000Z' };
  const competition = `Liga ${ulid().toLowerCase()}`;
  const score = { home: 1, away: 0, phase: 'PLAYING', period: 1, version: 1 };
  const event = await events.create(
    buildEvent({
      title,
      clubIds,
      homeClubId: clubIds[0],
      awayClubId: clubIds[1],
      category: 'cadete',
      competition,
      isPublic: true,
      thumbnail: `thumbnails/${title}.webp`,
      ...times,
      score,
      signal: { since: dateCreated, stoppedAt: null },
      ...fields,
    } as never),
  );
  // The last result of both sides.
  const played = { scheduledStartDate: '2026-11-13T10:00:00.000Z', scheduledFinishDate: '2026-11-13T12:00:00.000Z' };
  const { id: _id, version: _version, signal: _signal, ...facts } = event;
  const past = await events.create({ ...facts, ...played, id: ulid(), title: `${title} (ida)`, state: 'FINISHED' });
  const media = () => ({
    ...createMediaFields(null, 1000),
    id: ulid(),
    generation: ulid(),
    status: 'FINISHED' as const,
    visible: true,
    dateCreated,
    uploadId: null,
    duration: 60,
    thumbnail: `thumbnails/${title}.webp`,
    title,
  });
  const vod = await vods.create({
    ...media(),
    summary: '',
    sport: 'SOCCER',
    sportEventId: event.id,
    clubIds,
    renderOrder: null,
  });
  const cut = { start: 0, seconds: 6, poster: 3, crest: null };
  const ofMatch = { vodId: vod.id, clubId: clubIds[0] ?? '', sportEventId: event.id, cut };
  const picture = `thumbnails/clips/${ulid()}/foto.jpg`;
  const clip = await clips.create({ ...media(), ...ofMatch, id: picture.split('/')[2] ?? '', thumbnail: picture });
  await clips.create({ ...media(), ...ofMatch, isFree: true, visible: false });
  await writeObject({ bucket: environment('MEDIA_BUCKET'), key: picture }, 'jpg', { contentType: 'image/jpeg' });
  const slug = `camara-${ulid().toLowerCase()}`;
  const camera = await createSource(createSourceItem('camera', slug, Date.now()));
  await asAdmin('PATCH', `/live/cameras/${camera.id}`, { sportEventId: event.id });
  const broadcast = { id: ulid(), streamId: 'st-1', startedAt: dateCreated, stoppedAt: null, event: null };
  await sources.change(camera.id, (source) => ({ ...source, ...copyEventFields(event), broadcast }));
  await applyRights(Date.now());
  await call('PUT', `/users/me/list/vods/${vod.id}`, subscriber);
  return { title, event, past, vod, clip, slug, clubIds, competition };
}

export type Match = Awaited<ReturnType<typeof createMatch>>;
