/** A user as the API returns it, with role, subscription and purchases. */
import * as z from 'zod';
import { productTypes } from '../domain/plans.ts';
import { Id, Sport, Version } from './schema.ts';

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
  /** The next charge; cents, VAT included. Absent if there are no more charges. */
  renewal: z.object({ at: z.string(), amount: z.int() }).nullish(),
  /** The user has cancelled: it ends with the month that is paid, before the season does. */
  cancelled: z.literal(true).optional(),
  /** The plan, unless it is the monthly subscription. */
  plan: z.enum(productTypes).optional(),
  /** Screens that may play at once, if more than one. */
  screens: z.int().optional(),
});

/** A plan that is paid once and lasts until the season's end. */
export const Pass = z.object({
  product: z.enum(['PT_SEASON', 'PT_CLUB_PASS']),
  /** Null for the season of all clubs. */
  club: z.object({ id: Id, name: z.string() }).nullable(),
  from: z.string(),
  until: z.string(),
});

export const Address = z.object({ streetName: z.string(), municipality: z.string(), zipCode: z.string() });

export const PurchasedEvent = z.object({ id: Id, title: z.string(), sport: Sport, until: z.string() });

/** Fields of a broadcast profile, which only admins have. */
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
  version: Version,
});

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
  /** Plans that were paid once; absent without any. */
  passes: z.array(Pass).optional(),
  acceptsMarketing: z.boolean(),
  /** True if pages hide results; null until the user has chosen. */
  hidesResults: z.boolean().nullable(),
  /** True if the user declined to choose a favourite club. */
  declinesClubs: z.boolean(),
  /** True if a club has confirmed the user as family of a team. */
  hasFamilies: z.literal(true).optional(),
  /** False for a buyer who registered by email alone, until a link has set a password. */
  hasPassword: z.boolean(),
  /** True if the email's server returned our last email; only in GET /users/me. */
  returnsMail: z.literal(true).optional(),
});
export type User = z.output<typeof User>;
