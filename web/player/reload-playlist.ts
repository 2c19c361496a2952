/** Reloads playlists whose segments are refused, without interrupting playback where possible. */
import type Hls from 'hls.js/light';
import type { ErrorData } from 'hls.js/light';

/** Reloads the playlists of all renditions for fresh addresses; playback continues from the buffer. */
export function reloadPlaylist(hls: Hls, video: HTMLVideoElement): void {
  for (const level of hls.levels) level.details = undefined;
  hls.startLoad(video.currentTime);
}

/** The HTTP status of a segment that was taken out of the video, or withdrawn with all of it. */
export const withdrawnStatus = 410;

/**
 * True if the buffer fits a playlist without the refused segment. Otherwise the viewer has gone back, and the buffer after
 * the segment still has the times of the longer playlist.
 */
export function fitsBuffer({ frag }: ErrorData, { buffered }: HTMLVideoElement): boolean {
  const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
  return frag !== undefined && end <= frag.start + 0.5;
}
