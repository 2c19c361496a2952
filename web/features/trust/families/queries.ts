/** Queries of 'Solo familias': a club's links and people, the invitation, and the user's matches. */

import { useQuery } from '@tanstack/react-query';
import type { FamilyMember } from '../../../../shared/contract/families.ts';
import type { Sport } from '../../../../shared/contract/schema.ts';
import type { AgeCategory } from '../../../../shared/domain/match.ts';
import { api } from '../../../lib/api.ts';
import { useAct } from '../../../ui/use-act.ts';

const families = 'families';

/** `clubId` is undefined until an admin has chosen a club. */
export const useFamilies = (clubId: string | undefined) =>
  useQuery({
    queryKey: [families, 'club', clubId],
    enabled: clubId !== undefined,
    queryFn: async ({ signal }) => (await api('GET /families', { query: clubId ? { clubId } : {}, signal })).data,
  });

export interface FamilyTeamChoice {
  clubId: string;
  sport: Sport;
  category: AgeCategory;
  season: number;
}

export const useNewCode = () =>
  useAct({
    send: async (body: FamilyTeamChoice) => (await api('POST /families/codes', { body })).data.url,
    failure: null,
    stale: [families],
  });

export const useFamilyDecision = ({ id }: Pick<FamilyMember, 'id'>) =>
  useAct({
    send: (state: 'CONFIRMED' | 'REFUSED' | 'REVOKED') =>
      api('POST /families/members/{id}/decision', { params: { id }, body: { state } }),
    failure: null,
    stale: [families],
  });

export const useFamilyInvitation = (token: string, userId: string | undefined) =>
  useQuery({
    queryKey: [families, 'invitation', token, userId],
    queryFn: async ({ signal }) => (await api('GET /family-invitations/{token}', { params: { token }, signal })).data,
  });

export const useFamilyRequest = (token: string) =>
  useAct({
    send: () => api('POST /family-invitations/{token}', { params: { token } }),
    failure: null,
    stale: [families],
  });

export const useFamilyMatches = (userId: string | undefined) =>
  useQuery({
    queryKey: [families, 'matches', userId],
    enabled: userId !== undefined,
    queryFn: async ({ signal }) => (await api('GET /users/me/family-matches', { signal })).data,
  });
