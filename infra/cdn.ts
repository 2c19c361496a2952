/**
 * What the two CloudFront distributions do, as plain data: the CDK stacks build them from it, and the local stand-in
 * serves by it. Order matters: the first pattern that fits decides. Patterns are CloudFront's (`*`, `?`; `*` crosses `/`).
 */

import { createHash } from 'node:crypto';
import { themeFirst } from '../web/initial-theme.ts';

export interface Behaviour {
  path: string;
  origin: 'api' | 'media' | 'recordings' | 'web';
  /** Asked the same when the first one answers one of `failoverStatuses`, or not at all. */
  fallback?: Behaviour['origin'];
  /** Removed from the path before the origin sees it. */
  stripPrefix?: string;
  /** Only URLs signed by the trusted key group get an answer. */
  signedUrls?: boolean;
  /**
   * `disabled`: every request reaches the origin, with all its headers. `origin`: likewise, but for as long as the origin
   * says an answer is shared by path, query and token. `page`: likewise, by path (and by the address that it is the page
   * of); nothing of the viewer reaches the origin. `enabled`: shared by path.
   */
  cache: 'disabled' | 'origin' | 'page' | 'enabled';
  /** Replaces what the origin says. */
  cacheControl?: string;
  /** Every path is this file; an API reads in the query's `page` which path it was. */
  page?: string;
  /** Which response headers policy is added. */
  headers: 'app' | 'api' | 'embed' | 'media';
}

/** The longest that the edge keeps an answer of the API, whatever the API says: an endpoint's `cache` is shorter. */
export const edgeKeepSeconds = 60;

/**
 * What makes CloudFront ask the fallback. Of the API: a function that throws, runs out of time or is throttled, and a lost
 * API. Of a bucket: what is not there (yet).
 */
export const failoverStatuses: Record<Behaviour['origin'], number[]> = {
  api: [429, 500, 502, 503, 504],
  media: [403, 404],
  recordings: [403, 404],
  web: [404],
};

/** The app, with the head of the page that an address leads to; without it when that cannot be had. */
const appPage = {
  origin: 'api',
  fallback: 'web',
  cache: 'page',
  page: '/index.html',
  headers: 'app',
} as const satisfies Partial<Behaviour>;

export const webBehaviours: Behaviour[] = [
  { path: '/api/*', origin: 'api', stripPrefix: '/api', cache: 'origin', headers: 'api' },
  {
    // Their names hold a hash of their content.
    path: '/assets/*',
    origin: 'web',
    cache: 'enabled',
    cacheControl: 'public, max-age=31536000, immutable',
    headers: 'app',
  },
  {
    // The scorer's desk opens on a cheap phone, without the app.
    path: '/mesa/*',
    origin: 'web',
    cache: 'enabled',
    cacheControl: 'no-cache',
    page: '/mesa.html',
    headers: 'app',
  },
  // The file of the same name, with what only the function knows.
  { path: '/robots.txt', origin: 'api', fallback: 'web', cache: 'page', headers: 'app' },
  { path: '/sitemap.xml', origin: 'api', cache: 'page', headers: 'app' },
  { path: '/sitemaps/*', origin: 'api', cache: 'page', headers: 'app' },
  // What stands in frames of other sites: which ones, the answer says itself. Without it there is no page, least of all the app.
  { path: '/insertar/*', origin: 'api', cache: 'page', page: '/index.html', headers: 'embed' },
  // What CloudFront may call `/`: its default root object.
  { path: '/index.html', ...appPage },
  // No screen has a dot in its address.
  { path: '*.*', origin: 'web', cache: 'enabled', cacheControl: 'no-cache', headers: 'app' },
  { path: '*', ...appPage },
];

/** Playlists and keys are judged by the playback function each time; what they lead to is only served signed. */
const judged = ['vods/*/hls/*', 'contentvideos/*/hls/*', 'advideos/*/hls/*', 'live/*'];

export const mediaBehaviours: Behaviour[] = [
  ...judged.map((path): Behaviour => ({ path, origin: 'api', cache: 'disabled', headers: 'media' })),
  // Pictures for previews of links, which the function makes when they are first asked for; their files say how long to keep.
  { path: 'share/*', origin: 'media', fallback: 'api', cache: 'enabled', headers: 'media' },
  {
    // What a live was, while it goes on: as the streaming service records it (D-DVR-2).
    path: 'ivs/*',
    origin: 'recordings',
    signedUrls: true,
    cache: 'enabled',
    cacheControl: 'private, max-age=86400, immutable',
    headers: 'media',
  },
  { path: 'thumbnails/*', origin: 'media', cache: 'enabled', cacheControl: 'public, max-age=300', headers: 'media' },
  {
    path: '*',
    origin: 'media',
    signedUrls: true,
    cache: 'enabled',
    // A generation's files never change: a regenerated recording lies in another folder.
    cacheControl: 'private, max-age=86400, immutable',
    headers: 'media',
  },
];

export interface Addresses {
  /** Origins, for example `https://media.example.com`. */
  media: string;
  /** Where uploads are sent to: the S3 endpoint of the upload bucket. */
  uploads: string;
  /** Live playlists and segments. */
  live: string[];
  captcha: string[];
  /** Whether visits are measured by Google Analytics. */
  analytics: boolean;
  /** Off on one machine, where there is no TLS. */
  https: boolean;
}

/** Response headers policies. An API's own security headers and CORS come from the API. */
export function responseHeaders(to: Addresses): Record<Behaviour['headers'], Record<string, string>> {
  const always: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    ...(to.https && { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }),
  };
  return {
    app: {
      ...always,
      'content-security-policy': contentSecurityPolicy(to),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
      'permissions-policy': permissions,
      // Popups stay connected: casting opens the browser's device list from one.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    },
    api: always,
    // Its content security policy, with who may frame it, comes from the function.
    embed: { ...always, 'referrer-policy': 'strict-origin-when-cross-origin', 'permissions-policy': permissions },
    media: {
      ...always,
      'referrer-policy': 'no-referrer',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Content-Length, Content-Range, Date, ETag, Apigw-Requestid',
      'cross-origin-resource-policy': 'cross-origin',
    },
  };
}

const permissions = 'camera=(), microphone=(), geolocation=(), payment=()';

function contentSecurityPolicy({ media, uploads, live, captcha, analytics, https }: Addresses): string {
  const script = analytics ? ['https://www.googletagmanager.com'] : [];
  // Reports go to a host of the visitor's region, or out as a picture where the browser has nothing better.
  const reports = analytics ? [...script, 'https://*.google-analytics.com', 'https://*.analytics.google.com'] : [];
  // The script that stands in the page itself.
  const first = `'sha256-${createHash('sha256').update(themeFirst).digest('base64')}'`;
  // Chromecast's sender script, which castable-video loads when the browser can cast, and the two that it loads itself.
  const cast = ['cv', 'cast', 'eureka'].map((folder) => `https://www.gstatic.com/${folder}/`);
  const rules: Record<string, string[]> = {
    'default-src': ["'self'"],
    // The live player on AWS is WebAssembly.
    'script-src': ["'self'", "'wasm-unsafe-eval'", first, ...cast, ...captcha, ...script],
    // Positions (progress bars, markers on the timeline) are inline style attributes.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', media, ...reports],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:', media, ...live],
    'connect-src': ["'self'", media, uploads, ...live, ...captcha, ...reports],
    'worker-src': ["'self'", 'blob:'],
    // The page of a PDF shows it from memory.
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
