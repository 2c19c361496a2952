/** Addresses at which the edge shares the playlists of a running live among its viewers. */
import { sharedPlaylistMs } from '../../shared/domain/limits.ts';

interface SharedAddress {
  address: string;
  /** Milliseconds since the Unix epoch. */
  until: number;
}

/**
 * Asks for a growing playlist at the address that came with it, for as long as the viewer's right need not be checked
 * again. Otherwise each reload would cost the API a request of each viewer.
 */
export class SharedPlaylists {
  readonly #known = new Map<string, SharedAddress>();

  open(xhr: XMLHttpRequest, address: string): void {
    const { pathname } = new URL(address, location.href);
    const known = this.#known.get(pathname);
    const shared = known && Date.now() < known.until ? known.address : undefined;
    xhr.open('GET', shared ?? address, true);
    if (!pathname.endsWith('.m3u8')) return;
    const learn = () => {
      if (xhr.status !== 200) this.#known.delete(pathname);
      const given = shared ? null : xhr.getResponseHeader('content-location');
      if (given) this.#known.set(pathname, { address: given, until: Date.now() + sharedPlaylistMs });
    };
    xhr.addEventListener('load', learn, { once: true });
  }
}
