/** Addresses under which the edge caches the playlists of a running live for all its viewers. */
import { isPhoneWindow, toSharedPlaylistMs } from '../../shared/domain/limits.ts';

interface SharedAddress {
  address: string;
  /** Milliseconds since the Unix epoch. */
  until: number;
}

/**
 * Reloads a growing playlist at the shared address that came with it, until the viewer's access must be checked again.
 * At the viewer's own address, each reload would be a request to the API.
 */
export class SharedPlaylists {
  readonly #known = new Map<string, SharedAddress>();

  open(xhr: XMLHttpRequest, address: string): void {
    const { pathname } = new URL(address, location.href);
    const known = this.#known.get(pathname);
    const shared = known && Date.now() < known.until ? known.address : undefined;
    xhr.open('GET', shared ?? address, true);
    if (!pathname.endsWith('.m3u8')) return;
    const storeSharedAddress = () => {
      if (xhr.status !== 200) this.#known.delete(pathname);
      const given = shared ? null : xhr.getResponseHeader('content-location');
      // The long ones are spread, because a whole audience starts at kick-off.
      const early = isPhoneWindow(pathname) ? 0.3 * Math.random() : 0;
      const until = Date.now() + (1 - early) * toSharedPlaylistMs(pathname);
      if (given) this.#known.set(pathname, { address: given, until });
    };
    xhr.addEventListener('load', storeSharedAddress, { once: true });
  }
}
