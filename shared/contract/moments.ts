/** Endpoints of moments: markers on a VOD's timeline, kept per club. */
import * as z from 'zod';
import { momentTypes } from '../domain/moment-types.ts';
import { defineEndpoints } from './endpoint.ts';
import { Id, NewId, requiredText, Version } from './schema.ts';
import { LoggedAction, Phase } from './scores.ts';

export const Moment = z.object({
  id: Id,
  /** Milliseconds from the start of the video. */
  timestampMs: z.int(),
  label: z.string(),
  momentTypeId: z.int(),
  vodId: Id,
  clubId: Id,
  version: Version,
});
export type Moment = z.output<typeof Moment>;

const fields = {
  timestampMs: z
    .int('El tiempo debe tener el formato mm:ss')
    .min(0)
    .max(24 * 3600 * 1000),
  label: requiredText(10_000, 'La etiqueta es requerida')
    .refine((label) => label.length <= 500, 'La etiqueta no puede superar los 500 caracteres')
    .meta({ maxLength: 500 }),
  momentTypeId: z
    .int('El tipo de momento no es válido')
    .min(1)
    .max(momentTypes.length, 'El tipo de momento no es válido'),
};

const NewMoment = z.object({ ...fields, momentTypeId: fields.momentTypeId.default(1), vodId: Id });
export const MomentChanges = z.object({ ...fields, version: Version }).partial();
/** Endpoints that admins and club staff have alike; club staff for the moments of their club. */
const list = { data: z.object({ moments: z.array(Moment) }), refuses: ['VOD4040'] } as const;
const change = { body: MomentChanges, refuses: ['MOM4040'] } as const;
const types = { data: z.object({ momentTypes: z.array(z.object({ id: z.int(), type: z.string() })) }) } as const;

/** Milliseconds since the Unix epoch. */
const Clock = z.int();

const steps = z.array(
  z.object({
    at: Clock,
    home: z.int(),
    away: z.int(),
    phase: Phase,
    period: z.int(),
    startedAt: Clock.nullable(),
    clockMs: z.int(),
  }),
);

const ShownAction = LoggedAction.pick({
  id: true,
  kind: true,
  side: true,
  period: true,
  clockMs: true,
  at: true,
  shirt: true,
});

const Timeline = z.object({
  /** Instant of the first frame; null while unknown. */
  from: Clock.nullable(),
  /** The recording skips `ms` milliseconds at each of these seconds. */
  gaps: z.array(z.object({ seconds: z.number(), ms: z.int() })),
  steps,
});
export type Timeline = z.output<typeof Timeline>;

export const momentEndpoints = defineEndpoints({
  'GET /vods/{id}/moments': {
    summary: 'Moments of a VOD that the caller may watch',
    access: 'public',
    data: z.object({
      moments: z.array(
        Moment.pick({ id: true, timestampMs: true, label: true, clubId: true }).extend({ momentType: z.string() }),
      ),
    }),
    cache: 0,
    refuses: ['SSN4010', 'SSN4030', 'VOD4040'],
  },
  'GET /vods/{id}/score': {
    summary: 'Score steps of a recording’s match, and the time of its first frame',
    access: 'public',
    data: Timeline,
    cache: 10,
    publiclyCacheable: false,
    refuses: ['VOD4040'],
  },
  'POST /vods/{id}/start': {
    summary: 'Set the second of a recording at which its match begins',
    access: 'staff',
    body: z.object({ seconds: z.number().min(0).max(86_400) }),
    data: Timeline,
    refuses: ['SCR4091', 'SSN4030', 'VOD4040'],
  },
  'GET /sportevents/{id}/timeline': {
    summary: 'Score steps and moments of a match, by absolute time',
    access: 'public',
    /** The score's version on the caller's page, so that no cache answers with an older state. */
    query: z.object({ version: z.coerce.number().int().min(0).optional() }),
    data: z.object({
      steps,
      /** The actions that count, in order, without undone ones and undos. */
      actions: z.array(ShownAction),
      /** `at` lies some seconds before the action, like the moments of a recording. */
      moments: z.array(z.object({ id: Id, at: Clock, label: z.string(), momentType: z.string() })),
    }),
    cache: 2,
    publiclyCacheable: false,
    refuses: ['EVT4040'],
  },
  'GET /live/moments/vod/{vodId}/club/{clubId}': { ...list, access: 'admin', summary: 'Moments of one club in a VOD' },
  'POST /live/moments': {
    summary: 'Create a moment',
    access: 'admin',
    body: NewMoment.extend({ clubId: Id }),
    data: NewId,
    status: 201,
    refuses: ['CLB4000', 'VOD4040'],
  },
  'PATCH /live/moments/{id}': { ...change, access: 'admin', summary: 'Change a moment' },
  'DELETE /live/moments/{id}': { summary: 'Delete a moment', access: 'admin', refuses: ['MOM4040'] },
  'GET /live/moment-types': { ...types, access: 'admin', summary: 'Types of moments' },

  'GET /clubStaff/moments/vod/{vodId}': {
    ...list,
    access: 'clubStaff',
    summary: 'Moments of the caller’s club in a VOD',
  },
  'POST /clubStaff/moments': {
    summary: 'Create a moment of the caller’s club',
    access: 'clubStaff',
    body: NewMoment,
    data: NewId,
    status: 201,
    refuses: ['VOD4040'],
  },
  'PATCH /clubStaff/moments/{id}': { ...change, access: 'clubStaff', summary: 'Change a moment of the caller’s club' },
  'DELETE /clubStaff/moments/{id}': {
    summary: 'Delete a moment of the caller’s club',
    access: 'clubStaff',
    refuses: ['MOM4040'],
  },
  'GET /clubStaff/moment-types': { ...types, access: 'clubStaff', summary: 'Types of moments' },
});
