/**
 * Chooses the player of a live: the Amazon IVS player if /config.json says so; otherwise, for a live from a phone, and
 * after its failure, hls.js.
 */
import { loadConfig } from '../lib/config.ts';
import { attachHls } from './attach-hls.ts';
import type { HlsCallbacks } from './hls-callbacks.ts';
import { isFromPhone } from './hls-requests.ts';

type Detach = () => void;

export function attachLive(video: HTMLVideoElement, url: string, callbacks: HlsCallbacks): Detach {
  let stopped = false;
  let detach: Detach = () => undefined;
  const fallBack = () => {
    if (stopped) return;
    video.dataset.player = 'hls';
    detach = attachHls(video, { url, live: true }, callbacks);
  };
  attach().catch(fallBack);

  async function attach(): Promise<void> {
    const { livePlayer } = await loadConfig();
    if (livePlayer !== 'ivs' || isFromPhone(url)) return fallBack();
    const { attachIvs } = await import('./attach-ivs.ts');
    if (stopped) return;
    video.dataset.player = 'ivs';
    let givenUp = false;
    const attached = attachIvs(video, url, {
      ...callbacks,
      onGivenUp: () => {
        givenUp = true;
        fallBack();
      },
    });
    if (!givenUp) detach = attached;
  }

  return () => {
    stopped = true;
    delete video.dataset.player;
    detach();
  };
}
