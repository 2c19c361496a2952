/** The views of a match (live, videos, clips, details), and which of them the URL selects. */
import { useRef } from 'react';
import type { LiveCard } from '../../../../shared/contract/live.ts';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import type { VodCard } from '../../../../shared/contract/vod.ts';
import { matchFacts } from '../../../../shared/domain/match.ts';
import { isSummary } from '../../../../shared/domain/match-videos.ts';
import { useResultsHidden } from '../../../lib/results-visibility.ts';
import { useFilter } from '../../../lib/use-page.ts';
import type { Choice } from '../../../ui/select.tsx';
import type { useEventLives, useEventVods } from './queries.ts';

const liveChoice = 'directo';
const clips: Choice = { value: 'clips', label: 'Clips' };
const data: Choice = { value: 'datos', label: 'Datos' };

export function useMediaChoice(
  id: string,
  event: SportEvent | undefined,
  lives: Pick<ReturnType<typeof useEventLives>, 'data' | 'isFetched'>,
  vods: Pick<ReturnType<typeof useEventVods>, 'data' | 'isFetched'>,
) {
  const [wanted, choose] = useFilter('ver');
  const isHidden = useResultsHidden();
  /** '{event} {video}' of the video played last. */
  const lastOnStage = useRef('');
  const live = lives.data?.[0];
  const videos = toVideoChoices(live, vods.data?.vods);
  // A link to the clips shows placeholders until they are loaded.
  const hasClips = vods.isFetched ? (vods.data?.clips ?? 0) > 0 : wanted === clips.value;
  const detailChoices = [...(hasClips ? [clips] : []), ...(event && hasData(event, isHidden) ? [data] : [])];
  const isUnseen = lives.isFetched && vods.isFetched && videos.length === 0;
  const detailChoice =
    detailChoices.find(({ value }) => value === wanted) ?? (isUnseen && hasClips ? clips : undefined);
  // A playing video continues behind clips or details; a link to those opens without a player.
  const video =
    videos.find(({ value }) => (detailChoice ? `${id} ${value}` === lastOnStage.current : value === wanted)) ??
    videos[0];
  if (video && !detailChoice) lastOnStage.current = `${id} ${video.value}`;
  return {
    choices: [...videos, ...detailChoices],
    value: (detailChoice ?? video)?.value,
    choose,
    /** The video to play; behind clips and details, the one played last, or the first. */
    live: video?.value === liveChoice ? live : undefined,
    vod: vods.data?.vods.find((vod) => vod.id === video?.value),
    isOnStage: lastOnStage.current === `${id} ${video?.value}`,
    showsClips: detailChoice === clips,
    showsData: detailChoice === data,
  };
}

function toVideoChoices(live: LiveCard | undefined, vods: readonly VodCard[] = []): Choice[] {
  const recordings = vods.filter((vod) => !isSummary(vod));
  return [
    ...(live ? [{ value: liveChoice, label: 'Directo' }] : []),
    ...recordings.map(({ id }, index) => ({ value: id, label: index === 0 ? 'Video' : `Video ${index + 1}` })),
    ...vods.filter(isSummary).map(({ id }) => ({ value: id, label: 'Resumen' })),
  ];
}

/** Returns whether there is more to show than the date. */
const hasData = (event: SportEvent, isHidden: boolean): boolean =>
  Boolean(matchFacts(event) || event.score) || event.state === 'LIVE' || (isHidden && event.state === 'FINISHED');
