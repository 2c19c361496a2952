/** AirPlay for a Media Source, and the check whether a video plays on a television. */

/** True if AirPlay needs a second source: it requires a URL, which a Media Source does not have. */
export const hasAirPlay = 'WebKitPlaybackTargetAvailabilityEvent' in globalThis && 'ManagedMediaSource' in globalThis;

export function addAirPlaySource(video: HTMLVideoElement, url: string): void {
  const source = document.createElement('source');
  source.type = 'application/x-mpegURL';
  source.src = url;
  video.append(source);
  video.disableRemotePlayback = false;
}

/** True while a television plays the video by Chromecast or AirPlay; the local player's state is then meaningless. */
export function isPlayingRemotely(video: HTMLVideoElement): boolean {
  const { webkitCurrentPlaybackTargetIsWireless } = video as { webkitCurrentPlaybackTargetIsWireless?: boolean };
  return webkitCurrentPlaybackTargetIsWireless === true || video.remote?.state === 'connected';
}
