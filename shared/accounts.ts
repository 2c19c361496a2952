/** Sessions and people: login, logout, the report of watching, one's own data. Rows: A-SESS, A-LOGIN, A-API. */
import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { passwordMaxLength } from './limits.ts';
import { BooleanInput, Id, Sport } from './schema.ts';

export const Role = z.enum(['REGULAR_BASIC', 'REGULAR_SUBSCRIBER', 'ADMIN', 'CLUB_STAFF']);
export type Role = z.output<typeof Role>;

export const SubscriptionErrorType = z.enum([
  'PDS_EXPIRED',
  'PDS_STRIPE_DISPUTE_CLOSED',
  'PDS_STRIPE_CANCELLED',
  'PDS_GOOGLE_VOIDED',
  'PDS_ERROR',
]);

export const Subscription = z.object({
  provider: z.string(),
  from: z.string(),
  to: z.string(),
  error: z.object({ type: SubscriptionErrorType, url: z.string().nullish() }).nullish(),
});

export const Address = z.object({ streetName: z.string(), municipality: z.string(), zipCode: z.string() });

export const PurchasedEvent = z.object({ id: Id, title: z.string(), sport: Sport, until: z.string() });

/** The fields of a broadcast profile, which only admins have (row B-ENT-9). */
export const BroadcastFields = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  thumbnail: z.string().nullable(),
  sport: Sport,
  sportEventId: Id.nullable(),
  isLive: z.boolean(),
  streamServer: z.string(),
  streamAuthKey: z.string(),
  analytics: z.object({ liveViewers: z.int(), uniqueLiveViewers: z.int() }),
});

/** Row A-ENT-1. */
export const User = z.object({
  id: Id,
  role: Role,
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  clubId: Id.nullable(),
  subscription: Subscription.nullable(),
  documentId: z.string().nullable(),
  phone: z.string().nullable(),
  address: Address.nullable(),
  sportEvents: z.array(PurchasedEvent),
});
export type User = z.output<typeof User>;

export const Login = z.object({
  username: z.string('Introduce tu email').trim().min(1, 'Introduce tu email').max(254),
  password: z.string('Introduce tu contraseña').min(1, 'Introduce tu contraseña').max(passwordMaxLength),
  captchaToken: z.string().max(4096).optional(),
  platform: z.string().max(20).default('web'),
  remember: BooleanInput.default(false),
});

export const accountEndpoints = defineEndpoints({
  'POST /session/login': {
    summary: 'Log in with an email or a user id',
    access: 'public',
    body: Login,
    data: z.object({ token: z.string(), expiresAt: z.string(), isLiveUser: z.boolean(), user: User }),
  },
  'GET /session/logout': { summary: 'End this session at once', access: 'viewer' },
  'GET /live/session/logout': { summary: 'End this session at once, for admins', access: 'admin' },
  'PATCH /session': {
    summary: 'Report watching: hold, renew, take over or free the one stream of this user',
    access: 'viewer',
    body: z.object({ isWatching: z.boolean(), takeOver: z.boolean().default(false) }),
  },
  'GET /users/me': { summary: 'Own data', access: 'viewer', data: z.object({ user: User }) },
  'GET /live/users/me': {
    summary: 'Own data of an admin, with the broadcast profile',
    access: 'admin',
    data: z.object({ user: User.extend(BroadcastFields.partial().shape) }),
  },
});
