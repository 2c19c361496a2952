/** A valid request for each endpoint of the contract, so that only permissions decide the answer. */
import sharp from 'sharp';
import { ulid } from 'ulid';
import * as z from 'zod';
import { type Contract, type ContractKey, contract } from '../../../shared/contract/contract.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { contractVersion, statementVersion } from '../../../shared/domain/image-rights.ts';
import { createEvent, fetchCaptchaToken, type Person, toAddress } from '../../support/api.ts';
import { subscribePush } from '../../support/push.ts';
import { type Kind, type Names, ourClub, ourCompetition, theirClub } from './fixtures.ts';

const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { readRules, readRulings } = await import('../../../functions/league/competitions/store.ts');
const { matters } = await import('../../../functions/trust/matters/store.ts');
const { hashToken } = await import('../../../functions/platform/auth/sessions.ts');
const { signTicket } = await import('../../../functions/viewing/playback/tokens.ts');

export function findKind(key: ContractKey): Kind | undefined {
  return isOfCompetition(key) ? undefined : named.find(([pattern]) => pattern.test(key))?.[1];
}

/** Competitions have slugs like cameras, and no items of their own. */
const isOfCompetition = (key: ContractKey) => /competitions|tables/.test(key);

/** A shelf contains videos of two kinds. */
export function findKinds(key: ContractKey): Kind[] {
  if (key.includes('{kind}/{id}')) return ['vod', 'content'];
  const kind = findKind(key);
  return kind ? [kind] : [];
}

export function findListedKind(key: ContractKey): Kind | undefined {
  return listed[key];
}

const named: [RegExp, Kind][] = [
  [/\/clubs\/\{id\}|(favorite-|alerts\/)clubs\/\{clubId\}|\{clubId\}\/shares/, 'club'],
  [/moments\/\{id\}/, 'moment'],
  [/\/clips\/\{id\}/, 'clip'],
  [/\/matters\/\{id\}/, 'matter'],
  [/\/statements\/\{id\}/, 'statement'],
  [/\/families\/members\/\{id\}/, 'family'],
  [/\/audit\/last|\/vods\/\{id\}|\{vodId\}|\{kind\}\/\{id\}|POST .*\/moments$/, 'vod'],
  [/sportevents\/\{id\}|(rights|families)\/matches\/\{id\}|POST \/payments\/stripe$/, 'event'],
  [/content.*\{(id|videoId)\}/, 'content'],
  [/ad_?videos\/\{id\}/, 'ad'],
  [/cameras\/\{id\}|\{slug\}/, 'camera'],
  [/resend-invitation|staff-invitations\/\{token\}/, 'invitation'],
  [/staff-users\/\{id\}/, 'staffUser'],
  [/uploads\/\{id\}/, 'upload'],
  [/customers\/\{userId\}/, 'customer'],
];

type StaffList = {
  [K in ContractKey]: K extends
    | `${string}{${string}`
    | `POST ${string}`
    | `PUT ${string}`
    | `PATCH ${string}`
    | `DELETE ${string}`
    ? never
    : Contract[K]['access'] extends 'staff' | 'clubStaff'
      ? K
      : never;
}[ContractKey];

/** Lists without items of clubs, or with the test that proves that staff read nothing of another club. */
const elsewhere = (_test: string) => undefined;

/** The kind of a list's items. A new list for staff does not compile without its line. */
const listed: Partial<Record<ContractKey, Kind | undefined>> & Record<StaffList, Kind | undefined> = {
  'GET /clubs': 'club',
  'GET /live/clubs': 'club',
  'GET /clubStaff/clubs': 'club',
  'GET /sportevents': 'event',
  'GET /live/sportevents': 'event',
  'GET /clubStaff/sportevents': 'event',
  'GET /vods': 'vod',
  'GET /live/vods': 'vod',
  'GET /clubStaff/vods': 'vod',
  'GET /liveusers': 'camera',
  'GET /live/cameras': 'camera',
  'GET /content/categories/{categoryId}/videos': 'content',
  'GET /live/content': 'content',
  'GET /public/content/videos': 'content',
  'GET /ad_videos': 'ad',
  'GET /live/ad_videos': 'ad',
  'GET /clubStaff/ad_videos': 'ad',
  'GET /live/club-staff-users': 'staffUser',
  'GET /clubStaff/moment-types': undefined,
  'GET /clubStaff/today': elsewhere('broadcast/today'),
  'GET /matters': elsewhere('trust/matters'),
  'GET /audit/last': elsewhere('trust/audit'),
  'GET /rights/matches': elsewhere('trust/rights'),
  'GET /rights/teams': elsewhere('trust/rights'),
  'GET /rights/competitions': elsewhere('trust/rights'),
  'GET /families': elsewhere('trust/family-invitations'),
  'GET /statements': elsewhere('money/statements'),
  'GET /statements/csv': elsewhere('money/statements'),
  'GET /live/quality': elsewhere('viewing/quality'),
};

export function listFields(key: ContractKey): string[] {
  const schema = z.toJSONSchema((contract[key] as Endpoint).body as z.ZodType, { io: 'input', unrepresentable: 'any' });
  return Object.keys(schema.properties ?? {});
}

interface Sent {
  query?: Record<string, unknown>;
  more?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** Sends the request as `caller`; `more` is merged into the JSON body. */
export async function send(
  key: ContractKey,
  names: Names,
  caller: Person | undefined,
  { query = {}, more = {}, headers = {} }: Sent = {},
): Promise<Response> {
  const endpoint = contract[key] as Endpoint;
  const params = {
    clubId: ourClub,
    categoryId: '1',
    kind: 'vods',
    sport: 'futbol',
    key: ourCompetition.key,
    file: 'index.m3u8',
    reader: 'viewers',
    part: 'pages-1.xml',
    rangeId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    page: 'home',
    invoiceId: '202611-999999999',
    code: 'NADIE-LO-HA-HECHO',
    token: 'inventado',
    deviceId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    ...names,
    ...(isOfCompetition(key) && { slug: ourCompetition.slug }),
  };
  const unnamed = [...key.matchAll(/\{(\w+)\}/g)].find(([, name = '']) => !(name in params));
  if (unnamed) throw new Error(`tests/api/security/requests.ts: add to \`named\` the kind of item of ${key}`);
  const ticket = key.includes('{file}') ? { token: await createTicket(key, names, caller) } : {};
  const [fileField] = endpoint.body ? [] : Object.keys(endpoint.files ?? {});
  const body = endpoint.body ? { ...(await createBody(key, names)), ...more } : endpoint.rawBody ? {} : undefined;
  return fetch(toAddress(key, params, { ...ticket, ...queries[key]?.(names), ...query }), {
    method: key.slice(0, key.indexOf(' ')),
    headers: {
      ...headers,
      ...(caller ? { authorization: `Bearer ${caller.token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: fileField ? buildForm(fileField) : body && JSON.stringify(body),
    redirect: 'manual',
  });
}

const toBroadcast = ({ startedAt }: Names) => ({ startedAt: startedAt ?? new Date().toISOString() });

const queries: Partial<Record<ContractKey, (names: Names) => Record<string, unknown>>> = {
  'GET /oembed': () => ({ url: 'https://otra.example/evento/1' }),
  'GET /audit/last': ({ id }) => ({ kind: 'vods', item: id }),
  'GET /ad_videos': () => ({ clubIds: [ourClub, theirClub] }),
  'GET /rights/teams': () => ({ clubId: ourClub }),
  'GET /statements': () => ({ month: '2025-01' }),
  'GET /statements/csv': () => ({ month: '2025-01', what: 'lines' }),
  'GET /live/invoices/csv': () => ({ month: '2026-11' }),
  'GET /live/invoices/xml': () => ({ month: '2026-11' }),
  'GET /families': () => ({ clubId: ourClub }),
  'GET /liveusers/{slug}/clips': toBroadcast,
  'GET /liveusers/{slug}/withdrawn': toBroadcast,
  'DELETE /liveusers/{slug}/withdrawn/{rangeId}': toBroadcast,
};

/** Creates a playback token of the caller's session, even if the API would refuse one. */
function createTicket(key: ContractKey, names: Names, caller: Person | undefined): Promise<string> {
  const [, folder] = /^GET \/(\w+)/.exec(key) ?? [];
  const item = `${folder}/${folder === 'live' ? names.slug : names.id}`;
  const holder = caller ? { userId: caller.user.id, sessionHash: hashToken(caller.token.split('.')[1] ?? '') } : {};
  return signTicket({ item, expiresAt: Date.now() + 60_000, ...holder });
}

export const png = await sharp({ create: { width: 16, height: 9, channels: 3, background: '#0a0e13' } })
  .png()
  .toBuffer();

function buildForm(field: string): FormData {
  const form = new FormData();
  if (field === 'documentFile') form.append(field, new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'firmas.pdf');
  else form.append(field, new Blob([new Uint8Array(png)], { type: 'image/png' }), 'dot.png');
  return form;
}

type WithBody = { [K in ContractKey]: Contract[K] extends { body: z.ZodType } ? K : never }[ContractKey];
type Body = Record<string, unknown>;

const createBody = async (key: ContractKey, names: Names): Promise<Body> => bodies[key as WithBody](names);

const file = { name: 'partido.mp4', size: 9, type: 'video/mp4' };
const newEvent = {
  title: 'Partido',
  scheduledStartDate: '2026-11-21T10:00:00.000Z',
  scheduledFinishDate: '2026-11-21T12:00:00.000Z',
};
const address = () => `persona-${ulid().toLowerCase()}@cantera.test`;
const slug = () => `matriz-${ulid().toLowerCase()}`;
const newMoment = ({ vodId }: Names) => ({ timestampMs: 5, label: 'Gol', momentTypeId: 2, vodId });
const keepClubs = ({ ofClub }: Names) => ({ clubIds: [ofClub ?? ourClub] });
const title = () => ({ title: 'Otro título' });

/** A body for every endpoint that takes one: a new endpoint without its body does not compile. */
export const bodies: Record<WithBody, (names: Names) => Body | Promise<Body>> = {
  'POST /session/login': async () => ({
    username: address(),
    password: 'x',
    captchaToken: await fetchCaptchaToken('login'),
  }),
  'PATCH /session': () => ({ isWatching: true }),
  'POST /quality': () => ({ reports: [{ token: 'none', sid: '0'.repeat(32), sn: 1 }] }),
  'POST /users': async () => ({
    name: 'Ana',
    surname: 'Prueba',
    email: address(),
    password: 'una-clave-larga',
    captchaToken: await fetchCaptchaToken('signup'),
  }),
  'POST /users/by-email': async () => ({
    email: address(),
    acceptTerms: true,
    captchaToken: await fetchCaptchaToken('signup'),
  }),
  'POST /users/forgot-password': async () => ({
    email: address(),
    captchaToken: await fetchCaptchaToken('forgotPassword'),
  }),
  'POST /users/reset-password': () => ({ token: 'inventado', newPassword: 'una-clave-larga' }),
  'PATCH /users/me': () => ({ phone: '612345678' }),
  'PATCH /users/me/alerts': () => ({ kinds: ['STARTS'] }),
  'PUT /users/me/alerts/devices': async () => {
    const { readPushKey } = await import('../../../functions/reach/alerts/push.ts');
    const { endpoint, keys } = await subscribePush(await readPushKey());
    return { endpoint, keys };
  },
  'DELETE /users/me': () => ({ password: 'no-es-esta' }),
  'PATCH /live/users/me': () => ({ slug: slug(), title: 'Directo' }),
  'POST /session/televisions/answer': () => ({ code: '000000', secret: 'x'.repeat(43) }),
  'POST /users/me/televisions/find': () => ({ code: '000000' }),
  'POST /users/me/televisions': () => ({ code: '000000', askedAt: new Date().toISOString(), confirm: false }),
  'POST /live/clubs': () => ({ name: `Club ${ulid()}` }),
  'PATCH /live/clubs/{id}': () => ({ name: `Club ${ulid()}` }),
  'PATCH /clubStaff/clubs/{id}': () => ({ name: `Club ${ulid()}` }),
  'PATCH /live/competitions/{key}': async () => ({
    win: 3,
    draw: 1,
    loss: 0,
    ties: 'GENERAL',
    version: (await readRules(ourCompetition)).version,
  }),
  'PUT /live/tables/{slug}': async () => ({
    penalties: [{ clubId: ourClub, points: 1, reason: `Sanción ${ulid()}` }],
    forfeits: [],
    version: (await readRulings(ourCompetition)).version,
  }),
  'POST /live/fixtures': () => ({ csv: 'fecha;hora;local;visitante' }),
  'POST /clubStaff/fixtures': () => ({ csv: 'fecha;hora;local;visitante' }),
  'PUT /rights/teams': () => ({
    clubId: ourClub,
    season: 2026,
    sport: 'SOCCER',
    category: 'alevin',
    purposes: ['live'],
    textVersion: statementVersion,
  }),
  'PUT /rights/competitions': () => ({ season: 2026, sport: 'SOCCER', name: ourCompetition.name, purposes: ['live'] }),
  'POST /families/codes': () => ({ clubId: ourClub, season: 2026, sport: 'SOCCER', category: 'alevin' }),
  'POST /families/members/{id}/decision': () => ({ state: 'CONFIRMED' }),
  'POST /rights/contract': () => ({ clubId: ourClub, version: contractVersion }),
  'POST /live/sportevents': () => newEvent,
  'PATCH /live/sportevents/{id}': title,
  'PUT /live/sportevents/{id}/clubs': keepClubs,
  'POST /clubStaff/sportevents': () => newEvent,
  'PATCH /clubStaff/sportevents/{id}': title,
  'PUT /clubStaff/sportevents/{id}/clubs': keepClubs,
  'POST /sportevents/{id}/score/actions': () => ({
    device: ulid(),
    sentAt: Date.now(),
    actions: [{ id: ulid(), kind: 'GOAL', side: 'HOME', period: 1, clockMs: 0, at: Date.now() }],
  }),
  'POST /sportevents/{id}/phone/publishers': () => ({ device: ulid() }),
  'POST /sportevents/{id}/phone/uploads': ({ publisher = ulid() }) => ({
    publisher,
    segments: [{ number: 0, rendition: 'main', bytes: 188_000 }],
  }),
  'POST /sportevents/{id}/phone/segments': ({ publisher = ulid() }) => ({
    publisher,
    segments: [{ number: 0, rendition: 'main', etag: 'x', startMs: 0, durationMs: 2000 }],
  }),
  'POST /sportevents/{id}/feed': () => ({ source: ulid() }),
  'POST /sportevents/{id}/phone/end': ({ publisher = ulid() }) => ({ publisher }),
  'POST /live/vods': () => ({ title: 'Video', file }),
  'PATCH /live/vods/{id}': title,
  'PUT /live/vods/{id}/clubs': keepClubs,
  'POST /clubStaff/vods': () => ({ title: 'Video', file }),
  'PATCH /clubStaff/vods/{id}': title,
  'PUT /clubStaff/vods/{id}/clubs': keepClubs,
  'POST /live/cameras': () => ({ slug: slug() }),
  'PATCH /live/cameras/{id}': () => ({ renderOrder: 3 }),
  'POST /live/cameras/{id}/time': () => ({ isOn: true }),
  'POST /live/users/me/time': () => ({ isOn: true }),
  'POST /liveusers/{slug}/clips': ({ startedAt = new Date().toISOString() }) => ({
    // Outside of the recording at any time of the test.
    startedAt,
    title: 'Gol',
    start: 80_000,
    seconds: 6,
  }),
  'POST /vods/{id}/clips': () => ({ title: 'Gol', start: 1, seconds: 6 }),
  'POST /vods/{id}/own-clips': () => ({ title: 'Gol', start: 1, seconds: 6 }),
  'POST /vods/{id}/free-moments': () => ({ start: 1 }),
  'POST /vods/{id}/summary': () => ({}),
  'PATCH /clips/{id}': title,
  'POST /vods/{id}/start': () => ({ seconds: 12 }),
  'POST /live/content': () => ({ title: 'Contenido', categoryId: 1, file }),
  'PATCH /live/content/{id}': title,
  'PUT /live/content/{id}/clubs': keepClubs,
  'POST /live/ad_videos': () => ({ title: 'Anuncio', file }),
  'PATCH /live/ad_videos/{id}': title,
  'PUT /live/ad_videos/{id}/clubs': keepClubs,
  'POST /live/moments': (names) => ({ ...newMoment(names), clubId: ourClub }),
  'PATCH /live/moments/{id}': () => ({ label: 'Golazo' }),
  'POST /clubStaff/moments': newMoment,
  'PATCH /clubStaff/moments/{id}': () => ({ label: 'Golazo' }),
  'POST /live/club-staff-users': () => ({ email: address(), clubId: ourClub }),
  'PATCH /live/club-staff-users/{id}': () => ({ personalName: 'Marta' }),
  'POST /club-staff-invitations/{token}/accept': () => ({ name: 'Marta', password: 'una-clave-larga' }),
  'POST /public/contact/teams': async () => ({
    name: 'Ana',
    email: address(),
    message: 'Hola',
    captchaToken: await fetchCaptchaToken('contact'),
  }),
  'POST /public/newsletter': () => ({ email: address() }),
  'POST /public/newsletter/confirm': () => ({ token: 'x.y' }),
  'POST /public/newsletter/unsubscribe': () => ({ token: 'x.y' }),
  'POST /vods/{id}/withdrawn': () => ({ from: 1, seconds: 1, cuts: '' }),
  'POST /liveusers/{slug}/withdrawn': ({ startedAt = new Date().toISOString() }) => ({
    startedAt,
    from: 1,
    seconds: 1,
  }),
  'POST /public/matters': async () => ({
    attempt: ulid(),
    kind: 'OBJECTION',
    about: 'Un partido',
    reason: 'OTHER',
    message: 'Se ve mal.',
    name: 'Ana',
    email: address(),
    minor: false,
    captchaToken: await fetchCaptchaToken('contact'),
  }),
  'POST /public/matters/follow': () => ({ token: 'x.y' }),
  'POST /public/matters/hide': () => ({ token: 'x.y' }),
  'POST /public/matters/reply': () => ({ token: 'x.y', message: 'Más datos' }),
  'POST /matters/{id}/target': async ({ id = '' }) => ({
    page: `/evento/${(await createEvent()).id}`,
    version: (await matters.get(id))?.version ?? 1,
  }),
  'POST /matters/{id}/decision': async ({ id = '' }) => ({
    answer: 'HIDE',
    reasons: 'Se reconoce a un menor.',
    version: (await matters.get(id))?.version ?? 1,
  }),
  'POST /matters/{id}/release': ({ id = '' }) => ({ matters: [id || ulid()] }),
  'POST /matters/{id}/appeal': () => ({ message: 'No estamos de acuerdo.' }),
  'POST /partner/customers': () => ({ email: address(), userId: slug(), to: '2999-01-01' }),
  'POST /public/withdrawal/preview': () => ({ email: address(), number: '7KQ2-M9XD' }),
  'POST /public/withdrawal': () => ({ email: address(), number: '7KQ2-M9XD' }),
  'POST /live/promotion-codes': () => ({
    id: ulid(),
    code: `P${ulid().slice(-12)}`,
    unit: 'PERCENT',
    off: 20,
    product: null,
    until: null,
    uses: null,
  }),
  'POST /live/statements': () => ({ month: '2099-12' }),
  'PUT /live/clubs/{clubId}/shares': () => ({
    shares: { event: 40, club: null, month: null, season: null, family: null },
  }),
  'POST /users/me/invoices': () => ({
    payment: 'ch_unknown',
    name: 'Ana',
    taxId: '12345678Z',
    address: 'Calle Mayor 1, 30001 Murcia',
  }),
  'POST /payments/stripe': ({ sportEventId }) => ({
    productType: 'PT_SPORT_EVENT',
    sportEventId,
    consent: 'PARTIDO-1',
    callbackUrl: `${environment('WEB_ORIGIN')}/payment-success`,
  }),
  'PUT /users/me/progress/{kind}/{id}': () => ({ position: 12 }),
  'POST /uploads/{id}/parts': () => ({ parts: [1] }),
};
