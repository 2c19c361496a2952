import { useQuery } from '@tanstack/react-query';
import type { QualityKind, QualityOfSubject } from '../../../../shared/contract/quality.ts';
import { api } from '../../../lib/api.ts';

export const useQualityOverview = () =>
  useQuery({ queryKey: ['quality'], queryFn: async ({ signal }) => (await api('GET /live/quality', { signal })).data });

export const useQuality = (kind: QualityKind, id: string) =>
  useQuery({
    queryKey: ['quality', kind, id],
    queryFn: async ({ signal }): Promise<QualityOfSubject & { id: string }> => ({
      id,
      ...(await api(`GET /live/quality/${kind}/{id}`, { params: { id }, signal })).data,
    }),
  });
