/**
 * The end screen of a live: its recording, or else the clubs' next match. Empty while the match continues, because the
 * picture will return. Lazy-loaded.
 */
import { useQuery } from '@tanstack/react-query';
import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { isOver } from '../../../../shared/domain/match-state.ts';
import { api } from '../../../lib/api.ts';
import { capitalise } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { formatEventKickOff } from '../../league/events/event-state.tsx';
import { splitRunningAndNext } from '../../league/events/event-times.ts';
import { useSportEvent } from '../../league/events/queries.ts';
import { type NextItem, NextOffer } from './next-offer.tsx';
import { toNextItem } from './recording-end-screen.tsx';

export interface WatchedLive {
  /** Key of the broadcast that was watched. */
  itemKey: string;
  event: Pick<
    EventOfItem,
    'id' | 'state' | 'scheduledStartDate' | 'scheduledFinishDate' | 'signal' | 'hasCamera'
  > | null;
  clubIds: readonly string[];
}

export function LiveEndScreen({ watched, below = false }: { watched: WatchedLive; below?: boolean }) {
  // The match may end a moment after its picture.
  const awaited = { enabled: !hasEnded(watched), staleTime: 0, refetchInterval: 15_000 };
  const { data: known } = useSportEvent(watched.event?.id ?? '', awaited);
  const { data: next } = useQuery({
    queryKey: ['next-live', watched.itemKey],
    retry: false,
    enabled: hasEnded(watched) || hasEnded({ event: known ?? watched.event }),
    queryFn: ({ signal }) => findNext(watched, signal),
  });
  return next ? <NextOffer next={next} below={below} /> : null;
}

/** A live without a match counts as ended, because nothing announces its return. */
const hasEnded = ({ event }: Pick<WatchedLive, 'event'>) => !event || isOver(event, Date.now());

async function findNext({ event, clubIds }: WatchedLive, signal: AbortSignal): Promise<NextItem | null> {
  if (event) {
    const { vods } = (await api('GET /sportevents/{id}/vods', { params: { id: event.id }, signal })).data;
    const [longest] = vods.toSorted((a, b) => (b.duration ?? 0) - (a.duration ?? 0));
    if (longest) return toNextItem(longest);
  }
  if (clubIds.length === 0) return null;
  const { sportEvents } = (
    await api('GET /sportevents', { query: { time: 'upcoming', clubIds: [...clubIds] }, signal })
  ).data;
  const { running, next } = splitRunningAndNext(sportEvents.filter(({ id }) => id !== event?.id));
  const match = running[0] ?? next;
  if (!match) return null;
  return {
    path: paths.event(match.id),
    title: match.title,
    thumbnail: match.thumbnail,
    autoplays: false,
    action: 'Ficha del partido',
    note: capitalise(formatEventKickOff(match)),
  };
}
