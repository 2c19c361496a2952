/**
 * Behaviours of the two CloudFront distributions, for the stacks and the local emulator. The first matching pattern
 * applies; in patterns, `*` also matches `/`, and `?` matches one character.
 */

import { createHash } from 'node:crypto';
import { familiesFolder, growingFolder, reviewFolder, signedPosters } from '../shared/domain/media-address.ts';
import { firstScript } from '../web/build/first-script.ts';

export interface Behaviour {
  path: string;
  origin: 'api' | 'media' | 'recordings' | 'web';
  /** Failover origin, used for `failoverStatuses` and connection errors. */
  fallback?: Behaviour['origin'];
  /** Removed from the path before the request is forwarded. */
  stripPrefix?: string;
  hasAddressFolders?: boolean;
  signedUrls?: boolean;
  /**
   * `disabled`: not cached, all headers are forwarded, read methods only. `origin`: cached by path, query and token for
   * the origin's `max-age`. `page` and `path`: cached by path for the origin's `max-age`, without any data of the
   * viewer; for a `page`, the failover origin may answer too. `enabled`: files, cached by path.
   */
  cache: 'disabled' | 'origin' | 'page' | 'path' | 'enabled';
  cacheControl?: string;
  /** The file that answers every path; an API origin receives the original path in the query parameter `page`. */
  page?: string;
  /** Paths that `page` does not answer, as a regular expression's source. */
  files?: string;
  /** Refuses withdrawn media (edge-withdrawals.ts), even where the edge has cached them. */
  withdrawable?: boolean;
  headers: 'app' | 'camera' | 'api' | 'embed' | 'media';
}

/** Seconds. Upper bound for caching API responses at the edge; each endpoint's `cache` is shorter. */
export const maxEdgeCacheSeconds = 60;

/** Statuses that trigger failover: errors, timeouts and throttling of the API; missing objects of a bucket. */
export const failoverStatuses: Record<Behaviour['origin'], number[]> = {
  api: [429, 500, 502, 503, 504],
  media: [403, 404],
  recordings: [403, 404],
  web: [404],
};

/** The app's HTML with the page's own head; the plain file where the API fails. */
const appPage = { origin: 'api', fallback: 'web', cache: 'page', page: '/index.html', headers: 'app' } as const;

/** Files of the build; with a page, one of them answers every address. */
const serveBuild = (path: string, cacheControl: string, more: Partial<Behaviour> = {}): Behaviour => ({
  ...{ path, origin: 'web', cache: 'enabled', cacheControl, headers: 'app' },
  ...more,
});

/** Files of the build outside /assets: at the root or in a folder of web/public. */
const appFiles = String.raw`^\/((documentos|landing)\/)?((mesa|emitir|insertar)\.html|[\w-]+\.(css|ico|js|json|md|mp4|pdf|png|svg|txt|webmanifest|webp|xml))$`;

export const webBehaviours: Behaviour[] = [
  { path: '/api/*', origin: 'api', stripPrefix: '/api', cache: 'origin', headers: 'api' },
  // File names contain a content hash.
  serveBuild('/assets/*', 'public, max-age=31536000, immutable'),
  // The scorer app must open on a cheap phone: its HTML does not load the rest of the web app.
  serveBuild('/mesa/*', 'no-cache', { page: '/mesa.html' }),
  // The phone's page: the only one that may use camera and microphone.
  serveBuild('/emitir/*', 'no-cache', { page: '/emitir.html', headers: 'camera' }),
  // The function extends the file of the same name with data of the stage.
  { path: '/robots.txt', origin: 'api', fallback: 'web', cache: 'page', headers: 'app' },
  // The sitemap and its parts.
  { path: '/sitemap*', origin: 'api', cache: 'page', headers: 'app' },
  // Pages embedded in other sites: the response says which sites may frame them, so a plain file cannot replace it.
  { path: '/insertar/*', origin: 'api', cache: 'page', page: '/index.html', headers: 'embed' },
  // CloudFront's default root object for `/`.
  { path: '/index.html', ...appPage },
  // No page of the app has a dot in its path: one that was mistyped or copied with a full stop shows the app's own 404.
  serveBuild('*.*', 'no-cache', { page: '/index.html', files: appFiles }),
  { path: '*', ...appPage },
];

const toApi = { origin: 'api', headers: 'media' } as const;

/**
 * The playback function checks access to playlists, keys and private frames on every request. Narrow patterns keep the
 * back office's endpoints under `/live` off this host, which has no firewall.
 */
const passToApi = (path: string): Behaviour => ({ path, ...toApi, cache: 'disabled' });

/** Seconds for which browsers keep a file before they revalidate it. */
const browserSeconds = 60;

/**
 * First path segments under which the same files have further addresses with their own signatures: posters, matches for
 * families, and withdrawn files for the staff who decide about them.
 */
export const addressFolders = [signedPosters, familiesFolder, reviewFolder] as const;

/**
 * A generation's files never change, because re-encoding creates another folder: the edge keeps them and answers
 * revalidations with 304.
 */
const signedFiles = {
  ...{ signedUrls: true, withdrawable: true, hasAddressFolders: true, cache: 'enabled', headers: 'media' },
  cacheControl: `private, max-age=${browserSeconds}`,
} as const satisfies Partial<Behaviour>;

/** At most ten behaviours, with managed cache policies only, as the edge's plan Pro requires (costs/edge-plans.ts). */
export const mediaBehaviours: Behaviour[] = [
  // Growing playlists are the same for all viewers: the signature proves a right that was checked in the last half
  // minute.
  { path: `${growingFolder}/*`, ...toApi, signedUrls: true, cache: 'path' },
  // A function serves the pictures of link previews, because it checks whether the page is still public.
  { path: 'share/*', ...toApi, cache: 'path' },
  // A function serves the pictures of live matches, only while the match is on air.
  { path: 'thumbnails/lives/*', ...toApi, cache: 'path' },
  // A clip's poster follows the visibility of its match: the function serves those of public clips, signed URLs the
  // others.
  { path: 'thumbnails/clips/*', ...toApi, cache: 'path', withdrawable: true },
  {
    path: 'thumbnails/*',
    origin: 'media',
    withdrawable: true,
    cache: 'enabled',
    cacheControl: `public, max-age=${browserSeconds}`,
    headers: 'media',
  },
  ...['live/*.m3u8', 'live/*.jpg'].map(passToApi),
  // Past segments of a running live, as recorded by IVS. This pattern must precede the one for playlists, which also
  // matches these paths.
  { path: '*ivs/*', origin: 'recordings', ...signedFiles },
  passToApi('*/hls/*'),
  { path: '*', origin: 'media', ...signedFiles },
];

export interface Addresses {
  /** An origin, for example `https://media.example.com`. */
  media?: string;
  uploads?: string;
  live?: string[];
  captcha?: string[];
  analytics?: boolean;
  /** False locally, where there is no TLS. */
  https: boolean;
  /** Extends HSTS to all subdomains, and asks browsers to add the domain to their preload lists. */
  strictSubdomains?: boolean;
}

/** Creates the headers by policy name; the API sets its other security headers and CORS itself. */
export function createResponseHeaders(to: Addresses): Record<Behaviour['headers'], Record<string, string>> {
  const commonHeaders: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    ...(to.https && {
      'strict-transport-security': `max-age=63072000${to.strictSubdomains ? '; includeSubDomains; preload' : ''}`,
    }),
  };
  const app = {
    ...commonHeaders,
    'content-security-policy': createContentSecurityPolicy(to),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': permissions,
    // Casting opens the browser's device list in a popup.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  };
  return {
    app,
    camera: { ...app, 'permissions-policy': permissions.replace(noCamera, 'camera=(self), microphone=(self)') },
    api: commonHeaders,
    // The function sets the content security policy, with the sites that may frame the page.
    embed: {
      ...commonHeaders,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': permissions,
    },
    media: {
      ...commonHeaders,
      'referrer-policy': 'no-referrer',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Content-Length, Content-Location, Content-Range, Date, ETag, Apigw-Requestid',
      'cross-origin-resource-policy': 'cross-origin',
    },
  };
}

const noCamera = 'camera=(), microphone=()';
const permissions = `${noCamera}, geolocation=(), payment=()`;

function createContentSecurityPolicy(to: Addresses): string {
  const { media = '', uploads = '', live = [], captcha = [], analytics, https } = to;
  const script = analytics ? ['https://www.googletagmanager.com'] : [];
  // Analytics sends to regional hosts, or requests an image in old browsers.
  const reports = analytics ? [...script, 'https://*.google-analytics.com', 'https://*.analytics.google.com'] : [];
  const firstScriptHash = `'sha256-${createHash('sha256').update(firstScript).digest('base64')}'`;
  // Chromecast's sender script, loaded by castable-video, and the two scripts that it loads.
  const cast = ['cv', 'cast', 'eureka'].map((folder) => `https://www.gstatic.com/${folder}/`);
  const rules: Record<string, string[]> = {
    'default-src': ["'self'"],
    // The IVS player uses WebAssembly.
    'script-src': ["'self'", "'wasm-unsafe-eval'", firstScriptHash, ...cast, ...captcha, ...script],
    // Progress bars and timeline markers use inline style attributes.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', media, ...reports],
    'font-src': ["'self'"],
    // The player attaches its cues to a track with an empty `data:` address.
    'media-src': ["'self'", 'blob:', 'data:', media, ...live],
    'connect-src': ["'self'", media, uploads, ...live, ...captcha, ...reports],
    'worker-src': ["'self'", 'blob:'],
    // PDFs are shown from blob URLs.
    'frame-src': ['blob:', ...captcha],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(https && { 'upgrade-insecure-requests': [] }),
  };
  return Object.entries(rules)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join('; ');
}
