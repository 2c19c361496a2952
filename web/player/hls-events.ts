/** Reactions to events of hls.js that need no state of the attached source (attach-hls.ts). */
import Hls, { type ErrorData, type Level, type LevelDetails } from 'hls.js/light';
import { chooseFirstRendition, estimateBandwidth, storeBandwidth } from './bandwidth.ts';
import type { HlsCallbacks } from './hls-callbacks.ts';
import { isPrefetched } from './media-prefetch.ts';

/** Seconds behind the edge at which a live may resume after a drop. */
const maxResumeDelay = 10;

/** Chooses the first rendition: the prefetched one, or else the best for the estimated bandwidth. */
export function chooseStartLevel(levels: readonly Level[], maxLevel: number): number {
  const prefetchedLevel = levels.findIndex(({ uri }) => isPrefetched(uri));
  return prefetchedLevel < 0 ? Math.min(chooseFirstRendition(levels, estimateBandwidth()), maxLevel) : prefetchedLevel;
}

/** Passes cues on, with the time of their frame. */
export function forwardCues(hls: Hls, onCue: HlsCallbacks['onCue']): void {
  hls.on(Hls.Events.FRAG_PARSING_METADATA, (_, { samples, frag: { programDateTime, start } }) => {
    for (const { data, pts: seconds } of samples) {
      const date = programDateTime === null ? undefined : programDateTime + 1000 * (seconds - start);
      onCue?.({ text: new TextDecoder().decode(data), date });
    }
  });
}

/** Reports renditions, bytes and bandwidth to the meter, and stores the bandwidth for the next visit. */
export function reportQuality(hls: Hls, meter: HlsCallbacks['meter']): void {
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => {
    const { bitrate = 0, height = 0 } = hls.levels[level] ?? {};
    meter?.setRung({ pb: Math.round(bitrate / 1000), height });
  });
  hls.on(Hls.Events.FRAG_BUFFERED, (_, { stats }) => {
    meter?.addBytes(stats.loaded);
    if (!(hls.bandwidthEstimate > 0)) return;
    storeBandwidth(hls.bandwidthEstimate);
    meter?.setThroughput(hls.bandwidthEstimate);
  });
}

/**
 * Finds where a reloaded live resumes, in seconds: at the first segment of which less than half was shown, or at the
 * edge if that segment is too far behind it. Undefined without such a segment. `seenUntil`: wall-clock time up to which
 * the live was shown.
 */
export function findResumePosition({ fragments }: LevelDetails, seenUntil: number): number | 'edge' | undefined {
  const next = fragments.find(
    ({ programDateTime, duration }) => programDateTime === null || programDateTime + duration * 500 > seenUntil,
  );
  const last = fragments.at(-1);
  if (!next || !last) return undefined;
  return last.start + last.duration - next.start < maxResumeDelay ? next.start : 'edge';
}

/** Reloads all renditions' playlists for fresh addresses, while playback continues from the buffer. */
export function reloadPlaylist(hls: Hls, video: HTMLVideoElement): void {
  for (const level of hls.levels) level.details = undefined;
  hls.startLoad(video.currentTime);
}

/** HTTP status of a withdrawn segment, or of one whose whole video is withdrawn. */
export const withdrawnStatus = 410;

/**
 * Returns true if the buffer still fits a playlist without the rejected segment. Otherwise the viewer has gone back,
 * and the buffer after the segment has the longer playlist's times.
 */
export function fitsBuffer({ frag }: ErrorData, { buffered }: HTMLVideoElement): boolean {
  const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
  return frag !== undefined && end <= frag.start + 0.5;
}
