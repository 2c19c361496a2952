/** Settings of hls.js, its loader for prefetched files, and helpers for the tokens and request ids of our addresses. */
import Hls, {
  type ErrorData,
  type HlsConfig,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type LoaderContext,
  type LoadPolicy,
  type RetryConfig,
} from 'hls.js/light';
import { isPhoneWindow, toSharedPlaylistMs } from '../../shared/domain/limits.ts';
import type { FailureKind } from '../../shared/domain/quality-limits.ts';
import { requestIdHeader } from '../lib/api.ts';
import { type PrefetchedFile, takePrefetched } from './media-prefetch.ts';

/** Loader of hls.js that uses prefetched files, and requests all others. */
class PrefetchLoader extends Hls.DefaultConfig.loader {
  #callbacks: LoaderCallbacks<LoaderContext> | undefined;

  override load(context: LoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>): void {
    const prefetched = takePrefetched(context.url);
    if (!prefetched) return void super.load(context, config, callbacks);
    this.#callbacks = callbacks;
    this.context = context;
    prefetched.then((arrived) => {
      if (this.#callbacks !== callbacks) return;
      this.#callbacks = undefined;
      if (arrived) this.#deliver(arrived, context, callbacks);
      else super.load(context, config, callbacks);
    });
  }

  /**
   * Reports the transfer as if it had just happened, because the bandwidth estimate needs its duration without the wait
   * before it.
   */
  #deliver(
    { bytes, first, last }: PrefetchedFile,
    context: LoaderContext,
    { onSuccess }: LoaderCallbacks<LoaderContext>,
  ): void {
    const { stats } = this;
    const end = performance.now();
    Object.assign(stats.loading, { start: end - last, first: end - last + first, end });
    stats.loaded = bytes.byteLength;
    stats.total = bytes.byteLength;
    const data = context.responseType === 'arraybuffer' ? bytes : new TextDecoder().decode(bytes);
    onSuccess({ url: context.url, data, code: 200 }, stats, context, null);
  }

  override abort(): void {
    const waiting = this.#callbacks;
    if (!waiting || !this.context) return void super.abort();
    this.#callbacks = undefined;
    this.stats.aborted = true;
    waiting.onAbort?.(this.stats, this.context, null);
  }

  override destroy(): void {
    this.#callbacks = undefined;
    super.destroy();
  }
}

export const hlsConfig: Partial<HlsConfig> = {
  loader: PrefetchLoader,
  // The worker would add 41 KB, or need `blob:` in the content security policy; demuxing a segment takes a few
  // milliseconds.
  enableWorker: false,
  capLevelToPlayerSize: true,
  // The bandwidth is estimated before the start (media-prefetch.ts); the test of hls.js would download the first segment
  // twice.
  testBandwidth: false,
  abrEwmaDefaultEstimateMax: 20_000_000,
  // Timed metadata is read while parsing; a cue track would need an address that the content security policy forbids.
  enableID3MetadataCues: false,
  maxBufferLength: 30,
  // Enough for a minute without a network. The default of 60 MB would be wasted on viewers who leave.
  maxMaxBufferLength: 90,
  backBufferLength: 60,
  // The delay of a live until the length of its segments is known (hls-loader.ts). The rest of its reserve passes before
  // playback starts.
  liveSyncDurationCount: 1.5,
  liveMaxLatencyDurationCount: 10,
  // The speed while catching up; hls.js slows down as it comes close to the edge.
  maxLiveSyncPlaybackRate: 1.1,
  fragLoadPolicy: withMoreRetries(Hls.DefaultConfig.fragLoadPolicy),
  keyLoadPolicy: withMoreRetries(Hls.DefaultConfig.keyLoadPolicy),
  playlistLoadPolicy: withMoreRetries(Hls.DefaultConfig.playlistLoadPolicy),
};

/**
 * Retries lost requests for about 30 s. While the network is lost, browsers often stay "online" and requests end with
 * status 0, which hls.js does not retry.
 */
function withMoreRetries({ default: policy }: LoadPolicy): LoadPolicy {
  const { errorRetry } = policy;
  if (!errorRetry) return { default: policy };
  const shouldRetry: RetryConfig['shouldRetry'] = (retry, count, _timeout, response, otherwise) =>
    otherwise || (response?.code === 0 && count < (retry?.maxNumRetry ?? 0));
  return { default: { ...policy, errorRetry: { ...errorRetry, maxNumRetry: 6, shouldRetry } } };
}

/**
 * Returns true for playlists and keys of a recording, which carry the token; a segment's signature comes from the
 * playlist.
 */
export function carriesToken({ details }: ErrorData): boolean {
  return details === Hls.ErrorDetails.LEVEL_LOAD_ERROR || details === Hls.ErrorDetails.KEY_LOAD_ERROR;
}

/**
 * Returns the request id of a failed playlist or key. Segments have none, because they come from the bucket instead of
 * the API.
 */
export function getRequestId({ response, networkDetails }: ErrorData): string | undefined {
  if ((response?.code ?? 0) < 500 || !(networkDetails instanceof XMLHttpRequest)) return undefined;
  return networkDetails.getResponseHeader(requestIdHeader) ?? undefined;
}

/** HTTP status of a withdrawn segment, or of one whose whole video is withdrawn. */
export const withdrawnStatus = 410;

/**
 * Returns true if the buffer still fits a playlist without the rejected segment. Otherwise the viewer has gone back,
 * and the buffer after the segment has the longer playlist's times.
 */
export function fitsBuffer({ frag }: ErrorData, { buffered }: HTMLVideoElement): boolean {
  const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
  return frag !== undefined && end <= frag.start + 0.5;
}

/** Tells which part of a playback failed for good. */
export function toFailureKind({ type, details }: ErrorData): FailureKind {
  if (details === Hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR) return 'unsupported';
  if (details.startsWith('key')) return 'key';
  if (details.startsWith('frag')) return 'segment';
  if (details.startsWith('manifest') || details.startsWith('level')) return 'playlist';
  return type === Hls.ErrorTypes.MEDIA_ERROR || type === Hls.ErrorTypes.MUX_ERROR ? 'decoding' : 'other';
}

/** True for a live whose playlists come from us: those of cameras come from IVS. */
export const isFromPhone = (address: string) =>
  /^\/live\/[^/]+\/recordings\//.test(new URL(address, location.href).pathname);

export const getToken = (address: string) => new URL(address, location.href).searchParams.get('token');

/** Replaces the token of an address that has one. */
export function withToken(address: string, token: string | null): string {
  if (!token || !/[?&]token=/.test(address)) return address;
  const fresh = new URL(address);
  fresh.searchParams.set('token', token);
  return fresh.href;
}

/** An address under which the edge caches a running live's playlist for all its viewers. */
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
    const entry = this.#known.get(pathname);
    const shared = entry && Date.now() < entry.until ? entry.address : undefined;
    xhr.open('GET', shared ?? address, true);
    if (!pathname.endsWith('.m3u8')) return;
    const storeSharedAddress = () => {
      if (xhr.status !== 200) this.#known.delete(pathname);
      const sharedAddress = shared ? null : xhr.getResponseHeader('content-location');
      // The long ones are spread, because a whole audience starts at kick-off.
      const early = isPhoneWindow(pathname) ? 0.3 * Math.random() : 0;
      const until = Date.now() + (1 - early) * toSharedPlaylistMs(pathname);
      if (sharedAddress) this.#known.set(pathname, { address: sharedAddress, until });
    };
    xhr.addEventListener('load', storeSharedAddress, { once: true });
  }
}
