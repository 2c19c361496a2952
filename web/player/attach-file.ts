import { clear, type Loader, type Playback, type PlaybackCallbacks, play, playIfAllowed } from './playback.ts';

/**
 * Plays a single file, such as a clip's MP4. The signed address is valid for less than a minute, so that a hidden clip
 * soon stops. When the media host rejects an address, playback continues at the same second with a new one.
 */
export function attachFile(
  video: HTMLVideoElement,
  source: { url: string; startAt: number },
  callbacks: PlaybackCallbacks,
): () => void {
  return play(video, { ...source, live: false }, callbacks, [createFileLoader]);
}

function createFileLoader({ video, send, signal }: Playback): Loader {
  let pending = { at: -1, plays: true };
  const listen = (name: string, react: () => void) => video.addEventListener(name, react, { signal });
  listen('error', () => send({ kind: 'REJECTED', of: 'FILE' }));
  listen('loadedmetadata', () => {
    if (pending.at > 0) video.currentTime = pending.at;
    if (pending.plays) playIfAllowed(video);
  });
  return {
    start(fresh, at) {
      pending = { ...pending, at };
      video.src = fresh;
    },
    stop() {
      pending = { ...pending, plays: !video.paused };
    },
    end: () => clear(video),
  };
}
