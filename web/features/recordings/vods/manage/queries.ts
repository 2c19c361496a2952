import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';
import { paths } from '../../../../lib/paths.ts';
import { pollWhileProcessing } from '../../../platform/back-office/processing-status.ts';
import { useManagement } from '../../../platform/back-office/use-management.ts';

export function useManagedVod(id: string) {
  const { area } = useManagement();
  return useQuery({
    queryKey: ['managed-vod', area, id],
    queryFn: async ({ signal }) => (await api(`GET /${area}/vods/{id}`, { params: { id }, signal })).data.vod,
    refetchInterval: ({ state }) => pollWhileProcessing(state.data && [state.data]),
  });
}

export function useAwaitingPublicationCount(enabled: boolean) {
  return useQuery({
    queryKey: ['managed-vods', 'awaiting'],
    enabled,
    queryFn: async ({ signal }) => (await api('GET /live/publications', { signal })).data.awaiting,
    refetchInterval: 60_000,
  });
}

export const vodTexts = (id: string) => ({
  missing: 'VOD no encontrado',
  foreign: { title: 'Este video es de otro club', watch: paths.vod(id) },
  list: { to: paths.manage.vods.list, text: 'Ver los videos' },
});
