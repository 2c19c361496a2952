/**
 * Every endpoint that changes something × every kind of protection × callers who may not end it: afterwards nothing is
 * less protected than before. Fields that could open something are sent one by one with the values that would.
 */
import { ulid } from 'ulid';
import { afterAll, describe, expect, test } from 'vitest';
import { type ContractKey, contract } from '../../../shared/contract/contract.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import {
  call,
  createClub,
  createEvent,
  createPerson,
  createStoredClip,
  createVod,
  type Person,
  playedBetween,
} from '../../support/api.ts';
import { findMatter, sendObjection } from '../../support/objections.ts';
import { edgeHeaders } from '../../support/people.ts';
import { isNightly } from '../../support/test-profile.ts';
import type { CallerName, Kind, Names } from './fixtures.ts';
import { readPermissions } from './permission-table.ts';
import { findKinds, listFields, send } from './requests.ts';

const { clips } = await import('../../../functions/recordings/clips/store.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { createSource, createSourceItem } = await import('../../../functions/broadcast/live/create-source.ts');
const { findMember, replaceCode, requestMembership, decideMembership, requireCode } = await import(
  '../../../functions/trust/families/store.ts'
);
const { matters } = await import('../../../functions/trust/matters/store.ts');
const { withholdTarget } = await import('../../../functions/trust/matters/withhold-target.ts');
const { mayBeShown } = await import('../../../functions/platform/shown/rules.ts');
const { findSeason } = await import('../../../shared/domain/competition.ts');

const [ourClub, rivalClub] = [
  await createClub(`CD ${ulid()}`, { publicClips: true }),
  await createClub(`UD ${ulid()}`, { publicClips: true }),
];
const clubIds = [ourClub, rivalClub];
const admin = await createPerson('ADMIN');
const people = {
  visitor: async () => undefined,
  subscriber: () => createPerson('REGULAR_SUBSCRIBER'),
  'staff of the club': () => createPerson('CLUB_STAFF', { clubId: ourClub }),
  'staff of another club': () => createPerson('CLUB_STAFF', { clubId: rivalClub }),
} satisfies Partial<Record<CallerName, () => Promise<Person | undefined>>>;
type Stranger = keyof typeof people;

/** A match with everything that shows it; `names` are its ids by kind. */
async function createScene() {
  const event = await createEvent({ clubIds, category: 'alevin', ...playedBetween(-1, 1) });
  const vod = await createVod({ clubIds, sportEventId: event.id, duration: 60 });
  const media = { vodId: vod.id, clubId: ourClub, sportEventId: event.id };
  const clip = await createStoredClip(media);
  const slug = `protegida-${ulid().toLowerCase()}`;
  const camera = await createSource(createSourceItem('camera', slug, Date.now()));
  const params = { id: camera.id };
  await call('PATCH /live/cameras/{id}', { token: admin.token, params, body: { sportEventId: event.id } });
  const member = await createPerson('REGULAR_BASIC');
  const season = findSeason(event.scheduledStartDate);
  const team = { clubId: ourClub, sport: 'SOCCER', category: 'alevin', season } as const;
  const code = await requireCode(await replaceCode(team, Date.now()));
  const { id: memberId } = await requestMembership(code, { ...member, sessionHash: '' }, Date.now());
  await decideMembership(memberId, 'CONFIRMED', 'somebody', Date.now());
  const ids: Partial<Record<Kind, string>> = {
    event: event.id,
    vod: vod.id,
    clip: clip.id,
    camera: camera.id,
    family: memberId,
  };
  return { ids, event, vod, clip, camera, member, memberId, slug, matterId: undefined as string | undefined };
}
type Scene = Awaited<ReturnType<typeof createScene>>;

/** Counts the items of a scene that the public sees; a protection holds while no count grows. */
async function measureOpenness({ event, vod, clip, camera, memberId }: Scene) {
  const [match, video, cut, source, member] = await Promise.all([
    events.get(event.id),
    vods.get(vod.id),
    clips.get(clip.id),
    sources.get(camera.id),
    findMember(memberId),
  ]);
  const isShown = (item: typeof match | typeof video, audience: 'EVERYBODY' | 'FAMILIES') =>
    Number(item !== undefined && mayBeShown(item, audience, 'recording', 0).ok);
  const hiddenBy = video?.withheld?.matters ?? [];
  const removed = (video?.withdrawn ?? []).reduce((sum, { from, to }) => sum + to - from, 0);
  return {
    'the match for everybody': Number(match?.visible === true),
    'the match for families': isShown(match, 'FAMILIES'),
    'the recording for everybody': Number(video?.visible === true),
    'the recording for families': isShown(video, 'FAMILIES'),
    'holds of the recording that are gone': -hiddenBy.length,
    'seconds of the recording': video ? 60 - removed : 0,
    'the clip': Number(cut?.visible === true && cut.withheld === undefined),
    'the live': Number(source !== undefined && !source.isTest && !source.eventIsHidden && !source.eventFamilies),
    'the family': Number(member?.state === 'CONFIRMED'),
    'the families of another team': Number(match?.audience === 'FAMILIES' && match.category !== 'alevin'),
  };
}

interface Protection {
  close: (scene: Scene) => Promise<unknown>;
  /** Callers who must not end it. */
  against: Stranger[];
}

const everybodyButAdmins: Stranger[] = ['visitor', 'subscriber', 'staff of the club', 'staff of another club'];
const everybodyButTheClub: Stranger[] = ['visitor', 'subscriber', 'staff of another club'];

const asAdmin = (key: ContractKey, id: string, body: object) =>
  call(key, { token: admin.token, params: { id } as never, body });
const asOurs = async (key: ContractKey, id: string, body: object) =>
  call(key, { token: (await people['staff of the club']()).token, params: { id } as never, body });

/** Objects as a guardian, and remembers the matter. */
async function object(scene: Scene, page: string): Promise<void> {
  const { data } = await sendObjection({ page });
  scene.matterId = (await findMatter(data.number)).id;
  scene.ids.matter = scene.matterId;
}

const protections: Record<string, Protection> = {
  'an objection to the match': {
    close: (scene) => object(scene, `/evento/${scene.event.id}`),
    against: everybodyButAdmins,
  },
  'an objection to the recording': {
    close: (scene) => object(scene, `/vods/${scene.vod.id}`),
    against: everybodyButAdmins,
  },
  'an objection to the clip': {
    close: (scene) => object(scene, `/clip/${scene.clip.id}`),
    against: everybodyButAdmins,
  },
  'seconds removed by an admin': { close: ({ vod }) => withdraw(vod.id, admin), against: everybodyButAdmins },
  'seconds removed by the club': {
    close: async ({ vod }) => withdraw(vod.id, await people['staff of the club']()),
    against: everybodyButTheClub,
  },
  'a match that the club opened to families only': {
    close: ({ event }) => asOurs('PATCH /clubStaff/sportevents/{id}', event.id, { audience: 'FAMILIES' }),
    against: everybodyButTheClub,
  },
  'a match that an admin opened to families only': {
    close: ({ event }) => asAdmin('PATCH /live/sportevents/{id}', event.id, { audience: 'FAMILIES' }),
    against: everybodyButAdmins,
  },
  'a match that the club hid': {
    close: ({ event }) => asOurs('PATCH /clubStaff/sportevents/{id}', event.id, { visible: false }),
    against: everybodyButTheClub,
  },
  'a match that an admin hid': {
    close: ({ event }) => asAdmin('PATCH /live/sportevents/{id}', event.id, { visible: false }),
    against: everybodyButAdmins,
  },
  'a recording that an admin hid': {
    close: ({ vod }) => asAdmin('PATCH /live/vods/{id}', vod.id, { visible: false }),
    against: everybodyButAdmins,
  },
  'a deleted match': {
    close: ({ event }) => call('DELETE /live/sportevents/{id}', { token: admin.token, params: { id: event.id } }),
    against: everybodyButAdmins,
  },
  'a deleted recording': {
    close: ({ vod }) => call('DELETE /live/vods/{id}', { token: admin.token, params: { id: vod.id } }),
    against: everybodyButAdmins,
  },
  'a camera in test': {
    close: ({ camera }) => asAdmin('PATCH /live/cameras/{id}', camera.id, { isTest: true }),
    against: everybodyButAdmins,
  },
  'a family that the club revoked': {
    close: ({ memberId }) => decideMembership(memberId, 'REVOKED', 'somebody', Date.now()),
    against: everybodyButAdmins,
  },
};

async function withdraw(vodId: string, { token }: Person): Promise<void> {
  await vods.change(vodId, (vod) => ({ ...vod, generation: ulid() }));
  const body = { from: 8, seconds: 4, cuts: '' };
  const answer = await call('POST /vods/{id}/withdrawn', { token, params: { id: vodId }, body });
  expect(answer.status).toBe(201);
}

/** Values of fields that would open something. */
const openings: Record<string, unknown[]> = {
  visible: [true],
  audience: ['EVERYBODY'],
  category: ['senior', null],
  sport: ['BASKETBALL'],
  isTest: [false],
  sportEventId: [null],
  state: ['CONFIRMED', 'SCHEDULED'],
  answer: ['KEEP', 'CUT'],
  clubIds: [[rivalClub]],
  published: [true],
};

const keys = (Object.keys(contract) as ContractKey[]).filter((key) => !key.startsWith('GET ') && !isWebhook(key));
const permissions = readPermissions();

/** By day, leaves out what the caller may do to no item at all, which `permissions.test.ts` shows. */
const listEndpoints = (name: Stranger): ContractKey[] =>
  keys.filter((key) => isNightly || !/^(401|403| |or)+$/.test(permissions[key]?.[name] ?? ''));

/** Endpoints of other servers prove themselves by a key or a signature. */
function isWebhook(key: ContractKey): boolean {
  const { rawBody, access } = contract[key] as Endpoint;
  return rawBody === true || access === 'partner';
}

/** The bodies to send: the valid one, and one for each opening value of its fields. */
function listChanges(key: ContractKey): Record<string, unknown>[] {
  if (!(contract[key] as Endpoint).body) return [{}];
  const fields = listFields(key).filter((name) => name in openings);
  return [{}, ...fields.flatMap((name) => (openings[name] ?? []).map((value) => ({ [name]: value })))];
}

/** Ids of the scene for an endpoint's path; undefined for an endpoint about another kind of item. */
function findNames(key: ContractKey, scene: Scene): Names | undefined {
  const shared = { vodId: scene.vod.id, sportEventId: scene.event.id, slug: scene.slug, ofClub: rivalClub };
  const range = { rangeId: scene.vod.withdrawn?.[0]?.id ?? '01ARZ3NDEKTSV4RRFFQ69G5FAV' };
  if (!key.includes('{')) return { ...shared, ...range };
  const id = findKinds(key)
    .map((kind) => scene.ids[kind])
    .find(Boolean);
  return id ? { ...shared, ...range, id } : undefined;
}

const sent: Record<string, number> = {};

describe.each(Object.entries(protections))('%s', (protection, { close, against }) => {
  test.each(against)('stays closed, whatever is sent by: %s', async (name) => {
    const createClosed = async () => {
      const scene = await createScene();
      await close(scene);
      return { ...scene, vod: (await vods.get(scene.vod.id)) ?? scene.vod };
    };
    let scene = await createClosed();
    let before = await measureOpenness(scene);
    let person = await people[name]();
    for (const key of listEndpoints(name))
      for (const more of listChanges(key)) {
        const names = findNames(key, scene);
        if (!names) continue;
        const { status } = await send(key, names, person, { more, headers: edgeHeaders() });
        sent[protection] = (sent[protection] ?? 0) + 1;
        expect(status, `${key} ${JSON.stringify(more)}`).toBeLessThan(500);
        // An accepted request may have changed the person or logged them out.
        if (status < 400 || status === 401) person = await people[name]();
        if (status >= 400) continue;
        const after = await measureOpenness(scene);
        const opened = Object.entries(after).filter(([figure, value]) => value > before[figure as keyof typeof before]);
        expect(opened, `${key} ${JSON.stringify(more)} by ${name}: ${status}`).toEqual([]);
        // An accepted change may have closed more: the next request meets a fresh scene.
        if (JSON.stringify(after) !== JSON.stringify(before)) {
          scene = await createClosed();
          before = await measureOpenness(scene);
        }
      }
  });
});

describe('a clip under objection', () => {
  /** Its recording can be cut; the clip shows the first six seconds. */
  async function createHeldClip() {
    const scene = await createScene();
    const source = { bucket: 'uploads' as const, key: `originals/${scene.vod.id}.mp4` };
    await vods.change(scene.vod.id, (vod) => ({ ...vod, generation: ulid(), source }));
    await object(scene, `/clip/${scene.clip.id}`);
    expect((await clips.get(scene.clip.id))?.withheld?.matters).toEqual([scene.matterId]);
    return scene;
  }

  async function cutAt(start: number, vodId: string, { token }: Person) {
    const params = { id: vodId };
    const { status, data } = await call('POST /vods/{id}/clips', { token, params, body: { start, seconds: 6 } });
    expect(status).toBe(201);
    return (await clips.get(data.id))!;
  }

  test.each([
    ['staff of the club', 'MTT4090'],
    ['staff of another club', 'SSN4030'],
  ] as const)('is neither deleted nor shown by a new cut: %s', async (name, code) => {
    const { clip, vod, matterId } = await createHeldClip();
    const person = await people[name]();
    const remove = { token: person.token, params: { id: clip.id } };
    expect((await call('DELETE /clips/{id}', remove)).code).toBe(code);
    expect(await clips.get(clip.id)).toBeDefined();
    const again = await cutAt(5.5, vod.id, person);
    expect(again.withheld?.matters).toEqual([matterId]);
    const show = { token: person.token, params: { id: again.id }, body: { visible: true } };
    expect((await call('PATCH /clips/{id}', show)).code).toBe('MTT4090');
    expect((await cutAt(20, vod.id, person)).withheld, 'another moment').toBeUndefined();
  });

  test('is deleted by an admin; the matter releases what was cut from the same moment', async () => {
    const { clip, vod, matterId = '' } = await createHeldClip();
    const again = await cutAt(3, vod.id, await people['staff of another club']());
    const removed = await call('DELETE /clips/{id}', { token: admin.token, params: { id: clip.id } });
    expect(removed.status).toBe(200);
    await withholdTarget({ ...(await matters.get(matterId))!, holds: false }, Date.now());
    expect((await clips.get(again.id))?.withheld).toBeUndefined();
  });
});

afterAll(() => console.log('requests sent', sent));
