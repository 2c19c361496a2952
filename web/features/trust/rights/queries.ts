/** Queries of image rights: what matches lack, and the statements of clubs and competitions. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CompetitionStatement, TeamStatement } from '../../../../shared/contract/rights.ts';
import { contractVersion, type Purpose, statementVersion } from '../../../../shared/domain/image-rights.ts';
import { api } from '../../../lib/api.ts';
import { openExternal } from '../../../lib/external-navigation.ts';
import { sendForm } from '../../../lib/send-form.ts';
import { useAct } from '../../../ui/use-act.ts';

/** First part of all keys of this file, because a statement may change the data of any. */
const rights = 'rights';

export const useMatchesRights = (query: { page: number; lacking?: 'true' }) =>
  useQuery({
    queryKey: [rights, 'matches', query],
    queryFn: async ({ signal }) => (await api('GET /rights/matches', { query, signal })).data,
    placeholderData: keepPreviousData,
  });

export const useMatchRights = (id: string) =>
  useQuery({
    queryKey: [rights, 'match', id],
    queryFn: async ({ signal }) => (await api('GET /rights/matches/{id}', { params: { id }, signal })).data,
  });

/** `clubId` is undefined until an admin has chosen a club. */
export const useTeams = (clubId: string | undefined) =>
  useQuery({
    queryKey: [rights, 'teams', clubId],
    enabled: clubId !== undefined,
    queryFn: async ({ signal }) => (await api('GET /rights/teams', { query: clubId ? { clubId } : {}, signal })).data,
  });

export const useCompetitionRights = () =>
  useQuery({
    queryKey: [rights, 'competitions'],
    queryFn: async ({ signal }) => (await api('GET /rights/competitions', { query: {}, signal })).data,
  });

export const useHistory = (id: string) =>
  useQuery({
    queryKey: [rights, 'history', id],
    queryFn: async ({ signal }) =>
      (await api('GET /rights/statements/{id}/history', { params: { id }, signal })).data.entries,
  });

/** A row of the grid. */
export type Statement = TeamStatement | CompetitionStatement;

/** Saves the changed statements one after the other; those saved before a failure stay. */
export function useSaveStatements(clubId: string | undefined) {
  return useAct({
    send: async (changes: readonly { statement: Statement; purposes: Purpose[] }[]) => {
      for (const { statement, purposes } of changes) {
        const { sport, season, version } = statement;
        const common = { sport, season, purposes, version };
        if ('name' in statement) await api('PUT /rights/competitions', { body: { ...common, name: statement.name } });
        else if (clubId)
          await api('PUT /rights/teams', {
            body: {
              ...common,
              clubId,
              category: statement.category,
              textVersion: statementVersion,
              ...(statement.team && { team: statement.team }),
            },
          });
      }
    },
    failure: null,
    stale: [rights],
  });
}

export const useContract = (clubId: string) =>
  useAct({
    send: () => api('POST /rights/contract', { body: { clubId, version: contractVersion } }),
    failure: null,
    stale: [rights],
  });

export const useDocumentUpload = (id: string) =>
  useAct({
    send: (file: File) => {
      const form = new FormData();
      form.append('documentFile', file);
      return sendForm('POST /rights/statements/{id}/document', { id }, form, () => undefined);
    },
    failure: null,
    stale: [rights],
  });

/** Opens the document, whose address is valid for a minute; the browser saves the file without leaving the page. */
export const useDocument = (id: string) =>
  useAct({
    send: async () => openExternal((await api('GET /rights/statements/{id}/document', { params: { id } })).data.url),
    failure: null,
    stale: [rights],
  });
