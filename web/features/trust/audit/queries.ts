import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AuditKind } from '../../../../shared/contract/audit.ts';
import { api } from '../../../lib/api.ts';
import { saveTable } from '../../../lib/save-table.ts';

export interface AuditQuery {
  person?: string;
  kind?: AuditKind;
  item?: string;
  from?: string;
  to?: string;
}

export const useAudit = (query: AuditQuery) =>
  useInfiniteQuery({
    queryKey: ['audit', query],
    queryFn: async ({ pageParam, signal }) =>
      (await api('GET /live/audit', { query: { ...query, ...(pageParam && { cursor: pageParam }) }, signal })).data,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** Fetches again for each new version of the item, and shows the previous entry until the new one arrives. */
export const useLastChange = (kind: AuditKind, item: string, version: number) =>
  useQuery({
    queryKey: ['last-change', kind, item, version],
    queryFn: async ({ signal }) => (await api('GET /audit/last', { query: { kind, item }, signal })).data.entry,
    placeholderData: keepPreviousData,
  });

/** Saves the filtered entries as a file. @throws ApiError */
export const saveAudit = (query: AuditQuery) => saveTable('/live/audit/csv', { ...query }, 'registro-de-cambios.csv');
