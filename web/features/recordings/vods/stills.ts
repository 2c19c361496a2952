import { useQuery } from '@tanstack/react-query';
import { parseStills } from '../../../player/previews.ts';

export function useStills(thumbnailsUrl: string | undefined) {
  return useQuery({
    queryKey: ['stills', thumbnailsUrl],
    enabled: thumbnailsUrl !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const address = thumbnailsUrl ?? '';
      const answer = await fetch(address, { signal });
      return answer.ok ? parseStills(await answer.text(), new URL(address, location.href).href) : [];
    },
  });
}
