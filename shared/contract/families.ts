/** Endpoints of 'Solo familias': codes of teams, the people confirmed by a club, and the matches that they may see. */
import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { AgeCategory, ClubName, Id, Season, Sport, SportInput } from './schema.ts';
import { SportEvent } from './sport-event.ts';

const Team = z.object({ clubId: Id, sport: Sport, category: AgeCategory, season: Season });
export type FamilyTeam = z.output<typeof Team>;

export const FamilyState = z.enum(['WAITING', 'CONFIRMED', 'REFUSED', 'REVOKED']);
export type FamilyState = z.output<typeof FamilyState>;

export const Member = Team.extend({
  id: Id,
  name: z.string(),
  email: z.string(),
  state: FamilyState,
  /** False while the person has not proved the address; the club cannot confirm it until then. */
  isProved: z.boolean(),
  askedAt: z.string(),
  decidedAt: z.string().nullable(),
});
export type FamilyMember = z.output<typeof Member>;

const Code = Team.omit({ clubId: true }).extend({ createdAt: z.string() });
export type FamilyCode = z.output<typeof Code>;

const Invitation = Team.omit({ clubId: true }).extend({
  club: ClubName,
  state: FamilyState.nullable(),
  /** False if the caller has not proved the address of the account. */
  isProved: z.boolean(),
});
export type FamilyInvitation = z.output<typeof Invitation>;

export const familyEndpoints = defineEndpoints({
  'GET /families': {
    summary: "A club's invitation codes, and the people who have requested membership of a team",
    access: 'staff',
    query: z.object({ clubId: Id.optional() }),
    data: z.object({ club: ClubName, codes: z.array(Code), members: z.array(Member) }),
    refuses: ['CLB4040', 'SSN4030'],
  },
  'GET /families/matches/{id}': {
    summary: 'Those who would lose a match that is cancelled or becomes one for families, and the cents they paid',
    access: 'staff',
    data: z.object({ buyers: z.int(), amount: z.int(), followers: z.int() }),
    refuses: ['EVT4040', 'SSN4030'],
  },
  'POST /families/codes': {
    summary: "Create or replace a team's code: the old link stops working, confirmed members stay",
    access: 'staff',
    body: Team.extend({ sport: SportInput }),
    data: z.object({ code: z.string(), url: z.string() }),
    refuses: ['CLB4040', 'SSN4030'],
  },
  'POST /families/members/{id}/decision': {
    summary: 'Confirm or refuse a request, or revoke a membership, which ends its running playbacks',
    access: 'staff',
    body: z.object({ state: FamilyState.exclude(['WAITING']) }),
    data: z.object({ state: FamilyState }),
    refuses: ['FAM4040', 'FAM4090', 'FAM4092', 'SSN4030'],
  },
  'GET /family-invitations/{token}': {
    summary: 'The team of a code, and the state of the caller’s request',
    access: 'public',
    data: Invitation,
    cache: 0,
    refuses: ['FAM4041', 'REQ4290'],
  },
  'POST /family-invitations/{token}': {
    summary: 'Request membership of a code’s team; idempotent',
    access: 'viewer',
    data: z.object({ state: FamilyState }),
    refuses: ['FAM4041', 'REQ4290'],
  },
  'GET /users/me/family-matches': {
    summary: 'Matches for families that the caller may see, newest first',
    access: 'viewer',
    data: z.object({ sportEvents: z.array(SportEvent), teams: z.array(Invitation) }),
  },
});
