/** Endpoints of alerts: followed matches and clubs, and the chosen kinds. Bound to the account. */
import * as z from 'zod';
import { alertKinds } from '../domain/alert-kinds.ts';
import { defineEndpoints } from './endpoint.ts';
import { Id } from './schema.ts';

const Kind = z.enum(alertKinds, 'El aviso no es válido');

export const AlertSettings = z.object({
  kinds: z
    .array(Kind)
    .max(alertKinds.length)
    .transform((kinds) => [...new Set(kinds)]),
  /** True if email replaces push for users without a device. */
  mail: z.boolean(),
});
export type AlertSettings = z.output<typeof AlertSettings>;

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+={0,2}$/, 'La clave no es válida');

const Device = z.object({
  endpoint: z.string().max(1000),
  keys: z.object({ p256dh: base64url(100), auth: base64url(40) }),
});

const followed = { access: 'viewer' } as const;

export const alertEndpoints = defineEndpoints({
  'GET /users/me/alerts': {
    summary: 'What the caller follows, and what they want to be told of it',
    access: 'viewer',
    data: z.object({
      settings: AlertSettings,
      events: z.array(Id),
      clubs: z.array(Id),
      /** Registered browsers. */
      devices: z.array(Id),
      /** The `applicationServerKey` for push subscriptions. */
      pushKey: z.string(),
    }),
  },
  'PATCH /users/me/alerts': {
    summary: 'Choose what to be told, and whether by mail',
    access: 'viewer',
    body: AlertSettings.partial(),
    data: z.object({ settings: AlertSettings }),
  },
  'PUT /users/me/alerts/sportevents/{id}': {
    summary: 'Follow a match',
    ...followed,
    refuses: ['ALR4090', 'EVT4040'],
  },
  'DELETE /users/me/alerts/sportevents/{id}': { summary: 'Follow a match no more', ...followed },
  'PUT /users/me/alerts/clubs/{clubId}': {
    summary: 'Follow all matches of a club',
    ...followed,
    refuses: ['ALR4090', 'CLB4040'],
  },
  'DELETE /users/me/alerts/clubs/{clubId}': { summary: 'Follow a club no more', ...followed },
  'PUT /users/me/alerts/devices': {
    summary: 'Send to this browser: what `PushSubscription.toJSON()` says. It ends with the session',
    access: 'viewer',
    body: Device,
    data: z.object({ id: Id }),
    refuses: ['ALR4000'],
  },
  'DELETE /users/me/alerts/devices/{deviceId}': { summary: 'Send to that browser no more', access: 'viewer' },
  'POST /public/alerts/unsubscribe/{token}': {
    summary: 'No more mails of this kind, by one click in the mail program (RFC 8058); the body is not read',
    access: 'public',
    rawBody: true,
    refuses: ['NWS4000'],
  },
});
