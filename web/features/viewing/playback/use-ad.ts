/**
 * The ad before playback: the first that fits the clubs. Shown at most once per viewing, also after a reload; omitted
 * if the response is slow or fails.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../lib/api.ts';

const timeoutMs = 1500;

type AdState = { state: 'asking' } | { state: 'none' } | { state: 'showing'; ad: { title: string; url: string } };

export function useAd(itemKey: string, clubIds: readonly string[] | undefined): [AdState, () => void] {
  const [over, setOver] = useState<string>();
  const wanted = clubIds !== undefined && over !== itemKey && !isSeen(itemKey);
  const ads = useQuery({
    queryKey: ['ads', itemKey, clubIds],
    enabled: wanted,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await api('GET /ad_videos', { query: { clubIds: [...(clubIds ?? [])] }, signal })).data.adVideos,
  });
  const asking = wanted && ads.isPending;
  useEffect(() => {
    if (!asking) return;
    const timer = setTimeout(() => setOver(itemKey), timeoutMs);
    return () => clearTimeout(timer);
  }, [asking, itemKey]);

  const finish = () => {
    markSeen(itemKey);
    setOver(itemKey);
  };
  if (asking) return [{ state: 'asking' }, finish];
  const ad = wanted ? ads.data?.[0] : undefined;
  return [ad ? { state: 'showing', ad } : { state: 'none' }, finish];
}

/** The tab remembers seen ads; without storage, a reload may show one again. */
function isSeen(itemKey: string): boolean {
  try {
    return sessionStorage.getItem(seenKey(itemKey)) !== null;
  } catch {
    return false;
  }
}

function markSeen(itemKey: string): void {
  try {
    sessionStorage.setItem(seenKey(itemKey), 'yes');
  } catch {}
}

const seenKey = (itemKey: string) => `cantera:ad-seen:${itemKey}`;
