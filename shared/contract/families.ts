/** Endpoints of 'Solo familias': codes of teams, the people confirmed by a club, and the matches that they may see. */
import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { AgeCategory, ClubName, Id, Season, Sport, SportInput } from './schema.ts';
import { SportEvent } from './sport-event.ts';

const Team = z.object({ clubId: Id, sport: Sport, category: AgeCategory, season: Season });

export const FamilyState = z.enum(['WAITING', 'CONFIRMED', 'REFUSED', 'REVOKED']);
export type FamilyState = z.output<typeof FamilyState>;

const Member = Team.extend({
  id: Id,
  name: z.string(),
  email: z.string(),
  state: FamilyState,
  askedAt: z.string(),
  decidedAt: z.string().nullable(),
});
export type FamilyMember = z.output<typeof Member>;

const Code = Team.omit({ clubId: true }).extend({ createdAt: z.string() });
export type FamilyCode = z.output<typeof Code>;

const Invitation = Team.omit({ clubId: true }).extend({ club: ClubName, state: FamilyState.nullable() });
export type FamilyInvitation = z.output<typeof Invitation>;

export const familyEndpoints = defineEndpoints({
  'GET /families': {
    summary: "A club's codes, and the people who have asked for a team",
    access: 'staff',
    query: z.object({ clubId: Id.optional() }),
    data: z.object({ club: ClubName, codes: z.array(Code), members: z.array(Member) }),
    refuses: ['CLB4040', 'SSN4030'],
  },
  'POST /families/codes': {
    summary: "Create a team's code, or replace it: the old link is void, the confirmed people stay",
    access: 'staff',
    body: Team.extend({ sport: SportInput }),
    data: z.object({ code: z.string(), url: z.string() }),
    refuses: ['CLB4040', 'REQ4090', 'SSN4030'],
  },
  'POST /families/members/{id}/decision': {
    summary: 'Confirm or refuse somebody who has asked, or revoke a confirmed one, which ends what is running',
    access: 'staff',
    body: z.object({ state: FamilyState.exclude(['WAITING']) }),
    data: z.object({ state: FamilyState }),
    refuses: ['FAM4040', 'FAM4090', 'REQ4090', 'SSN4030'],
  },
  'GET /family-invitations/{token}': {
    summary: 'The team of a code, and what has become of the caller’s own request',
    access: 'public',
    data: Invitation,
    refuses: ['FAM4041', 'REQ4290'],
  },
  'POST /family-invitations/{token}': {
    summary: 'Ask to be confirmed for the team of a code; asking again changes nothing',
    access: 'viewer',
    data: z.object({ state: FamilyState }),
    refuses: ['FAM4041', 'REQ4290'],
  },
  'GET /users/me/family-matches': {
    summary: 'Matches for families that the caller may see, the newest first',
    access: 'viewer',
    data: z.object({ sportEvents: z.array(SportEvent), teams: z.array(Invitation) }),
  },
});
