/**
 * Makes the player's <video is="castable-video"> one that a Chromecast can take over. Google's sender script is fetched
 * as soon as this runs. Safari knows no customised elements and never comes here: it has AirPlay.
 */
import { CastableMediaMixin } from 'castable-video/castable-mixin.js';

/** What a television starts with (V-PLAY-8): too quiet is soon mended, too loud frightens the living room. */
const firstVolume = 0.2;

/** The mixin expects a custom element below it. */
class PlainVideo extends HTMLVideoElement {
  attributeChangedCallback(): void {}
}

class CastableVideo extends CastableMediaMixin(PlainVideo) {
  /** On a television there is nothing to wait for; who calls expects a promise all the same. */
  override async play(): Promise<void> {
    await super.play();
  }
}

export interface CastState {
  /** Whether there is a Chromecast in reach. */
  available: boolean;
  /** Name of the one that plays. */
  device: string | undefined;
}

interface CastSession {
  getCastDevice(): { friendlyName: string };
}
interface CastGlobal {
  cast?: { framework: { CastContext: { getInstance(): { getCurrentSession(): CastSession | null } } } };
}

/** Tells about Chromecasts until the answer is called. */
export function watchCast(video: HTMLVideoElement, onChange: (state: CastState) => void): () => void {
  if (!customElements.get('castable-video'))
    customElements.define('castable-video', CastableVideo, { extends: 'video' });
  const { remote } = video;
  let available = false;
  const tell = () => onChange({ available, device: remote.state === 'connected' ? deviceName() : undefined });
  const onConnect = () => {
    video.volume = firstVolume;
    tell();
  };
  remote.addEventListener('connect', onConnect);
  remote.addEventListener('disconnect', tell);
  remote
    .watchAvailability((found) => {
      available = found;
      tell();
    })
    .catch(() => undefined);
  return () => {
    remote.removeEventListener('connect', onConnect);
    remote.removeEventListener('disconnect', tell);
    remote.cancelWatchAvailability().catch(() => undefined);
  };
}

/** Opens the browser's list of televisions. The address carries the token: a television has no cookies of ours. */
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

const deviceName = () =>
  (globalThis as CastGlobal).cast?.framework.CastContext.getInstance().getCurrentSession()?.getCastDevice()
    .friendlyName ?? 'la tele';
