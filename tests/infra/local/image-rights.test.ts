/**
 * A stage that enforces image rights: no answer for viewers contains a match that lacks them. A walk requests every
 * public endpoint, page and picture, once for a match that may be shown and once for each reason against it.
 */
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import type { Contract, ContractKey } from '../../../shared/contract/contract.ts';
import { type Purpose, purposes, statementVersion } from '../../../shared/domain/image-rights.ts';
import { startDedicatedPlatform } from '../../support/dedicated-platform.ts';
import { eventually } from '../../support/eventually.ts';
import { buildEvent, buildUser } from '../../support/records.ts';
import { repetitions } from '../../support/test-profile.ts';

const webFolder = mkdtempSync(join(tmpdir(), 'cantera-pages-'));
for (const name of ['index.html', 'insertar.html']) cpSync(`web/${name}`, join(webFolder, name));
const { addresses } = await startDedicatedPlatform({ imageRights: 'exigir', webFolder });

const { createUser } = await import('../../../functions/people/accounts/store.ts');
const { startSession } = await import('../../../functions/platform/auth/sessions.ts');
const { clubs } = await import('../../../functions/league/clubs/store.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { changeEvent } = await import('../../../functions/league/events/change-event.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { clips } = await import('../../../functions/recordings/clips/store.ts');
const { createMediaFields } = await import('../../../functions/recordings/media/rules.ts');
const { createSource, createSourceItem } = await import('../../../functions/broadcast/live/create-source.ts');
const { copyEventFields } = await import('../../../functions/broadcast/live/rules.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { withhold } = await import('../../../functions/platform/withholding/rules.ts');
const { applyRights } = await import('../../../functions/trust/rights/apply.ts');

async function login(role: Parameters<typeof buildUser>[0], fields: Parameters<typeof buildUser>[1] = {}) {
  const user = buildUser(role, fields);
  await createUser(user);
  return (await startSession(user, false, Date.now())).token;
}
const admin = await login('ADMIN');
const subscriber = await login('REGULAR_SUBSCRIBER');
const basic = await login('REGULAR_BASIC');
/** Staff of another club, who are also a family of another team. */
const stranger = await login('CLUB_STAFF', { clubId: ulid(), families: [`${ulid()} SOCCER cadete 2026`] });

// biome-ignore lint/suspicious/noExplicitAny: untyped answers, because the typed client belongs to the tests' shared platform.
type Data = any;

async function ask(method: string, path: string, { token = '', body }: { token?: string; body?: object } = {}) {
  const answer = await fetch(`${addresses.api}${path}`, {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text: `${answer.headers.get('location') ?? ''}\n${text}` };
}

async function asAdmin(
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number } & Record<string, Data>> {
  const { status, text } = await ask(method, path, { token: admin, ...(body && { body }) });
  return { status, ...JSON.parse(text) };
}

const dateCreated = new Date().toISOString();

async function createClub(name: string, hasContract = true) {
  const id = ulid();
  const contract = { version: '2026-11', at: dateCreated, userId: id, by: 'Ana' };
  const club = { id, name: `${name} ${id}`, visible: true, thumbnail: 'thumbnails/club.webp', dateCreated };
  await clubs.create({ ...club, publicClips: true, ...(hasContract && { contract }) });
  return id;
}

const state = (clubId: string, stated: readonly Purpose[], version?: number) =>
  asAdmin('PUT', '/rights/teams', {
    ...{ clubId, season: 2026, sport: 'SOCCER', category: 'cadete', purposes: stated },
    ...{ textVersion: statementVersion, version },
  });

/** Creates a match that is on air, with a recording, a clip and a picture of each. */
async function createMatch(clubIds: string[], fields: object = {}) {
  const title = `Secreto-${ulid()}`;
  const times = { scheduledStartDate: '2026-11-20T10:00:00.000Z', scheduledFinishDate: '2026-12-20T10:00:00.000Z' };
  const competition = `Liga ${ulid().toLowerCase()}`;
  const score = { home: 1, away: 0, phase: 'PLAYING', period: 1, version: 1 };
  const event = await events.create(
    buildEvent({
      ...{ title, clubIds, homeClubId: clubIds[0], awayClubId: clubIds[1], category: 'cadete', competition },
      ...{ isPublic: true, thumbnail: `thumbnails/${title}.webp`, ...times, score },
      ...{ signal: { since: dateCreated, stoppedAt: null }, ...fields },
    } as never),
  );
  // The last result of both sides.
  const played = { scheduledStartDate: '2026-11-13T10:00:00.000Z', scheduledFinishDate: '2026-11-13T12:00:00.000Z' };
  const { id: _id, version: _version, signal: _signal, ...facts } = event;
  const past = await events.create({ ...facts, ...played, id: ulid(), title: `${title} (ida)`, state: 'FINISHED' });
  const media = () => ({
    ...{ ...createMediaFields(null, 1000), id: ulid(), generation: ulid(), status: 'FINISHED' as const, visible: true },
    ...{ dateCreated, uploadId: null, duration: 60, thumbnail: `thumbnails/${title}.webp`, title },
  });
  const vod = await vods.create({
    ...{ ...media(), summary: '', sport: 'SOCCER', sportEventId: event.id, clubIds, renderOrder: null },
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
  await ask('PUT', `/users/me/list/vods/${vod.id}`, { token: subscriber });
  return { title, event, past, vod, clip, slug, clubIds, competition };
}

type Match = Awaited<ReturnType<typeof createMatch>>;

const toTableSlug = ({ competition }: Match) => `futbol-${competition.replace(' ', '-').toLowerCase()}-cadete-2026-27`;

type KeyForViewers = {
  [Key in ContractKey & `GET ${string}`]: Contract[Key]['access'] extends 'public' | 'viewer' ? Key : never;
}[ContractKey & `GET ${string}`];

/**
 * Lists for each GET endpoint of viewers the addresses whose answer could contain the match; none for endpoints about
 * other items. A new endpoint without an entry does not compile.
 */
function listAddresses(match: Match): Record<KeyForViewers, string[]> {
  const { event, vod, clip, slug, clubIds, title } = match;
  const pages = [`/evento/${event.id}`, `/vods/${vod.id}`, `/clip/${clip.id}`, `/live/${slug}`];
  const embeds = [`/insertar/partido/${event.id}`, `/insertar/grabacion/${vod.id}`, `/insertar/clip/${clip.id}`];
  const search = encodeURIComponent(title);
  const club = clubIds[0] ?? '';
  return {
    'GET /sportevents': [`/sportevents?search=${search}`, '/sportevents?dateAround=2026-11-27'],
    'GET /match-choices': [`/match-choices?clubIds[]=${club}`],
    'GET /clubs': [],
    'GET /clubs/{id}': [],
    'GET /clubs/{id}/results': [`/clubs/${club}/results`],
    'GET /sportevents/{id}': [`/sportevents/${event.id}`],
    'GET /sportevents/{id}/clubs': [`/sportevents/${event.id}/clubs`],
    'GET /sportevents/{id}/score': [`/sportevents/${event.id}/score`],
    'GET /sportevents/{id}/signal': [`/sportevents/${event.id}/signal`],
    'GET /competitions': ['/competitions'],
    'GET /competitions/{slug}': [`/competitions/${toTableSlug(match)}`],
    'GET /competitions/{slug}/standings': [`/competitions/${toTableSlug(match)}/standings`],
    'GET /vods': [`/vods?search=${search}`, `/vods?search=${search}&each=match`],
    'GET /vods/{id}': [`/vods/${vod.id}`],
    'GET /vods/{id}/clubs': [`/vods/${vod.id}/clubs`],
    'GET /clubs/{id}/vods': [`/clubs/${club}/vods`],
    'GET /sportevents/{id}/vods': [`/sportevents/${event.id}/vods`],
    'GET /signals': ['/signals'],
    'GET /liveusers': ['/liveusers'],
    'GET /liveusers/{slug}': [`/liveusers/${slug}`],
    'GET /clubs/{id}/lives': [`/clubs/${club}/lives`],
    'GET /sportevents/{id}/lives': [`/sportevents/${event.id}/lives`],
    'GET /vods/{id}/moments': [`/vods/${vod.id}/moments`],
    'GET /vods/{id}/score': [`/vods/${vod.id}/score`],
    'GET /sportevents/{id}/timeline': [`/sportevents/${event.id}/timeline`],
    'GET /clips/{id}': [`/clips/${clip.id}`],
    'GET /clips/{id}/video': [`/clips/${clip.id}/video`],
    'GET /sportevents/{id}/clips': [`/sportevents/${event.id}/clips`],
    'GET /vods/{id}/free-moment': [`/vods/${vod.id}/free-moment`],
    'GET /users/me/home': ['/users/me/home'],
    'GET /users/me/list': ['/users/me/list'],
    'GET /clubs/{id}/thumbnail': [],
    'GET /vods/{id}/thumbnail': [`/vods/${vod.id}/thumbnail`],
    'GET /sportevents/{id}/thumbnail': [`/sportevents/${event.id}/thumbnail`],
    'GET /sportevents/{id}/calendar': [`/sportevents/${event.id}/calendar`],
    'GET /clubs/{id}/calendar': [`/clubs/${club}/calendar`],
    'GET /calendars/{sport}': ['/calendars/futbol'],
    'GET /search': [`/search?search=${search}`, `/search?search=${search}&group=clips`],
    'GET /index.html': [...pages, ...embeds].map((page) => `/index.html?page=${page}`),
    'GET /oembed': pages.map((page) => `/oembed?url=${encodeURIComponent(addresses.web + page)}`),
    'GET /sitemaps/{part}': ['events', 'videos', 'clips'].map((part) => `/sitemaps/${part}-1.xml`),
    'GET /share/{page}/{file}': pages.map((page) => `/share/${page.slice(1).replace('/', '_')}/x.jpg`),
    'GET /thumbnails/lives/{slug}/{file}': [`/thumbnails/lives/${slug}/${Math.floor(Date.now() / 30_000)}.jpg`],
    'GET /thumbnails/clips/{id}/{file}': [`/thumbnails/clips/${clip.id}/foto.jpg`],
    // These answers contain no match, or need a token from an answer above.
    'GET /session/logout': [],
    'GET /users/me/data': [],
    'GET /users/me': [],
    'GET /users/me/favorite-clubs': [],
    'GET /users/me/payments': [],
    'GET /users/me/clips': [],
    'GET /users/me/progress/{kind}/{id}': [],
    'GET /users/me/alerts': [],
    'GET /users/me/calendar': [],
    'GET /content/categories': [],
    'GET /content/categories/{categoryId}/videos': [],
    'GET /public/content/videos': [],
    'GET /ad_videos': [],
    'GET /content/categories/{categoryId}/videos/{videoId}': [],
    'GET /content/categories/{categoryId}/videos/{videoId}/clubs': [],
    'GET /content/categories/{categoryId}/videos/{videoId}/thumbnail': [],
    'GET /contentvideos/{id}/hls/{file}': [],
    'GET /advideos/{id}/hls/{file}': [],
    'GET /club-staff-invitations/{token}': [],
    'GET /vods/{id}/hls/{file}': [],
    'GET /live/{slug}/{file}': [],
    'GET /live/{slug}/recordings/{broadcastId}/{file}': [],
    'GET /growing/{slug}/{broadcastId}/{reader}/{file}': [],
    'GET /calendars/mine/{token}': [],
    'GET /robots.txt': [],
    'GET /sitemap.xml': [],
    'GET /openapi.json': [],
    'GET /docs': [],
    'GET /family-invitations/{token}': [],
    'GET /users/me/family-matches': [],
  };
}

const buy = (sportEventId: string) => ({
  productType: 'PT_SPORT_EVENT',
  callbackUrl: `${addresses.web}/payment-success?redirectUrl=%2F`,
  sportEventId,
});

/** Tries to buy, follow, save and cut the match; returns the statuses. */
const tryActions = ({ event, vod }: Match) =>
  Promise.all(
    [
      ['POST', '/payments/stripe', buy(event.id)] as const,
      ['PUT', `/users/me/alerts/sportevents/${event.id}`] as const,
      ['PUT', `/users/me/list/vods/${vod.id}`] as const,
      ['POST', `/vods/${vod.id}/free-moment`, {}] as const,
      ['POST', `/vods/${vod.id}/own-clips`, { title: 'Gol', start: 0, seconds: 6 }] as const,
    ].map(async ([method, path, body]) => (await ask(method, path, { token: basic, ...(body && { body }) })).status),
  );

/** Endpoints that answer 404 for a hidden match, and name no other match either. */
const nameless = [
  ...['/sportevents/{id}/score', '/sportevents/{id}/signal', '/sportevents/{id}/clubs', '/sportevents/{id}/timeline'],
  ...['/vods/{id}/clubs', '/vods/{id}/moments', '/vods/{id}/score', '/clips/{id}/video'],
  ...['/competitions/{slug}/standings', '/thumbnails/clips/{id}/{file}'],
].map((path) => `GET ${path}`);

/** Returns the addresses whose answer names the match or one of its items to a visitor, a subscriber or other staff. */
async function walk(match: Match): Promise<string[]> {
  const { title, event, vod, clip, slug, competition } = match;
  const marks = [title, encodeURI(title), event.id, vod.id, clip.id, slug, competition, competition.toLowerCase()];
  const found: string[] = [];
  for (const [key, paths] of Object.entries(listAddresses(match)))
    for (const path of paths)
      for (const token of key.includes('/users/me') ? [subscriber] : ['', subscriber, stranger]) {
        const { status, text } = await ask('GET', path, { token });
        // An error contains nothing of the item; a picture or score contains no title.
        const isNamed = marks.some((mark) => text.includes(mark));
        if (status < 400 && (isNamed || nameless.includes(key) || text.includes('"freeMoment":{')))
          found.push(`${key} ${path} ${status}`);
      }
  return found;
}

const [home, away] = [await createClub('CD Local'), await createClub('CD Rival')];
const outsider = await createClub('CD Ajeno', false);
await state(home, purposes);
await state(away, purposes);

describe('[F-RIGHTS-2] a match', () => {
  test('appears in every answer that can show it while all statements exist', async () => {
    const match = await createMatch([home, away]);
    const found = new Set((await walk(match)).map((one) => one.split(' ').slice(0, 2).join(' ')));
    const silent = Object.entries(listAddresses(match)).filter(([key, paths]) => paths.length > 0 && !found.has(key));
    expect(silent.map(([key]) => key)).toEqual([]);
  });

  const reasons: [string, () => Promise<Match>][] = [
    ['whose rival has stated nothing', async () => createMatch([home, await createClub('CD Callado')])],
    [
      'whose rival has withdrawn everything',
      async () => {
        const rival = await createClub('CD Arrepentido');
        await state(rival, purposes);
        const match = await createMatch([home, rival]);
        expect(await walk(match)).toContain('GET /users/me/list /users/me/list 200');
        await state(rival, [], 1);
        await eventually(
          async () => (await ask('GET', `/vods/${match.vod.id}`)).status,
          (status) => status === 404,
        );
        return match;
      },
    ],
    ['whose rival is not on the platform', () => createMatch([home, outsider])],
    ['without a rival', () => createMatch([home])],
    ['without a category', () => createMatch([home, away], { category: null })],
    ['[F-RIGHTS-5] of clubs without the contract', () => createMatch([outsider])],
    [
      '[F-RIGHTS-4] for families only',
      async () => {
        const match = await createMatch([home, away]);
        for (const { id } of [match.event, match.past])
          expect(await asAdmin('PATCH', `/live/sportevents/${id}`, { audience: 'FAMILIES' })).toMatchObject({
            status: 200,
            data: { sportEvent: { audience: 'FAMILIES', visible: true } },
          });
        return match;
      },
    ],
    [
      'that a matter withholds',
      async () => {
        const match = await createMatch([home, away]);
        for (const { id } of [match.event, match.past])
          await changeEvent(id, (event) => withhold(event, 'MATTER'), Date.now());
        await vods.change(match.vod.id, (vod) => withhold(vod, 'MATTER'));
        return match;
      },
    ],
  ];
  test.each(reasons)('%s is in no answer, page or picture', async (_, create) => {
    const match = await create();
    expect(await walk(match)).toEqual([]);
    expect(await tryActions(match)).toEqual([404, 404, 404, 404, 404]);
  });

  test('closes only the purpose that a club withdraws', async () => {
    const rival = await createClub('CD Medio');
    await state(rival, purposes);
    const match = await createMatch([home, rival]);
    const readShown = async () => ({
      page: (await ask('GET', `/sportevents/${match.event.id}`)).status,
      live: (await ask('GET', `/liveusers/${match.slug}`)).status,
      recording: (await ask('GET', `/vods/${match.vod.id}`)).status,
      clips: (await ask('GET', `/clips/${match.clip.id}`)).status,
      sponsors: (await ask('GET', `/index.html?page=/insertar/partido/${match.event.id}`)).status,
    });
    const all = { page: 200, live: 200, recording: 200, clips: 200, sponsors: 200 };
    expect(await readShown()).toEqual(all);
    let version = 1;
    for (const purpose of purposes) {
      await state(
        rival,
        purposes.filter((one) => one !== purpose),
        version++,
      );
      await eventually(readShown, (shown) => shown[purpose] === 404);
      // A clip is a part of a recording.
      const with404 = { [purpose]: 404, ...(purpose === 'recording' && { clips: 404 }) };
      expect([purpose, await readShown()]).toEqual([purpose, { ...all, ...with404 }]);
      await state(rival, purposes, version++);
      await eventually(readShown, (shown) => Object.values(shown).every((status) => status === 200));
    }
  }, 60_000);

  test('can be watched by its staff; an attempt to show it is refused with the reason', async () => {
    const rival = await createClub('CD Sin Papeles');
    const { event, vod, slug } = await createMatch([home, rival]);
    const staff = await login('CLUB_STAFF', { clubId: home });
    const opens = async (path: string) => (await ask('GET', path, { token: staff })).status;
    expect(await Promise.all([`/sportevents/${event.id}`, `/vods/${vod.id}`, `/liveusers/${slug}`].map(opens))).toEqual(
      [...[200, 200, 200]],
    );
    const shown = await asAdmin('PATCH', `/live/sportevents/${event.id}`, { visible: true });
    expect(shown).toMatchObject({ status: 409, code: 'RGT4090' });
    expect(shown.message).toMatch(
      /^Todavía no se puede hacer público\. Falta la autorización de las familias de CD Sin Pap/,
    );
    expect(await asAdmin('PATCH', `/live/vods/${vod.id}`, { visible: true })).toMatchObject({ status: 409 });
    // Other fields can be edited, and staff may hide it for good.
    expect((await asAdmin('PATCH', `/live/sportevents/${event.id}`, { summary: 'Derbi' })).status).toBe(200);
    expect((await asAdmin('PATCH', `/live/sportevents/${event.id}`, { visible: false })).status).toBe(200);
    await state(rival, purposes);
    await eventually(
      async () => (await ask('GET', `/vods/${vod.id}`)).status,
      (status) => status === 200,
    );
    expect((await ask('GET', `/sportevents/${event.id}`)).status).toBe(404);
    expect((await asAdmin('PATCH', `/live/sportevents/${event.id}`, { visible: true })).status).toBe(200);
  });

  test('becomes private at once when its clubs change, and public with the competition’s document', async () => {
    const { event, competition } = await createMatch([home, away]);
    const status = async () => (await ask('GET', `/sportevents/${event.id}`)).status;
    expect(await status()).toBe(200);
    await asAdmin('PUT', `/live/sportevents/${event.id}/clubs`, { clubIds: [home, outsider] });
    expect(await status()).toBe(404);
    const said = { season: 2026, sport: 'SOCCER', name: competition, purposes };
    const { id } = (await asAdmin('PUT', '/rights/competitions', said)).data;
    await applyRights(Date.now());
    expect(await status()).toBe(404);
    const form = new FormData();
    form.append('documentFile', new Blob(['%PDF-1.7 permiso'], { type: 'application/pdf' }), 'permiso.pdf');
    const kept = await fetch(`${addresses.api}/rights/statements/${id}/document`, {
      ...{ method: 'POST', body: form, headers: { authorization: `Bearer ${admin}` } },
    });
    expect(kept.status).toBe(200);
    await eventually(status, (found) => found === 200);
  });
});

test('[F-RIGHTS-2] publishes an event and an upload that staff want visible once the last statement exists', async () => {
  const rival = await createClub('CD Tardío');
  const fields = {
    title: `Nuevo ${ulid()}`,
    sport: 'SOCCER',
    category: 'cadete',
    clubIds: [home, rival],
    visible: true,
  };
  const times = { scheduledStartDate: '2026-12-05T10:00:00.000Z', scheduledFinishDate: '2026-12-05T12:00:00.000Z' };
  const { id } = (await asAdmin('POST', '/live/sportevents', { ...fields, ...times })).data;
  const file = { name: 'partido.mp4', size: 9, type: 'video/mp4' };
  const upload = { title: 'Partido', sportEventId: id, clubIds: [home, rival], visible: true, file };
  const { data: vodId } = await asAdmin('POST', '/live/vods', upload);
  const areVisible = async () => [(await events.get(id))?.visible, (await vods.get(vodId))?.visible];
  expect(await areVisible()).toEqual([false, false]);
  await state(rival, purposes);
  await eventually(areVisible, (visible) => visible.every(Boolean));
});

test('[F-RIGHTS-2] sends no alert about the start of a live that may not be shown', async () => {
  const { planOnAir } = await import('../../../functions/reach/alerts/plan-alerts.ts');
  const { isPlanned } = await import('../../../functions/reach/alerts/sent-marks.ts');
  const rival = await createClub('CD Sin Directo');
  await state(rival, ['recording']);
  const tell = async (match: Match) => {
    const since = new Date().toISOString();
    await planOnAir({ eventId: match.event.id, since }, Date.now());
    return isPlanned(match.event.id, 'STARTS');
  };
  const [open, closed] = [await createMatch([home, away]), await createMatch([home, rival])];
  expect([await tell(open), await tell(closed)]).toEqual([true, false]);
});

const season = repetitions(100, 400);

test(`[F-RIGHTS-2] a withdrawal makes a season of ${season} matches private within 60 s`, async () => {
  const rival = await createClub('CD Temporada');
  await state(rival, purposes);
  const rows = Array.from({ length: season }, (_, index) =>
    buildEvent({ title: `Jornada ${index}`, clubIds: [home, rival], category: 'cadete', isPublic: true }),
  );
  await events.createAll(rows as never);
  await applyRights(Date.now());
  const countShown = async () => (await events.find(rival, ofClub)).length;
  await eventually(countShown, (count) => count === season);
  const at = Date.now();
  await state(rival, [], 1);
  await eventually(countShown, (count) => count === 0);
  const seconds = (Date.now() - at) / 1000;
  console.info(`${season} matches private after ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThan(60);
}, 120_000);

const ofClub = (clubId: string) => (row: { clubIds: readonly string[]; visible: boolean }) =>
  row.visible && row.clubIds.includes(clubId);
