/** Endpoints of a user's alerts: followed matches and clubs, and the chosen kinds. */
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

export const alertEndpoints = defineEndpoints({
  'GET /users/me/alerts': {
    summary: 'Followed matches and clubs of the caller, and alert settings',
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
    summary: 'Change the kinds of alerts, and whether email replaces push for a user without a device',
    access: 'viewer',
    body: AlertSettings.partial(),
    data: z.object({ settings: AlertSettings }),
  },
  'PUT /users/me/alerts/sportevents/{id}': {
    summary: 'Follow a match',
    access: 'viewer',
    refuses: ['ALR4090', 'EVT4040'],
  },
  'DELETE /users/me/alerts/sportevents/{id}': { summary: 'Stop following a match', access: 'viewer' },
  'PUT /users/me/alerts/clubs/{clubId}': {
    summary: 'Follow all matches of a club',
    access: 'viewer',
    refuses: ['ALR4090', 'CLB4040'],
  },
  'DELETE /users/me/alerts/clubs/{clubId}': { summary: 'Stop following a club', access: 'viewer' },
  'PUT /users/me/alerts/devices': {
    summary:
      'Register this browser for push messages; the body is `PushSubscription.toJSON()`. The registration ends with the session',
    access: 'viewer',
    body: Device,
    data: z.object({ id: Id }),
    refuses: ['ALR4000'],
  },
  'DELETE /users/me/alerts/devices/{deviceId}': { summary: 'Remove a browser from push messages', access: 'viewer' },
  'POST /public/alerts/unsubscribe/{token}': {
    summary: 'One-click unsubscription from alert emails (RFC 8058); the body is ignored',
    access: 'public',
    rawBody: true,
    refuses: ['NWS4000'],
  },
});
