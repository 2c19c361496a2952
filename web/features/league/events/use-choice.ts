/** What there is of a match, and what of it is chosen by the address: its live, its videos, its clips, its data. */
import { useRef } from 'react';
import type { SportEvent } from '../../../../shared/contract/events.ts';
import type { LiveCard } from '../../../../shared/contract/live.ts';
import type { VodCard } from '../../../../shared/contract/vods.ts';
import { matchFacts } from '../../../../shared/domain/match.ts';
import { isSummary } from '../../../../shared/domain/match-videos.ts';
import { useResultsHidden } from '../../../lib/results.ts';
import { useFilter } from '../../../lib/use-page.ts';
import type { Choice } from '../../../ui/select.tsx';
import type { useEventLives, useEventVods } from './queries.ts';

const liveChoice = 'directo';
const clips: Choice = { value: 'clips', label: 'Clips' };
const data: Choice = { value: 'datos', label: 'Datos' };

export function useChoice(
  id: string,
  event: SportEvent | undefined,
  lives: Pick<ReturnType<typeof useEventLives>, 'data' | 'isFetched'>,
  vods: Pick<ReturnType<typeof useEventVods>, 'data' | 'isFetched'>,
) {
  const [wanted, choose] = useFilter('ver');
  const isHidden = useResultsHidden();
  /** The event and what of it was on the stage last. */
  const seen = useRef('');
  const live = lives.data?.[0];
  const videos = videosOf(live, vods.data?.vods);
  // Whoever was sent to its clips sees their places until they are known.
  const hasClips = vods.isFetched ? (vods.data?.clips ?? 0) > 0 : wanted === clips.value;
  const looks = [...(hasClips ? [clips] : []), ...(event && hasData(event, isHidden) ? [data] : [])];
  const isUnseen = lives.isFetched && vods.isFetched && videos.length === 0;
  const look = looks.find(({ value }) => value === wanted) ?? (isUnseen && hasClips ? clips : undefined);
  // What plays goes on while its match is looked up; whoever comes for that alone finds no player in the way.
  const video = videos.find(({ value }) => (look ? `${id} ${value}` === seen.current : value === wanted)) ?? videos[0];
  if (video && !look) seen.current = `${id} ${video.value}`;
  return {
    choices: [...videos, ...looks],
    value: (look ?? video)?.value,
    choose,
    /** What is to be played; when something else is chosen, what was played before, or what would be first. */
    live: video?.value === liveChoice ? live : undefined,
    vod: vods.data?.vods.find((vod) => vod.id === video?.value),
    isOnStage: seen.current === `${id} ${video?.value}`,
    showsClips: look === clips,
    showsData: look === data,
  };
}

/** What there is to watch of a match: first its live, then itself, then its summary. */
function videosOf(live: LiveCard | undefined, vods: readonly VodCard[] = []): Choice[] {
  const whole = vods.filter((vod) => !isSummary(vod));
  return [
    ...(live ? [{ value: liveChoice, label: 'Directo' }] : []),
    ...whole.map(({ id }, index) => ({ value: id, label: index === 0 ? 'Video' : `Video ${index + 1}` })),
    ...vods.filter(isSummary).map(({ id }) => ({ value: id, label: 'Resumen' })),
  ];
}

/** Whether there is more to look up than when it is. */
const hasData = (event: SportEvent, isHidden: boolean): boolean =>
  Boolean(matchFacts(event) || event.score) || event.state === 'LIVE' || (isHidden && event.state === 'FINISHED');
