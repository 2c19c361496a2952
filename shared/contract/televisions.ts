/**
 * Login on a television: it shows six digits, a logged-in phone confirms them, and the television gets a session of its
 * own. The digits never appear in a URL or a log.
 */
import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { User } from './user.ts';

/** Validity of a code in minutes. */
export const codeMinutes = 10;

/** Six digits; spaces are ignored. */
export const TelevisionCode = z
  .string()
  .regex(/^ {0,3}(\d {0,3}){6}$/, 'El código son seis cifras')
  .transform((code) => code.replaceAll(' ', ''))
  .meta({ examples: ['482 915'] });

/** Proves that the request comes from the same television: 32 random bytes received with the code. */
const Secret = z.string().regex(/^[\w-]{43}$/);

const Waiting = z.object({ state: z.literal('WAITING') });
const Declined = z.object({ state: z.literal('DECLINED') });
const Confirmed = z.object({ state: z.literal('CONFIRMED'), token: z.string(), expiresAt: z.string(), user: User });

export const televisionEndpoints = defineEndpoints({
  'POST /session/televisions': {
    summary: 'Create a code for a television, valid for ten minutes',
    access: 'public',
    data: z.object({ code: z.string(), secret: z.string(), expiresAt: z.string() }),
    status: 201,
    refuses: ['REQ4290'],
  },
  'POST /session/televisions/answer': {
    summary: 'State of a television’s code; returns the session once confirmed, also repeatedly',
    access: 'public',
    body: z.object({ code: TelevisionCode, secret: Secret }),
    data: z.discriminatedUnion('state', [Waiting, Declined, Confirmed]),
    refuses: ['TVS4040'],
  },
  'POST /users/me/televisions/find': {
    summary: 'The television behind a code, to be checked before confirming',
    access: 'viewer',
    body: z.object({ code: TelevisionCode }),
    data: z.object({
      /** From a fixed list, never the device's own description. */
      device: z.string(),
      askedAt: z.string(),
      /** True if it is on the caller's network. */
      isNear: z.boolean(),
    }),
    refuses: ['REQ4290', 'SSN4030', 'TVS4040'],
  },
  'POST /users/me/televisions': {
    summary: 'Confirm or decline a television',
    access: 'viewer',
    body: z.object({
      code: TelevisionCode,
      /** Guards against digits that were reissued to another television. */
      askedAt: z.iso.datetime(),
      confirm: z.boolean(),
    }),
    refuses: ['REQ4290', 'SSN4030', 'TVS4040'],
  },
});
