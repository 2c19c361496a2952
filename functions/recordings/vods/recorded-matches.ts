/** Marks the matches of public lists whose recording can be watched. */
import { createPublishedFilter, type VodRow, vods } from './store.ts';

export async function markRecorded<View extends { id: string }>(
  views: readonly View[],
): Promise<(View & { hasVideo?: true })[]> {
  if (views.length === 0) return [];
  const rows = await vods.find({}, createPublishedFilter);
  const ids = recorded.get(rows) ?? new Set(rows.map(({ sportEventId }) => sportEventId));
  recorded.set(rows, ids);
  return views.map((view) => (ids.has(view.id) ? { ...view, hasVideo: true } : view));
}

/** Ids of matches by the array of rows they come from; a changed list is another array. */
const recorded = new WeakMap<readonly VodRow[], ReadonlySet<string | null>>();
