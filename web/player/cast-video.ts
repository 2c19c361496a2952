/**
 * Defines <video is="castable-video">, which a Chromecast can play; loads Google's sender script. Safari does not
 * support customised built-in elements, and uses AirPlay.
 */
import { CastableMediaMixin } from 'castable-video/castable-mixin.js';

/** First volume on a television: low, so that it does not startle anybody. */
const initialVolume = 0.2;

/** Base class of the mixin, which calls `attributeChangedCallback` as on a custom element. */
class PlainVideo extends HTMLVideoElement {
  attributeChangedCallback(): void {}
}

class CastableVideo extends CastableMediaMixin(PlainVideo) {
  /** While casting, the mixin returns no promise, but callers expect one. */
  override async play(): Promise<void> {
    await super.play();
  }
}

export interface CastState {
  available: boolean;
  /** Name of the connected device. */
  device: string | undefined;
}

interface CastSession {
  getCastDevice(): { friendlyName: string };
}
interface CastGlobal {
  cast?: { framework: { CastContext: { getInstance(): { getCurrentSession(): CastSession | null } } } };
}

/** Reports available and connected Chromecasts until the returned function is called. */
export function watchCast(video: HTMLVideoElement, onChange: (state: CastState) => void): () => void {
  if (!customElements.get('castable-video'))
    customElements.define('castable-video', CastableVideo, { extends: 'video' });
  const { remote } = video;
  let available = false;
  const notify = () => onChange({ available, device: remote.state === 'connected' ? getDeviceName() : undefined });
  const onConnect = () => {
    video.volume = initialVolume;
    notify();
  };
  remote.addEventListener('connect', onConnect);
  remote.addEventListener('disconnect', notify);
  remote
    .watchAvailability((isFound) => {
      available = isFound;
      notify();
    })
    .catch(() => undefined);
  return () => {
    remote.removeEventListener('connect', onConnect);
    remote.removeEventListener('disconnect', notify);
    remote.cancelWatchAvailability().catch(() => undefined);
  };
}

/**
 * Opens the browser's list of devices. The address carries the token, because the television has no cookies of this
 * site.
 */
export async function cast(
  video: HTMLVideoElement,
  item: { url: string; title: string; poster: string | null | undefined; live: boolean },
): Promise<void> {
  if (video.remote.state !== 'connected') {
    video.title = item.title;
    video.poster = item.poster ?? '';
    video.setAttribute('cast-stream-type', item.live ? 'live' : 'on-demand');
    video.setAttribute('cast-src', item.url);
  }
  await video.remote.prompt();
}

const getDeviceName = () =>
  (globalThis as CastGlobal).cast?.framework.CastContext.getInstance().getCurrentSession()?.getCastDevice()
    .friendlyName ?? 'la tele';
