/** Paid matches that cannot be watched. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UnseenState } from '../../../../shared/domain/unseen.ts';
import { api } from '../../../lib/api.ts';
import { saveTable } from '../../../lib/save-table.ts';
import { fetchPageOrLast } from '../../../lib/use-page.ts';

export const useUnseenPurchases = (state: UnseenState | undefined, page: number) =>
  useQuery({
    queryKey: ['unseen-purchases', state, page],
    queryFn: ({ signal }) =>
      fetchPageOrLast(page, (at) =>
        api('GET /live/unseen-purchases', { query: { page: at, ...(state && { state }) }, signal }),
      ),
    placeholderData: keepPreviousData,
  });

export const useLostMinutes = (page: number) =>
  useQuery({
    queryKey: ['lost-minutes', page],
    queryFn: ({ signal }) =>
      fetchPageOrLast(page, (at) => api('GET /live/lost-minutes', { query: { page: at }, signal })),
    placeholderData: keepPreviousData,
  });

/** Saves the filtered list as a file. @throws ApiError */
export const saveUnseenPurchases = (state: UnseenState | undefined) =>
  saveTable('/live/unseen-purchases/csv', { state }, 'compras-sin-ver.csv');
