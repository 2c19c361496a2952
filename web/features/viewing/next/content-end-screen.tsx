/** The end screen of a content video: the next one of its category. Lazy-loaded. */
import { useQuery } from '@tanstack/react-query';
import type { ContentCard } from '../../../../shared/contract/content.ts';
import { api } from '../../../lib/api.ts';
import { formatDuration } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { type NextItem, NextOffer } from './next-offer.tsx';

export function ContentEndScreen({ video }: { video: Pick<ContentCard, 'id' | 'categoryId'> }) {
  const { data: next } = useQuery({
    queryKey: ['next-content', video.id],
    retry: false,
    queryFn: ({ signal }) => findNext(video, signal),
  });
  return next ? <NextOffer next={next} /> : null;
}

/** Pages that are read: the video is usually on one of the first. */
const maxPages = 5;

async function findNext(
  { id, categoryId }: Pick<ContentCard, 'id' | 'categoryId'>,
  signal: AbortSignal,
): Promise<NextItem | null> {
  const params = { categoryId: String(categoryId) };
  const seen: ContentCard[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const { contentVideos, totalPages } = (
      await api('GET /content/categories/{categoryId}/videos', { params, query: { page }, signal })
    ).data;
    seen.push(...contentVideos);
    const at = seen.findIndex((one) => one.id === id);
    const next = at < 0 ? undefined : seen[at + 1];
    if (next) return toNextItem(next, true);
    if (page >= totalPages) break;
  }
  // After the last video, the first one is offered, without a countdown.
  const [first] = seen;
  return first && first.id !== id ? toNextItem(first, false) : null;
}

const toNextItem = ({ id, categoryId, title, thumbnail, duration }: ContentCard, autoplays: boolean): NextItem => ({
  path: paths.contentVideo(categoryId, id),
  title,
  thumbnail,
  autoplays,
  note: duration === null ? null : formatDuration(duration),
});
