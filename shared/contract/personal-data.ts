/**
 * The export of a person's data: every field that goes out, by name. Each kind of stored item that is about a person
 * names its field here (functions/platform/aws/item-kinds.ts).
 */
import * as z from 'zod';
import { AuditView } from '../domain/audit-view.ts';
import { AlertSettings } from './alerts.ts';
import { Member } from './families.ts';
import { Matter } from './matters.ts';
import { Entry } from './rights.ts';
import { Id } from './schema.ts';
import { StaffStatus } from './staff.ts';
import { PurchasedEvent, User } from './user.ts';

const Video = z.object({ kind: z.enum(['vods', 'contentvideos']), id: Id });
const Follow = z.object({ id: Id, since: z.string() });
const Values = z.record(z.string(), z.unknown()).optional();

const AcceptedDocument = z.object({ name: z.string(), version: z.int(), date: z.string(), fingerprint: z.string() });

export const PersonalData = User.omit({ returnsMail: true }).extend({
  externalId: z.string().nullable(),
  partnerSubscription: z.object({ from: z.string(), to: z.string() }).nullable(),
  emailConfirmedAt: z.string().nullable(),
  dateCreated: z.string(),
  /** The documents that were accepted at sign-up. */
  accepted: z.object({ at: z.string(), documents: z.array(AcceptedDocument) }).optional(),
  marketing: z.object({ accepted: z.boolean(), changedAt: z.string() }).optional(),
  /** Rights that an operator granted by hand, with the reasons. */
  grants: z
    .object({
      events: z.array(PurchasedEvent),
      subscription: z.object({ from: z.string(), to: z.string() }).nullable(),
      log: z.array(z.object({ at: z.string(), what: z.string(), reason: z.string() })),
    })
    .optional(),
  sessions: z.array(z.object({ since: z.string(), expiresAt: z.string() })),
  staff: z
    .object({ email: z.string(), personalName: z.string(), status: StaffStatus, dateCreated: z.string() })
    .optional(),
  favoriteClubs: z.array(Id),
  /** When the email's server returned an email, and when one was reported as unwanted. */
  returnedMail: z.object({ bouncedAt: z.string().optional(), complainedAt: z.string().optional() }),
  newsletter: z.object({ status: z.string(), changedAt: z.string() }).optional(),
  myList: z.array(Video.extend({ savedAt: z.string() })),
  watched: z.array(Video.extend({ position: z.number(), updatedAt: z.string() })),
  alerts: AlertSettings.extend({
    events: z.array(Follow),
    clubs: z.array(Follow),
    devices: z.array(z.object({ service: z.string(), addedAt: z.string() })),
    /** Creation time of the address of the personal calendar; null without one. */
    calendarSince: z.string().nullable(),
  }),
  clips: z.array(z.object({ title: z.string(), vodId: Id.nullable(), start: z.number(), dateCreated: z.string() })),
  matters: z.array(
    Matter.pick({ number: true, kind: true, state: true, createdAt: true, about: true, reason: true })
      .extend(Matter.pick({ relation: true, minor: true, message: true, writer: true, steps: true }).shape)
      .extend({ page: z.string() }),
  ),
  changes: z.array(
    AuditView.pick({ at: true, kind: true, action: true }).extend({ role: z.string(), before: Values, after: Values }),
  ),
  imageRights: z.array(
    Entry.pick({ at: true, what: true }).extend({
      about: z.string(),
      purposes: z.array(z.string()),
      textVersion: z.string(),
    }),
  ),
  /** Orders, with what was agreed to before paying. */
  orders: z.array(
    z.object({
      number: z.string(),
      at: z.string(),
      product: z.string(),
      title: z.string().nullable(),
      amount: z.int(),
      seller: z.string(),
      duration: z.string(),
      renewal: z.string(),
      consent: z.string().nullable(),
      documents: z.array(AcceptedDocument),
      withdrawnAt: z.string().nullable(),
    }),
  ),
  /** Invoices with the person's tax number. */
  invoices: z.array(
    z.object({
      number: z.string(),
      date: z.string(),
      total: z.int(),
      buyer: z.object({ name: z.string(), taxId: z.string(), address: z.string() }).nullable(),
    }),
  ),
  families: z.array(
    Member.pick({
      clubId: true,
      sport: true,
      category: true,
      season: true,
      name: true,
      email: true,
      state: true,
    }).extend(Member.pick({ askedAt: true, decidedAt: true }).shape),
  ),
});
export type PersonalData = z.output<typeof PersonalData>;
