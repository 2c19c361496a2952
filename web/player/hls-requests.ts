/** What hls.js asks for and how: its settings, its patience, and the tokens and ids that our addresses carry. */
import Hls, {
  type ErrorData,
  type HlsConfig,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type LoaderContext,
  type LoadPolicy,
  type RetryConfig,
} from 'hls.js/light';
import { requestIdHeader } from '../lib/api.ts';
import { type Arrived, takeAhead } from './ahead.ts';

/** Takes what has been asked for ahead of the player, and asks for the rest. */
class AheadLoader extends Hls.DefaultConfig.loader {
  /** Of who waits for what is on its way. */
  #callbacks: LoaderCallbacks<LoaderContext> | undefined;

  override load(context: LoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>): void {
    const ahead = takeAhead(context.url);
    if (!ahead) return void super.load(context, config, callbacks);
    this.#callbacks = callbacks;
    this.context = context;
    ahead.then((arrived) => {
      if (this.#callbacks !== callbacks) return;
      this.#callbacks = undefined;
      if (arrived) this.#give(arrived, context, callbacks);
      else super.load(context, config, callbacks);
    });
  }

  /** As if it came now: what the library judges the line by is how long it took, and not how long it waited. */
  #give({ bytes, first, last }: Arrived, context: LoaderContext, { onSuccess }: LoaderCallbacks<LoaderContext>): void {
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
  loader: AheadLoader,
  // The worker would cost 41 KB more, or a `blob:` in the content security policy; 4 s of a match demux in a few ms.
  enableWorker: false,
  capLevelToPlayerSize: true,
  // The line is known well enough (line.ts): trying it out with the first segment would fetch that twice.
  testBandwidth: false,
  abrEwmaDefaultEstimateMax: 20_000_000,
  // What a stream says is read as it is parsed; a track of it would come from an address that the policy refuses.
  enableID3MetadataCues: false,
  maxBufferLength: 30,
  // Enough for a minute without a line. hls.js would fetch 60 MB ahead, which nobody gives back who leaves.
  maxMaxBufferLength: 90,
  backBufferLength: 60,
  liveSyncDurationCount: 2,
  liveMaxLatencyDurationCount: 10,
  maxLiveSyncPlaybackRate: 1.08,
  fragLoadPolicy: patient(Hls.DefaultConfig.fragLoadPolicy),
  keyLoadPolicy: patient(Hls.DefaultConfig.keyLoadPolicy),
  playlistLoadPolicy: patient(Hls.DefaultConfig.playlistLoadPolicy),
};

/**
 * A line that is gone for a while often leaves the browser "online": requests then end without any status, which hls.js
 * takes for a refusal. Tried again as after any other failure, some 30 s in all.
 */
function patient({ default: policy }: LoadPolicy): LoadPolicy {
  const { errorRetry } = policy;
  if (!errorRetry) return { default: policy };
  const shouldRetry: RetryConfig['shouldRetry'] = (retry, count, _timeout, response, otherwise) =>
    otherwise || (response?.code === 0 && count < (retry?.maxNumRetry ?? 0));
  return { default: { ...policy, errorRetry: { ...errorRetry, maxNumRetry: 6, shouldRetry } } };
}

/** A playlist or a key of a recording asks for a token each time; a segment has its signature from the playlist. */
export function isReplaceable({ details }: ErrorData): boolean {
  return details === Hls.ErrorDetails.LEVEL_LOAD_ERROR || details === Hls.ErrorDetails.KEY_LOAD_ERROR;
}

/** Of a playlist or a key, which the API answers; segments come from a bucket. */
export function requestIdOf({ response, networkDetails }: ErrorData): string | undefined {
  if ((response?.code ?? 0) < 500 || !(networkDetails instanceof XMLHttpRequest)) return undefined;
  return networkDetails.getResponseHeader(requestIdHeader) ?? undefined;
}

export const tokenOf = (address: string) => new URL(address, location.href).searchParams.get('token');

/** The same address with the newest token, where it carries one. */
export function withToken(address: string, token: string | null): string {
  if (!token || !/[?&]token=/.test(address)) return address;
  const fresh = new URL(address);
  fresh.searchParams.set('token', token);
  return fresh.href;
}
