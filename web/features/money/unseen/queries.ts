/** Paid matches that cannot be watched. */
import { useQuery } from '@tanstack/react-query';
import type { UnseenState } from '../../../../shared/domain/unseen.ts';
import { api } from '../../../lib/api.ts';
import { saveTable } from '../../../lib/save-table.ts';
import { pageQuery } from '../../../lib/use-page.ts';

export const useUnseenPurchases = (state: UnseenState | undefined, page: number) =>
  useQuery(
    pageQuery(['unseen-purchases', state], page, (page, signal) =>
      api('GET /live/unseen-purchases', { query: { page, ...(state && { state }) }, signal }),
    ),
  );

export const useLostMinutes = (page: number) =>
  useQuery(
    pageQuery(['lost-minutes'], page, (page, signal) => api('GET /live/lost-minutes', { query: { page }, signal })),
  );

/** Saves the filtered list as a file. @throws ApiError */
export const saveUnseenPurchases = (state: UnseenState | undefined) =>
  saveTable('/live/unseen-purchases/csv', { state }, 'compras-sin-ver.csv');
