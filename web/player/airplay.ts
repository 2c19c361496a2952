/** AirPlay for a Media Source, and the check whether a television plays the video. */

/** True if AirPlay needs a second source, because it requires an address, which a Media Source does not have. */
export const hasAirPlay = 'WebKitPlaybackTargetAvailabilityEvent' in globalThis && 'ManagedMediaSource' in globalThis;

export function addAirPlaySource(video: HTMLVideoElement, url: string): void {
  const source = document.createElement('source');
  source.type = 'application/x-mpegURL';
  source.src = url;
  video.append(source);
  video.disableRemotePlayback = false;
}

/**
 * Returns true while a television plays the video by Chromecast or AirPlay; the local player's state means nothing
 * then.
 */
export function isPlayingRemotely(video: HTMLVideoElement): boolean {
  const { webkitCurrentPlaybackTargetIsWireless } = video as { webkitCurrentPlaybackTargetIsWireless?: boolean };
  return webkitCurrentPlaybackTargetIsWireless === true || video.remote?.state === 'connected';
}
