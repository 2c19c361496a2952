/** The end screen of a recording: the rest of its match, its club's videos, recommendations. Lazy-loaded. */
import { useQuery } from '@tanstack/react-query';
import type { VodCard } from '../../../../shared/contract/vod.ts';
import { api } from '../../../lib/api.ts';
import { formatDuration } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../session/session.tsx';
import { type NextItem, NextOffer } from './next-offer.tsx';

type WatchedVod = Pick<VodCard, 'id' | 'duration' | 'dateCreated' | 'sportEventId' | 'clubs'>;

export function RecordingEndScreen({ vod }: { vod: WatchedVod }) {
  const { data: next } = useNextVideo(vod);
  return next ? <NextOffer next={toNextItem(next)} /> : null;
}

export const toNextItem = ({ id, title, thumbnail, duration }: VodCard): NextItem => ({
  path: paths.vod(id),
  title,
  thumbnail,
  autoplays: true,
  note: duration === null ? null : formatDuration(duration),
});

function useNextVideo(vod: WatchedVod) {
  const { isLoggedIn, isLiveUser, user } = useSession();
  const [club] = vod.clubs;
  const event = vod.sportEventId;
  return useQuery({
    queryKey: ['next', vod.id, user?.id ?? 'visitor'],
    retry: false,
    queryFn: async ({ signal }): Promise<VodCard | null> => {
      const [ofMatch, ofClub] = await Promise.all([
        event === null
          ? []
          : api('GET /sportevents/{id}/vods', { params: { id: event }, signal }).then(({ data }) => data.vods),
        club ? api('GET /clubs/{id}/vods', { params: { id: club.id }, signal }).then(({ data }) => data.vods) : [],
      ]);
      const next = findNextVideo(vod, { ofMatch, ofClub, recommended: [] });
      if (next || !isLoggedIn || isLiveUser) return next ?? null;
      const { fromMyClubs, recommended } = (await api('GET /users/me/home', { signal })).data;
      return findNextVideo(vod, { ofMatch, ofClub, recommended: [...fromMyClubs, ...recommended] }) ?? null;
    },
  });
}

type Video = Pick<VodCard, 'id' | 'duration' | 'dateCreated' | 'sportEventId'>;

/**
 * Chooses the next video: one of the same match first (after a summary the whole match, after the first part the
 * second), then another of the club, then a recommendation.
 */
export function findNextVideo<V extends Video>(
  current: Video,
  { ofMatch, ofClub, recommended }: { ofMatch: readonly V[]; ofClub: readonly V[]; recommended: readonly V[] },
): V | undefined {
  const duration = current.duration ?? 0;
  const others = ofMatch.filter(({ id }) => id !== current.id);
  const longest = others.reduce<V | undefined>(
    (best, one) => (getLength(one) > getLength(best) ? one : best),
    undefined,
  );
  if (getLength(longest) > summaryRatio * duration) return longest;
  const later = others
    .filter(({ dateCreated }) => dateCreated > current.dateCreated)
    .toSorted((a, b) => (a.dateCreated < b.dateCreated ? -1 : 1))
    // The summary of the watched video is skipped.
    .find((one) => getLength(one) * summaryRatio > duration);
  const ids = new Set([current.id, ...others.map(({ id }) => id)]);
  return later ?? [...ofClub, ...recommended].find(({ id }) => !ids.has(id));
}

const getLength = (video: Video | undefined) => video?.duration ?? 0;

/** A whole match is at least this many times as long as its summary. */
const summaryRatio = 2;
