/** Reloads playlists whose segments the media host rejects, if possible without interrupting playback. */
import type Hls from 'hls.js/light';
import type { ErrorData } from 'hls.js/light';

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
