/**
 * Login on a television (row E-TV-3): the television shows six digits, a phone that is logged in says yes to them, and the
 * television has a session of its own. The digits never stand in an address, nor in a log.
 */
import * as z from 'zod';
import { User } from './accounts.ts';
import { defineEndpoints } from './endpoint.ts';

/** How long a code is good for, in minutes. */
export const codeMinutes = 10;

/** Six digits as somebody types them: spaces do not count. */
export const TelevisionCode = z
  .string()
  .regex(/^ {0,3}(\d {0,3}){6}$/, 'El código son seis cifras')
  .transform((code) => code.replaceAll(' ', ''))
  .meta({ examples: ['482 915'] });

/** What shows that it is the television that asked: 32 random bytes that it was given with the code. */
const Secret = z.string().regex(/^[\w-]{43}$/);

const Waiting = z.object({ state: z.literal('WAITING') });
const Declined = z.object({ state: z.literal('DECLINED') });
const Confirmed = z.object({
  state: z.literal('CONFIRMED'),
  token: z.string(),
  /** When the session ends. */
  expiresAt: z.string(),
  user: User,
});

export const televisionEndpoints = defineEndpoints({
  'POST /session/televisions': {
    summary: 'A television asks for a code, good for ten minutes',
    access: 'public',
    data: z.object({ code: z.string(), secret: z.string(), expiresAt: z.string() }),
    status: 201,
    refuses: ['REQ4290'],
  },
  'POST /session/televisions/answer': {
    summary: 'Whether somebody has said yes to this television; then its session, as often as it asks',
    access: 'public',
    body: z.object({ code: TelevisionCode, secret: Secret }),
    data: z.discriminatedUnion('state', [Waiting, Declined, Confirmed]),
    refuses: ['TVS4040'],
  },
  'POST /users/me/televisions/find': {
    summary: 'What asks by a code, for the person to look at before saying yes',
    access: 'viewer',
    body: z.object({ code: TelevisionCode }),
    data: z.object({
      /** In words of ours, never what the device says of itself. */
      device: z.string(),
      askedAt: z.string(),
      /** Whether it asks from the caller's own network. */
      isNear: z.boolean(),
    }),
    refuses: ['REQ4290', 'SSN4030', 'TVS4040'],
  },
  'POST /users/me/televisions': {
    summary: 'Say yes or no to the television that was looked at',
    access: 'viewer',
    body: z.object({
      code: TelevisionCode,
      /** As it was looked at: the same digits may be another television's later. */
      askedAt: z.iso.datetime(),
      confirm: z.boolean(),
    }),
    refuses: ['REQ4290', 'SSN4030', 'TVS4040'],
  },
});
