import * as z from 'zod';
import { eventStates } from '../domain/event-state.ts';
import { maxPeriods, sideKinds, sides, turns } from '../domain/score.ts';
import { defineEndpoints } from './endpoint.ts';
import { Id, Single, Sport } from './schema.ts';

/** Milliseconds since the Unix epoch; a phone's clock may be wrong. */
const Clock = z.int().min(0).max(8.64e15);
const Period = z.int().min(1).max(maxPeriods);
const Shirt = z.int().min(0).max(99, 'El dorsal debe tener una o dos cifras').nullable();
export const SideKind = z.enum([...new Set([...sideKinds.SOCCER, ...sideKinds.BASKET])], 'La acción no es válida');

const logged = {
  id: Id,
  period: Period,
  /** Milliseconds into the period, as the scorer saw them. */
  clockMs: z
    .int()
    .min(0)
    .max(6 * 3_600_000),
  /** By the phone's clock. */
  at: Clock,
};

export const NewAction = z.union([
  z.object({ ...logged, kind: SideKind, side: z.enum(sides), shirt: Shirt.default(null) }),
  z.object({ ...logged, kind: z.enum(turns) }),
  z.object({ ...logged, kind: z.literal('UNDO'), undoes: Id }),
]);

export type NewAction = z.input<typeof NewAction>;

/** `sentAt`, by the same clock as the actions, reveals that clock's error. */
export const NewActions = z.object({ device: Id, sentAt: Clock, actions: z.array(NewAction).min(1).max(50) });

/** An action in the log; `at` is corrected to the server's clock. */
export const LoggedAction = z.object({
  ...logged,
  kind: z.enum([...SideKind.options, ...turns, 'UNDO']),
  side: z.enum(sides).nullable(),
  shirt: Shirt,
  undoes: Id.nullable(),
  device: Id,
  /** Position in the log, from 1. */
  sequence: z.int(),
  clientAt: Clock,
  receivedAt: Clock,
});
export type LoggedAction = z.output<typeof LoggedAction>;

export const Phase = z.enum(['BEFORE', 'PLAYING', 'BREAK', 'ENDED']);
const points = { home: z.int(), away: z.int() };

export const ShownScore = z.object({
  ...points,
  phase: Phase,
  period: z.int(),
  /**
   * Start of the current period, in milliseconds since the Unix epoch by the server's clock; null while none is played.
   */
  startedAt: z.int().nullable(),
  clockMs: z.int(),
  periods: z.array(z.object(points)),
  /** Number of actions in the log. */
  version: z.int(),
  /** Time of the last action included, to match it with a live's frames. */
  changedAt: z.int().nullable(),
});

const FollowedMatch = z.object({
  state: z.enum(eventStates),
  signal: z.object({ since: z.string(), stoppedAt: z.string().nullable() }).nullable(),
  hasCamera: z.boolean(),
  /** Slug of the live that viewers see, where several sources broadcast the match and one of them is a phone. */
  live: z.string().nullable(),
});

/** Score of a match that has begun, for lists and pages. */
export const MatchScore = ShownScore.pick({ home: true, away: true, phase: true, period: true });
export type MatchScore = z.output<typeof MatchScore>;

const wrongSince = 'El número de acción no es válido';
const Since = z.coerce.number(wrongSince).int(wrongSince).min(0, wrongSince).max(1_000_000, wrongSince);

export const ScorerAppMatch = z.object({
  title: z.string(),
  sport: Sport,
  home: z.string().nullable(),
  away: z.string().nullable(),
  /** URLs of the crests. */
  crests: z.object({ home: z.string().nullable(), away: z.string().nullable() }),
});
export type ScorerAppMatch = z.output<typeof ScorerAppMatch>;

/** State of a broadcast for people at the ground; `text` says what to do. */
export const SignalStatus = z.object({ level: z.enum(['good', 'choppy', 'none']), text: z.string() });
export type SignalStatus = z.output<typeof SignalStatus>;

/** A scorer link's validity follows the match if that is rescheduled. */
export const ScorerLink = z.object({ madeAt: z.string(), validFrom: z.string(), validUntil: z.string() });
export type ScorerLink = z.output<typeof ScorerLink>;

export const now = z.int().meta({ description: 'The server’s clock, in milliseconds since 1970.' });

const byScorer = { access: 'scorer', refuses: ['EVT4040', 'SCR4030', 'SSN4030'] } as const;
const link = { access: 'staff', refuses: ['EVT4040', 'SSN4030'] } as const;

export const scoreEndpoints = defineEndpoints({
  'GET /sportevents/{id}/score': {
    summary: 'Score, period and clock of a match',
    access: 'public',
    data: Single('score', ShownScore),
    cache: 2,
    publiclyCacheable: true,
    revealsResults: true,
    refuses: ['EVT4040'],
  },
  'GET /sportevents/{id}/signal': {
    summary: 'Event state and signal of a match, for pages that poll it; contains no result',
    access: 'public',
    data: FollowedMatch,
    cache: 2,
    publiclyCacheable: false,
    refuses: ['EVT4040'],
  },
  'GET /sportevents/{id}/score/actions': {
    ...byScorer,
    summary: 'Actions of a match’s log after sequence `since`, for the scorer app',
    query: z.object({ since: Since.default(0) }),
    data: z.object({ actions: z.array(LoggedAction), version: z.int(), now }),
  },
  'POST /sportevents/{id}/score/actions': {
    summary: 'Append actions to a match’s log; repeated ones are ignored',
    access: 'scorer',
    body: NewActions,
    data: z.object({
      /** Each sent action; `duplicateOf` names a similar action from another phone. */
      actions: z.array(z.object({ id: Id, duplicateOf: Id.nullable() })),
      score: ShownScore,
      now,
    }),
    refuses: ['EVT4040', 'SCR4000', 'SCR4030', 'SCR4090', 'SSN4030'],
  },
  'GET /sportevents/{id}/desk': {
    ...byScorer,
    summary: 'The match’s sides and crests, for the scorer app',
    data: Single('match', ScorerAppMatch),
  },
  'GET /sportevents/{id}/desk/signal': {
    ...byScorer,
    summary: 'Signal of the match’s cameras, for the scorer app; null if no camera shows it',
    data: z.object({ signal: SignalStatus.nullable() }),
  },
  'GET /sportevents/{id}/desk/picture': {
    ...byScorer,
    summary: 'Frame of the match’s camera, at most half a minute old, for the scorer app; null if nothing is on air',
    /** A data URL, because a plain URL could be shared. */
    data: z.object({ picture: z.string().nullable() }),
  },

  'GET /sportevents/{id}/scorer-link': {
    ...link,
    summary: 'The valid scorer link of a match, without its token; null if there is none',
    data: z.object({ link: ScorerLink.nullable() }),
  },
  'POST /sportevents/{id}/scorer-link': {
    ...link,
    summary: 'Create the scorer link of a match, replacing the previous one; its token is returned only here',
    data: z.object({ link: ScorerLink, token: z.string() }),
    status: 201,
  },
  'DELETE /sportevents/{id}/scorer-link': { ...link, summary: 'Revoke the scorer link of a match at once' },
});
