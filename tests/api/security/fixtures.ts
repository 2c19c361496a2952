/**
 * Callers and items of the permission matrix: one person of each kind, and items of every kind that belong to one of
 * two clubs, are hidden, or do not exist.
 */
import { ulid } from 'ulid';
import { NewMatter } from '../../../shared/contract/matters.ts';
import type { StaffStatus } from '../../../shared/contract/staff.ts';
import { toCompetitionKey, toCompetitionSlug } from '../../../shared/domain/competition.ts';
import { statementVersion } from '../../../shared/domain/image-rights.ts';
import { createClub, createEvent, createPerson, createVod, type Person } from '../../support/api.ts';

const { ads } = await import('../../../functions/recordings/ads/store.ts');
const { writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { clubs } = await import('../../../functions/league/clubs/store.ts');
const { clips } = await import('../../../functions/recordings/clips/store.ts');
const { contentVideos } = await import('../../../functions/recordings/content/store.ts');
const { createSource, createSourceItem } = await import('../../../functions/broadcast/live/create-source.ts');
const { noteRecording } = await import('../../../functions/broadcast/broadcasts/recording-outcomes.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { createMediaFields } = await import('../../../functions/recordings/media/rules.ts');
const { createMoment, findMoment } = await import('../../../functions/recordings/moments/store.ts');
const { saveCustomer } = await import('../../../functions/people/partner/store.ts');
const { keepInvitation, createInvitation, staff } = await import('../../../functions/people/staff/store.ts');
const { openUpload } = await import('../../../functions/recordings/uploads/store.ts');
const { openMatter } = await import('../../../functions/trust/matters/open-matter.ts');
const { matters } = await import('../../../functions/trust/matters/store.ts');
const { keepDocument, savePermission, saveTeamStatement } = await import(
  '../../../functions/trust/rights/change-statements.ts'
);
const { imageRights } = await import('../../../functions/trust/rights/store.ts');
const { requestMembership, decideMembership, replaceCode, requireCode } = await import(
  '../../../functions/trust/families/store.ts'
);
const { transact } = await import('../../../functions/platform/aws/dynamo.ts');

/** The club of 'staff of the club', and another one. */
export const ourClub = await createClub('CD Matriz', { publicClips: true });
export const theirClub = await createClub('UD Ajena', { publicClips: true });
/** Part of the names of this file's clubs, which a list of clubs can be searched for. */
export const clubMark = ulid();

const competition = `Liga Matriz ${ulid()}`;
/** A competition exists once an event names it. Each file has its own, because files run side by side. */
const { scheduledStartDate: start } = await createEvent({
  clubIds: [ourClub, theirClub],
  homeClubId: ourClub,
  awayClubId: theirClub,
  competition,
});
const sport = 'SOCCER' as const;
export const ourCompetition = {
  sport,
  name: competition,
  key: String(toCompetitionKey({ sport, competition })),
  slug: String(toCompetitionSlug({ sport, competition, start })),
};

export const callers = {
  visitor: async () => undefined,
  basic: () => createPerson('REGULAR_BASIC'),
  subscriber: () => createPerson('REGULAR_SUBSCRIBER'),
  'staff of the club': () => createPerson('CLUB_STAFF', { clubId: ourClub }),
  'staff of another club': () => createPerson('CLUB_STAFF', { clubId: theirClub }),
  'disabled staff': () => createPerson('CLUB_STAFF', { clubId: ourClub, disabled: true }),
  admin: () => createPerson('ADMIN'),
} satisfies Record<string, () => Promise<Person | undefined>>;

export type CallerName = keyof typeof callers;

/**
 * `own` belongs to the club, `other` to another club, `hidden` is the club's and not visible, `missing` does not exist.
 */
export const states = ['own', 'other', 'hidden', 'missing'] as const;
export type State = (typeof states)[number];

/** Ids and slugs of an item, as paths and bodies name them. */
export type Names = Record<string, string>;

type Maker = (state: Exclude<State, 'missing'>) => Promise<Names>;

const pickClub = (state: State) => (state === 'other' ? theirClub : ourClub);
const picture = 'thumbnails/matriz.webp';
const dateCreated = new Date().toISOString();

export type Kind =
  | 'club'
  | 'event'
  | 'vod'
  | 'content'
  | 'ad'
  | 'camera'
  | 'moment'
  | 'clip'
  | 'matter'
  | 'statement'
  | 'family'
  | 'staffUser'
  | 'invitation'
  | 'upload'
  | 'customer';

export const makers: Record<Kind, Maker> = {
  club: async (state) => {
    const id = ulid();
    const name = `Club ${clubMark} ${id}`;
    await clubs.create({ id, name, visible: state !== 'hidden', thumbnail: picture, dateCreated });
    return { id, clubId: id };
  },
  event: async (state) => {
    const { id } = await createEvent({ clubIds: [pickClub(state)], visible: state !== 'hidden', thumbnail: picture });
    return { id, sportEventId: id, ofClub: pickClub(state) };
  },
  vod: async (state) => {
    const made = await createVod({ clubIds: [pickClub(state)], visible: state !== 'hidden', thumbnail: picture });
    await writePlaylist('vods', made.id, made.generation);
    return { id: made.id, vodId: made.id, ofClub: pickClub(state) };
  },
  content: async (state) => {
    const fields = { description: '', categoryId: 1, renderOrder: null, clubIds: [pickClub(state)] };
    const id = await createPlayable('contentvideos', state, (media) => contentVideos.create({ ...media, ...fields }));
    return { id, videoId: id, kind: 'contentvideos' };
  },
  ad: async (state) => {
    // A high priority puts it before other tests' ads, since a viewer gets only five.
    const fields = { emissionPriority: 1_000_000, clubIds: [pickClub(state)] };
    return { id: await createPlayable('advideos', state, (media) => ads.create({ ...media, ...fields })) };
  },
  /** A camera that is on air; a hidden one is in test. */
  camera: async (state) => {
    const slug = `camara-${ulid().toLowerCase()}`;
    const { id, clubIds } = await createEvent({ clubIds: [pickClub(state)], hasCamera: state !== 'hidden' });
    const camera = await createSource(createSourceItem('camera', slug, Date.now()));
    // Five seconds ago, so that the ranges in requests.ts lie within the live.
    const startedAt = new Date(Date.now() - 5_000).toISOString();
    const broadcast = { id: ulid(), streamId: 'st-1', startedAt, stoppedAt: null, event: null };
    const shown = { isTest: state === 'hidden', thumbnail: picture, sportEventId: id, clubIds, broadcast };
    await sources.change(camera.id, (source) => ({ ...source, ...shown }));
    const prefix = `ivs/v1/matriz/${broadcast.id}`;
    await noteRecording({ channelArn: camera.channelArn, id: broadcast.id }, prefix);
    const master = { bucket: environment('RECORDINGS_BUCKET'), key: `${prefix}/media/hls/master.m3u8` };
    await writeObject(master, '#EXTM3U\n', { contentType: 'text/plain' });
    return { id: camera.id, slug, broadcastId: broadcast.id, startedAt };
  },
  moment: async (state) => {
    const made = await createVod({ clubIds: [pickClub(state)], visible: state !== 'hidden' });
    const id = ulid();
    const fields = { timestampMs: 1, label: 'Gol', momentTypeId: 2, version: 1 };
    await createMoment({ ...fields, id, vodId: made.id, clubId: pickClub(state) });
    return { id };
  },
  /** A published clip of a club that allows public clips. */
  clip: async (state) => {
    const { id: vodId } = await createVod({ clubIds: [pickClub(state)] });
    const cut = { start: 0, seconds: 6, poster: 3, crest: null };
    const fields = { vodId, clubId: pickClub(state), sportEventId: null, cut, uploadId: null };
    return { id: await createPlayable('clips', state, (media) => clips.create({ ...media, ...fields })) };
  },
  /** A report about a match; a hidden one names no known page, so that only admins see it. */
  matter: async (state) => {
    const { id: eventId } = await createEvent({ clubIds: [pickClub(state)] });
    const form = NewMatter.parse({
      attempt: ulid(),
      kind: 'REPORT',
      reason: 'OTHER',
      minor: false,
      name: 'Ana',
      message: 'Se ve mal.',
      page: state === 'hidden' ? '' : `/evento/${eventId}`,
      about: 'Un partido',
      email: `${ulid().toLowerCase()}@cantera.test`,
    });
    const { matter } = await openMatter(form, { address: ulid(), userId: undefined }, Date.now());
    return { id: matter.id };
  },
  /** Authorisations of a team with their document; a hidden one is a competition's permission. */
  statement: async (state) => {
    const by = { ...(await callers.admin()), now: Date.now() };
    const about = { season: 2026, sport: 'SOCCER' as const };
    const stated = { purposes: [], textVersion: statementVersion, version: undefined };
    const { id } =
      state === 'hidden'
        ? await savePermission({ ...about, kind: 'COMPETITION', name: `Liga ${ulid()}` }, stated, by)
        : await saveTeamStatement({ ...about, kind: 'TEAM', clubId: pickClub(state), category: 'cadete' }, stated, by);
    const kept = await imageRights.get(id);
    const document = { name: 'firmas.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') };
    if (kept) await keepDocument(kept, document, by);
    return { id };
  },
  /** A person who asks to see a team's matches; a hidden one is already confirmed. */
  family: async (state) => {
    const person = await callers.basic();
    const team = { clubId: pickClub(state), sport: 'SOCCER', category: 'cadete', season: 2026 } as const;
    const code = await requireCode(await replaceCode(team, Date.now()));
    const { id } = await requestMembership(code, { ...person, sessionHash: '' }, Date.now());
    if (state === 'hidden') await decideMembership(id, 'CONFIRMED', person.user.id, Date.now());
    return { id };
  },
  /** Club staff; a hidden one is disabled. */
  staffUser: async (state) => createStaffMember(pickClub(state), state === 'hidden' ? 'disabled' : 'active'),
  /** An invited person; a hidden one's invitation has been used. */
  invitation: async (state) => createStaffMember(pickClub(state), state === 'hidden' ? 'active' : 'invited'),
  /** An upload opened by staff of the club; a hidden one by an admin. */
  upload: async (state) => {
    const made = await createVod({ clubIds: [pickClub(state)], status: 'SENT', generation: null, visible: false });
    const { user } =
      state === 'hidden' ? await callers.admin() : await createPerson('CLUB_STAFF', { clubId: pickClub(state) });
    const file = { name: 'a.mp4', size: 1, type: 'video/mp4' };
    const target = { kind: 'vods' as const, itemId: made.id, file, caller: { user, sessionHash: '' } };
    const { upload, write } = await openUpload(target, Date.now());
    await transact([write]);
    return { id: upload.id };
  },
  /** A customer of the partner; `other` and `hidden` make no difference. */
  customer: async () => {
    const userId = `cliente-${ulid()}`;
    const email = `${userId.toLowerCase()}@cantera.test`;
    await saveCustomer({ email, userId, to: '2999-01-01T00:00:00.000Z', name: '', surname: '' }, Date.now());
    return { userId };
  },
};

const missing: Names = Object.fromEntries(
  ['id', 'clubId', 'vodId', 'videoId', 'sportEventId', 'broadcastId'].map((name) => [
    name,
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  ]),
);
Object.assign(missing, { slug: 'no-existe', userId: 'no-existe', token: 'no-existe' });

export const missingThing = (kind: Kind): Names =>
  kind === 'content' ? { ...missing, kind: 'contentvideos' } : missing;

type NewMedia = Omit<Parameters<typeof ads.create>[0], 'emissionPriority' | 'clubIds'>;

async function createPlayable(
  kind: string,
  state: State,
  create: (media: NewMedia) => Promise<unknown>,
): Promise<string> {
  const [id, generation] = [ulid(), ulid()];
  await create({
    ...createMediaFields(null, 1000),
    id,
    generation,
    title: `Video ${id}`,
    status: 'FINISHED',
    visible: state !== 'hidden',
    thumbnail: picture,
    dateCreated: new Date().toISOString(),
    uploadId: null,
  });
  await writePlaylist(kind, id, generation);
  return id;
}

async function writePlaylist(kind: string, id: string, generation: string | null): Promise<void> {
  const key = `${kind}/${id}/${generation}/index.m3u8`;
  await writeObject({ bucket: environment('MEDIA_BUCKET'), key }, '#EXTM3U\n', { contentType: 'text/plain' });
}

export async function findVersion(kind: Kind, id: string): Promise<number> {
  const item = await collections[kind]?.get(id);
  if (!item) throw new Error(`No version of a ${kind}`);
  return item.version;
}

const collections: Partial<Record<Kind, { get(id: string): Promise<{ version: number } | undefined> }>> = {
  club: clubs,
  event: events,
  vod: vods,
  content: contentVideos,
  ad: ads,
  camera: sources,
  staffUser: staff,
  moment: { get: findMoment },
  clip: clips,
  matter: matters,
};

export async function takeOffAir(cameraId: string): Promise<void> {
  await sources.change(cameraId, (source) => ({ ...source, broadcast: null }));
}

async function createStaffMember(clubId: string, status: StaffStatus): Promise<Names> {
  const { user } = await createPerson('CLUB_STAFF', { clubId, disabled: status !== 'active' });
  const { token, ...invitation } = createInvitation(Date.now());
  await keepInvitation(invitation.invitationHash, user.id, Date.now());
  const dates = { dateCreated, dateActivated: status === 'invited' ? null : dateCreated };
  await staff.create({ id: user.id, email: user.email, personalName: 'Ana', status, clubId, ...invitation, ...dates });
  return { id: user.id, token };
}
