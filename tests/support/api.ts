/** Calls the API over HTTP, typed by the contract, and creates the users and records that tests need. */
import { ulid } from 'ulid';
import { inject } from 'vitest';
import { captchaSiteKey } from '../../infra/local/captcha/captcha.ts';
import type { Contract, ContractKey } from '../../shared/contract/contract.ts';
import type { BodyInput, EndpointData, PathParams, QueryInput } from '../../shared/contract/endpoint.ts';
import type { Role } from '../../shared/contract/user.ts';
import { describeMismatch } from './openapi/document.ts';
import { buildEvent, buildFinishedMedia, buildUser } from './records.ts';

Object.assign(process.env, inject('environment'));
export const addresses = inject('addresses');

// These modules are imported after the environment is set, because they read it on import.
const { createUser } = await import('../../functions/people/accounts/store.ts');
const { startSession } = await import('../../functions/platform/auth/sessions.ts');
const { clubs } = await import('../../functions/league/clubs/store.ts');
const { contentVideos } = await import('../../functions/recordings/content/store.ts');
const { ads } = await import('../../functions/recordings/ads/store.ts');
const { events } = await import('../../functions/league/events/store.ts');
const { vods } = await import('../../functions/recordings/vods/store.ts');
const { keepClip } = await import('../../functions/recordings/clips/store.ts');

type StoredUser = import('../../functions/platform/auth/rules.ts').StoredUser;
type StoredContent = import('../../functions/recordings/content/store.ts').StoredContent;
type StoredAd = import('../../functions/recordings/ads/rules.ts').StoredAd;
type StoredEvent = import('../../functions/league/events/rules.ts').StoredEvent;
type StoredClub = import('../../functions/league/clubs/store.ts').StoredClub;
type StoredClip = import('../../functions/recordings/clips/rules.ts').StoredClip;
type StoredVod = import('../../functions/recordings/vods/rules.ts').StoredVod;

interface Options<Key extends ContractKey> {
  params?: PathParams<Key>;
  query?: QueryInput<Contract[Key]> | Record<string, unknown>;
  body?: BodyInput<Contract[Key]> | FormData | unknown;
  token?: string | undefined;
  headers?: Record<string, string>;
}

export interface Answer<Data> {
  status: number;
  headers: Headers;
  /** The `data` of a successful answer. */
  data: Data;
  code: string | undefined;
  message: string;
  body: Record<string, unknown>;
}

/**
 * Calls the API. Fails on an answer that is not JSON or that the OpenAPI document does not describe (except media
 * paths).
 */
export async function call<Key extends ContractKey>(
  key: Key,
  { params, query, body, token, headers = {} }: Options<Key> = {},
): Promise<Answer<EndpointData<Contract[Key]>>> {
  const response = await fetch(toAddress(key, params as Record<string, string>, query as Record<string, unknown>), {
    method: key.slice(0, key.indexOf(' ')),
    headers: {
      ...(body !== undefined && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
      ...(token !== undefined ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: body === undefined ? undefined : body instanceof FormData ? body : JSON.stringify(body),
    redirect: 'manual',
  });
  const text = await response.text();
  const json = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  const mismatch = describeMismatch(key, response.status, json);
  if (mismatch) throw new Error(mismatch);
  return {
    status: response.status,
    headers: response.headers,
    data: json.data as EndpointData<Contract[Key]>,
    code: json.code as string | undefined,
    message: String(json.message ?? ''),
    body: json,
  };
}

export function toAddress(
  key: string,
  params: Record<string, string> = {},
  query: Record<string, unknown> = {},
): string {
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) search.append(`${name}[]`, String(one));
    else if (value !== undefined) search.append(name, String(value));
  }
  return `${addresses.api}${path}${search.size > 0 ? `?${search}` : ''}`;
}

/** A captcha token for an action, valid for one request. The score says human (0.9) by default. */
export async function fetchCaptchaToken(action: string, score = 0.9): Promise<string> {
  const answer = await fetch(`${addresses.captcha}/recaptcha/api/token`, {
    method: 'POST',
    body: new URLSearchParams({ k: captchaSiteKey, action, score: String(score) }),
  });
  return ((await answer.json()) as { token: string }).token;
}

export interface Person {
  user: StoredUser;
  token: string;
}

/** Creates a user with a session. Sets a password only where a test logs in. */
export async function createPerson(role: Role, fields: Partial<StoredUser> = {}): Promise<Person> {
  const user = buildUser(role, { emailConfirmedAt: new Date().toISOString(), ...fields });
  await createUser(user);
  return { user, ...(await startSession(user, false, Date.now())) };
}

export async function createClub(name = `Club ${ulid()}`, fields: Partial<StoredClub> = {}): Promise<string> {
  const id = ulid();
  const dateCreated = new Date().toISOString();
  await clubs.create({ id, name, visible: true, thumbnail: null, dateCreated, ...fields });
  return id;
}

/** An instant in this many hours; negative for the past. */
export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Times of a match that begins and ends in this many hours; negative for the past. */
export const playedBetween = (from: number, to: number) => ({
  scheduledStartDate: inHours(from),
  scheduledFinishDate: inHours(to),
});

export function createEvent(fields: Partial<StoredEvent> = {}): Promise<StoredEvent> {
  // The match is in the future, so that it is on sale.
  return events.create(buildEvent({ ...playedBetween(48, 50), ...fields }));
}

/** Creates a VOD without files, `FINISHED` by default. */
export function createVod(fields: Partial<StoredVod> = {}): Promise<StoredVod> {
  return vods.create({ ...buildFinishedMedia(), summary: '', sport: 'SOCCER', sportEventId: null, ...fields });
}

/** Lists the videos of a match. */
export const listVideos = async (eventId: string) =>
  (await vods.rows()).filter(({ sportEventId }) => sportEventId === eventId);

/** Creates a visible clip of six seconds without files, `FINISHED` by default. */
export function createStoredClip(fields: Pick<StoredClip, 'vodId' | 'clubId'> & Partial<StoredClip>) {
  const cut = { start: 0, seconds: 6, poster: 3, crest: null };
  const { clubIds: _, renderOrder: __, ...media } = buildFinishedMedia();
  return keepClip({ ...media, title: 'Gol', sportEventId: null, duration: 6, cut, ...fields });
}

/** Creates a content video without files, `FINISHED` by default. */
export function createContentVideo(fields: Partial<StoredContent> = {}): Promise<StoredContent> {
  return contentVideos.create({ ...buildFinishedMedia(), description: '', categoryId: 1, ...fields });
}

/** Creates an ad without files, `FINISHED` by default. */
export function createAd(fields: Partial<StoredAd> = {}): Promise<StoredAd> {
  const { renderOrder, ...media } = buildFinishedMedia();
  return ads.create({ ...media, emissionPriority: renderOrder, ...fields });
}
