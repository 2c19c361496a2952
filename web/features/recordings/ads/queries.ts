/** Ads as staff sees them; club staff read those of their club. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { VideoState } from '../../../../shared/contract/schema.ts';
import { api } from '../../../lib/api.ts';
import { fetchPageOrLast } from '../../../lib/use-page.ts';
import { withClubsError } from '../../platform/manage/clubs-error.ts';
import { pollWhileProcessing } from '../../platform/manage/processing-status.ts';
import { useManagement } from '../../platform/manage/use-management.ts';

interface AdQuery {
  page: number;
  search?: string | undefined;
  state?: VideoState | undefined;
  date?: string;
  clubIds?: string[];
}

export function useAds(query: AdQuery) {
  const { staff } = useManagement();
  return useQuery({
    queryKey: ['ads', staff, query],
    queryFn: ({ signal }) =>
      fetchPageOrLast(query.page, (page) =>
        api(staff ? 'GET /clubStaff/ad_videos' : 'GET /live/ad_videos', { query: { ...query, page }, signal }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollWhileProcessing(state.data?.adVideos),
  });
}

export function useAd(id: string) {
  return useQuery({
    queryKey: ['ad', id],
    queryFn: async ({ signal }) => (await api('GET /live/ad_videos/{id}', { params: { id }, signal })).data.adVideo,
    refetchInterval: ({ state }) => pollWhileProcessing(state.data && [state.data]),
  });
}

export const setAdClubs = (id: string, clubIds: string[], version?: number) =>
  withClubsError(api('PUT /live/ad_videos/{id}/clubs', { params: { id }, body: { clubIds, version } }));
