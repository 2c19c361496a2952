import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { withClubsError } from '../../platform/back-office/clubs-error.ts';
import { pollWhileProcessing } from '../../platform/back-office/processing-status.ts';

export function useAd(id: string) {
  return useQuery({
    queryKey: ['ad', id],
    queryFn: async ({ signal }) => (await api('GET /live/ad_videos/{id}', { params: { id }, signal })).data.adVideo,
    refetchInterval: ({ state }) => pollWhileProcessing(state.data && [state.data]),
  });
}

export const setAdClubs = (id: string, clubIds: string[], version?: number) =>
  withClubsError(api('PUT /live/ad_videos/{id}/clubs', { params: { id }, body: { clubIds, version } }));
