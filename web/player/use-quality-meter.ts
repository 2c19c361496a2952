/** Measures a playback whose address has a token. Others, such as clips, are not reported. */
import { type RefObject, useEffect, useRef } from 'react';
import { isPlayingRemotely } from './airplay.ts';
import { getToken } from './hls-requests.ts';
import type { PlayerProps } from './player-props.ts';
import { QualityMeter } from './quality-meter.ts';

/** Must be called before the source is attached. */
export function useQualityMeter(
  video: RefObject<HTMLVideoElement | null>,
  { url, live = false, meters }: Pick<PlayerProps, 'url' | 'live' | 'meters'>,
  openedAt: number,
): RefObject<QualityMeter | undefined> {
  const meter = useRef<QualityMeter>(undefined);
  const token = useRef(meters && getToken(url)).current;
  useEffect(() => {
    const element = video.current;
    if (!element || !meters || !token) return;
    const isAway = () =>
      (document.hidden && document.pictureInPictureElement !== element) || isPlayingRemotely(element);
    const created = new QualityMeter(element, { token, openedAt, isAway, live });
    meter.current = created;
    meters.current.push(created);
    return created.watch();
  }, [video, meters, token, live, openedAt]);
  return meter;
}
