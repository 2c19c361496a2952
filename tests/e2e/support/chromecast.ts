/**
 * A Chromecast named 'Salón' near the page: Google's three scripts as far as a player uses them. `window.television`
 * records what it was sent.
 */
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    television: { volume: number | undefined; address: string | undefined; startAt: number | undefined };
  }
}

export async function offerChromecast(page: Page): Promise<void> {
  const google = 'https://www.gstatic.com';
  const loader = `for (const path of ['/eureka/clank/cast_sender.js', '/cast/sdk/libs/sender/1.0/cast_framework.js']) {
    const script = document.createElement('script');
    script.src = '${google}' + path;
    script.async = false;
    document.head.append(script);
  }`;
  const files: Record<string, string> = {
    '/cv/js/sender/v1/cast_sender.js': loader,
    '/eureka/clank/cast_sender.js': `(${sender})()`,
    '/cast/sdk/libs/sender/1.0/cast_framework.js': `(${framework})()`,
  };
  // Google's script works only in Chrome, which it detects by this object.
  await page.addInitScript(() => {
    Object.assign(window, { chrome: { ...(window as { chrome?: object }).chrome } });
  });
  await page.route(`${google}/**`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: files[new URL(route.request().url()).pathname] ?? '' }),
  );
}

/** chrome.cast: plain data. Runs in the page. */
function sender(): void {
  const media = {
    MediaInfo: class {
      contentId: string;
      constructor(contentId: string) {
        this.contentId = contentId;
      }
    },
    LoadRequest: class {
      media: unknown;
      constructor(info: unknown) {
        this.media = info;
      }
    },
    GenericMediaMetadata: class {},
    GetStatusRequest: class {},
    StreamType: { LIVE: 'LIVE', BUFFERED: 'BUFFERED' },
    PlayerState: { IDLE: 'IDLE', PLAYING: 'PLAYING', PAUSED: 'PAUSED', BUFFERING: 'BUFFERING' },
    HlsSegmentFormat: { TS: 'ts', AAC: 'aac', FMP4: 'fmp4' },
    HlsVideoSegmentFormat: { MPEG2_TS: 'mpeg2_ts', FMP4: 'fmp4' },
    TrackType: { TEXT: 'TEXT' },
    TextTrackType: { CAPTIONS: 'CAPTIONS', SUBTITLES: 'SUBTITLES' },
  };
  const page = window as unknown as { chrome: { cast: object } };
  page.chrome.cast = { isAvailable: true, media };
}

/** cast.framework: one session with one player. Runs in the page. */
function framework(): void {
  type Listener = (event: { value?: unknown }) => void;
  const listeners = new Map<string, Listener>();
  window.television = { volume: undefined, address: undefined, startAt: undefined };
  const player = {
    controller: {
      addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
      removeEventListener: (name: string) => listeners.delete(name),
      setVolumeLevel: () => {
        window.television.volume = player.volumeLevel;
      },
      playOrPause: () => undefined,
      muteOrUnmute: () => undefined,
      seek: () => undefined,
    },
    isMediaLoaded: false,
    isPaused: false,
    isMuted: false,
    volumeLevel: 1,
    currentTime: 0,
    duration: 0,
    playerState: 'PLAYING',
    savedPlayerState: { currentTime: 0, isPaused: true },
  };
  const events = [
    'IS_CONNECTED_CHANGED',
    'DURATION_CHANGED',
    'VOLUME_LEVEL_CHANGED',
    'IS_MUTED_CHANGED',
    'VIDEO_INFO_CHANGED',
    'CURRENT_TIME_CHANGED',
    'IS_PAUSED_CHANGED',
    'PLAYER_STATE_CHANGED',
    'IS_MEDIA_LOADED_CHANGED',
  ];
  const session = {
    getCastDevice: () => ({ friendlyName: 'Salón' }),
    getSessionObj: () => ({ media: [] }),
    loadMedia: async (request: { media: { contentId: string }; currentTime: number }) => {
      window.television.address = request.media.contentId;
      window.television.startAt = request.currentTime;
    },
  };
  let current: typeof session | null = null;
  const context = {
    addEventListener: () => undefined,
    setOptions: () => undefined,
    getCastState: () => (current ? 'CONNECTED' : 'NOT_CONNECTED'),
    getSessionState: () => (current ? 'SESSION_STARTED' : 'NO_SESSION'),
    getCurrentSession: () => current,
    requestSession: async () => {
      current = session;
      listeners.get('IS_CONNECTED_CHANGED')?.({ value: true });
    },
  };
  const page = window as unknown as { cast: object; __onGCastApiAvailable?: (available: boolean) => void };
  page.cast = {
    framework: {
      CastContext: { getInstance: () => context },
      CastContextEventType: { CAST_STATE_CHANGED: 'cast', SESSION_STATE_CHANGED: 'session' },
      SessionState: { SESSION_RESUMED: 'SESSION_RESUMED' },
      RemotePlayerEventType: Object.fromEntries(events.map((name) => [name, name])),
      RemotePlayer: class {
        constructor() {
          // biome-ignore lint/correctness/noConstructorReturn: all instances share one player
          return player;
        }
      },
      RemotePlayerController: class {},
    },
  };
  customElements.define('google-cast-button', class extends HTMLElement {});
  page.__onGCastApiAvailable?.(true);
}
