import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AuditKind, AuditView } from '../../../../shared/contract/audit.ts';
import { api } from '../../../lib/api.ts';
import { saveTable } from '../../../lib/save-table.ts';

export interface AuditQuery {
  person?: string;
  kind?: AuditKind;
  item?: string;
  from?: string;
  to?: string;
}

interface Page {
  entries: AuditView[];
  next: string | null;
}

export const useAudit = (query: AuditQuery) =>
  useInfiniteQuery({
    queryKey: ['audit', query],
    queryFn: async ({ pageParam, signal }) => {
      let page: Page;
      let cursor = pageParam;
      // A rare kind may be in none of the days that one answer has read.
      do {
        page = (await api('GET /live/audit', { query: { ...query, ...(cursor && { cursor }) }, signal })).data;
        cursor = page.next ?? '';
      } while (page.entries.length === 0 && cursor);
      return page;
    },
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
