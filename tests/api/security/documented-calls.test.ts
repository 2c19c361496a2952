/**
 * The calls that the specification documents, with its payloads, by every kind of caller, compared with the table
 * `documented-calls.md`. Unlike `permissions.test.ts`, which sends what the contract asks for, it notices a contract that
 * no longer takes or answers what is documented.
 */
import { readFileSync } from 'node:fs';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ContractKey } from '../../../shared/contract/contract.ts';
import {
  call,
  createEvent,
  createPerson,
  createVod,
  fetchCaptchaToken,
  inHours,
  type Person,
  toAddress,
} from '../../support/api.ts';
import { createClip } from '../../support/media.ts';
import { edgeHeaders } from '../../support/people.ts';
import { isNightly } from '../../support/test-profile.ts';
import { type Kind, makers, type Names, ourClub } from './fixtures.ts';
import { findKind, findListedKind, png } from './requests.ts';

const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { createMoment } = await import('../../../functions/recordings/moments/store.ts');
const { setPassword } = await import('../../../functions/platform/aws/identity.ts');

const text = readFileSync(new URL('./documented-calls.md', import.meta.url), 'utf8');
const tables = text.split('## Members').map(readRows);
const calls = (tables[0] ?? []).map(([row = '', key = '', sends = '', answers = '', ...statuses]) => ({
  row,
  sends,
  answers,
  statuses,
  key: key as ContractKey,
}));
const members = new Map((tables[1] ?? []).map(([name = '', list = '']) => [name, list.split(' ')]));

const password = 'una-clave-larga';
const ended = await createPerson('CLUB_STAFF', { clubId: ourClub });
await call('GET /session/logout', { token: ended.token });
const stranger = await createPerson('REGULAR_SUBSCRIBER');

type Caller = Pick<Person, 'token'> & Partial<Person>;

/**
 * The callers in the order of the table. People are created for each call, since some calls change them or log them
 * out.
 */
const callers: ((names: Names) => Promise<Caller | undefined>)[] = [
  async () => undefined,
  async () => ({ token: `${stranger.token.slice(0, -4)}AAAA` }),
  async () => ({ token: ended.token }),
  () => createPerson('REGULAR_BASIC'),
  () => createPerson('REGULAR_SUBSCRIBER'),
  ({ clubId }) => createPerson('CLUB_STAFF', { clubId: clubId ?? ourClub }),
  () => createPerson('ADMIN'),
];

describe('documented calls', () => {
  test('[B-PERM-9] are all in the table', () => {
    const rows = readFileSync(new URL('../../ROWS.md', import.meta.url), 'utf8').matchAll(/^\| [ABV]-API-\d+ \| .*/gm);
    const documented = [...rows].flatMap(([row]) => row.match(/(GET|POST|PUT|PATCH|DELETE) \/[\w/{}-]*/g) ?? []);
    expect([...new Set(calls.map(({ key }) => key))].sort()).toEqual([...new Set(documented)].sort());
  });

  let film: Buffer;
  beforeAll(async () => {
    if (isNightly) film = await createClip();
  });

  for (const { row, key, sends, answers, statuses } of calls) {
    test.runIf(isNightly)(`[${row}] ${key} ${sends}`, async () => {
      const kind = findKind(key) ?? findListedKind(key);
      const found: number[] = [];
      let names: Names | undefined;
      for (const caller of callers) {
        names ??= kind ? await makers[kind]('own') : {};
        const person = await caller(names);
        if (person?.user && sends.includes('oldPassword')) await setPassword(person.user.id, password);
        await fill(answers, names, person);
        const response = await send(key, sends, names, kind, person?.token);
        await checkAnswer(response, answers);
        found.push(response.status);
        if (response.ok && !key.startsWith('GET ')) names = undefined;
      }
      expect(found.join(' ')).toBe(statuses.join(' '));
    });
  }

  async function send(key: ContractKey, sends: string, names: Names, kind: Kind | undefined, token?: string) {
    const params = { clubId: names.ofClub ?? ourClub, categoryId: '1', ...names };
    const [, how = '', list = ''] = /^(\?|form )?(.*)/.exec(sends) ?? [];
    const values: Record<string, unknown> = {};
    for (const field of list.split(' ').filter(Boolean)) values[field] = await pickValue(field, key, names, kind);
    const form = new FormData();
    if (how === 'form ')
      for (const [field, value] of Object.entries(values)) {
        if (value instanceof File) form.set(field, value);
        else form.set(field, String(value));
      }
    const json = how === '' && sends !== '';
    return fetch(toAddress(key, params, how === '?' ? values : {}), {
      method: key.slice(0, key.indexOf(' ')),
      headers: {
        ...edgeHeaders(),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(json && { 'content-type': 'application/json' }),
      },
      body: json ? JSON.stringify(values) : how === 'form ' ? form : undefined,
      redirect: 'manual',
    });
  }

  /** A value of the field as the specification describes it. Club staff may neither publish nor open a match to all. */
  async function pickValue(field: string, key: ContractKey, names: Names, kind: Kind | undefined): Promise<unknown> {
    const email = `persona-${ulid().toLowerCase()}@cantera.test`;
    switch (field) {
      case 'captchaToken':
        return fetchCaptchaToken(
          key.endsWith('/login') ? 'login' : key.endsWith('/forgot-password') ? 'forgotPassword' : 'signup',
        );
      case 'username':
        return createReader();
      case 'newPassword':
        return 'otra-clave-larga';
      case 'sportEventId':
        return names.sportEventId ?? (await createEvent({ clubIds: [names.ofClub ?? ourClub] })).id;
      case 'search':
        return kind ? searches[kind] : 'Matriz';
      case 'status':
        return key.startsWith('GET') ? 'active' : 'disabled';
    }
    if (/thumb.*file$/i.test(field)) return new File([new Uint8Array(png)], 'foto.png', { type: 'image/png' });
    if (field.endsWith('File')) return new File([new Uint8Array(film)], 'partido.mp4', { type: 'video/mp4' });
    const values: Record<string, unknown> = {
      password,
      email,
      oldPassword: password,
      platform: 'web',
      remember: true,
      acceptMarketing: true,
      isWatching: true,
      name: `Ana ${ulid()}`,
      surname: 'Prueba',
      favoriteClubId: ourClub,
      phone: '612345678',
      documentId: '12345678Z',
      address: { streetName: 'Calle Mayor 1', municipality: 'Soria', zipCode: '42001' },
      token: 'inventado',
      productType: 'PT_SPORT_EVENT',
      userId: `cliente-${ulid()}`,
      to: '2999-01-01',
      callbackUrl: `${environment('WEB_ORIGIN')}/payment-success`,
      message: 'Hola',
      toEmail: 'hola@cantera.test',
      page: 1,
      sport: 'SOCCER',
      dateAround: inHours(48),
      vods: true,
      clubIds: [names.ofClub ?? ourClub],
      clubId: names.ofClub ?? ourClub,
      title: 'Título',
      summary: 'Resumen',
      description: 'Descripción',
      // A shown ad of no club would precede the videos of all other tests.
      visible: !key.includes('/clubStaff/vods') && key !== 'POST /live/ad_videos',
      isPublic: false,
      isTest: false,
      emissionPriority: 2,
      renderOrder: 3,
      categoryId: 1,
      slug: `documentada-${ulid().toLowerCase()}`,
      personalName: 'Marta',
      label: 'Gol',
      timestampMs: 5,
      momentTypeId: 2,
      vodId: names.vodId,
      scheduledStartDate: inHours(48),
      scheduledFinishDate: inHours(50),
    };
    if (values[field] === undefined) throw new Error(`No value for ${field}`);
    return values[field];
  }
});

/** Creates a person with the password, and answers the email address to log in with. */
async function createReader(): Promise<string> {
  const { user } = await createPerson('REGULAR_BASIC');
  await setPassword(user.id, password);
  return user.email;
}

/** Creates the items of the answer, because an empty list does not show their fields. */
async function fill(answers: string, names: Names, person: Caller | undefined): Promise<void> {
  const clubId = names.clubId ?? names.ofClub ?? ourClub;
  if (answers.startsWith('vods:')) await createVod({ clubIds: [clubId], sportEventId: names.sportEventId ?? null });
  if (answers.startsWith('moments:')) {
    const fields = { timestampMs: 5, label: 'Gol', momentTypeId: 2, vodId: String(names.vodId), clubId };
    await createMoment({ ...fields, id: ulid(), version: 1 });
  }
  // An admin without a slug has no broadcast profile.
  if (answers === 'user:B-ENT-9' && person?.user?.role === 'ADMIN')
    await call('PATCH /live/users/me', {
      token: person.token,
      body: { slug: `perfil-${ulid().toLowerCase()}`, title: 'Perfil' },
    });
}

/** Parts of the names that `makers` give. */
const searches: Partial<Record<Kind, string>> = {
  club: 'Matriz',
  event: 'Partido',
  vod: 'Video',
  content: 'Video',
  ad: 'Video',
  camera: 'camara',
  staffUser: 'Ana',
};

/** Checks the envelope of the answer, and that a success holds what is documented. */
async function checkAnswer(response: Response, answers: string): Promise<void> {
  expect(response.status).toBeLessThan(500);
  if (response.status < 400 && answers === 'image') {
    expect(response.headers.get('location')).toMatch(/\/thumbnails\/matriz\.webp/);
    return;
  }
  const { data, code, message } = (await response.json()) as Record<string, unknown>;
  expect(message).toEqual(expect.any(String));
  if (!response.ok) {
    expect(code).toMatch(/^[A-Z]{2,3}\d{4}$/);
    return;
  }
  for (const answer of answers.split(' ').filter(Boolean)) {
    const [name = '', holds] = answer.split(/[:=]/);
    if (name === 'id' && typeof data === 'string') continue;
    const value = name === '' ? data : (data as Record<string, unknown>)[name];
    expect(value, name).toBeDefined();
    if (holds === undefined) continue;
    const things = Array.isArray(value) ? value : [value];
    expect(things.length, `${name} found`).toBeGreaterThan(0);
    for (const thing of things)
      expect(Object.keys(thing), name).toEqual(expect.arrayContaining(members.get(holds) ?? [holds]));
  }
}

/** Reads the cells of each row of a table, without its heading. */
function readRows(part: string): string[][] {
  return part
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| --'))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
}
