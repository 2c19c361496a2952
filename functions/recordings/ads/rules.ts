/** Ads: the stored item, and the choice of ads before a video. Pure. */
import type { MediaFields } from '../media/rules.ts';

export interface StoredAd extends MediaFields {
  id: string;
  version: number;
  title: string;
  emissionPriority: number | null;
  clubIds: string[];
  dateCreated: string;
  uploadId: string | null;
}

export function fitsClubs(ad: Pick<StoredAd, 'visible' | 'status' | 'clubIds'>, clubIds: readonly string[]): boolean {
  if (!ad.visible || ad.status !== 'FINISHED') return false;
  return ad.clubIds.length === 0 || ad.clubIds.some((id) => clubIds.includes(id));
}

/** Highest priority first, null last; among equals the newest. */
export function comparePlayingOrder(
  a: { emissionPriority: number | null; created: string },
  b: { emissionPriority: number | null; created: string },
): number {
  const priority = (b.emissionPriority ?? 0) - (a.emissionPriority ?? 0);
  return priority !== 0 ? priority : a.created < b.created ? 1 : -1;
}
