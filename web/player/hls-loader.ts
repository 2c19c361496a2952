/** Carries out a playback's decisions with hls.js. */

import Hls, { type LevelDetails } from 'hls.js/light';
import { gapPenaltyMs } from '../../shared/domain/limits.ts';
import { addAirPlaySource, hasAirPlay } from './airplay.ts';
import { estimateBandwidth } from './bandwidth.ts';
import {
  chooseStartLevel,
  findResumePosition,
  forwardCues,
  keepCloseToEdge,
  reloadPlaylist,
  reportQuality,
} from './hls-events.ts';
import { getToken, hlsConfig, isFromPhone, SharedPlaylists, withToken } from './hls-requests.ts';
import { toRecordedRange } from './live-position.ts';
import { type Loader, type Playback, playIfAllowed } from './playback.ts';

export class HlsLoader implements Loader {
  hls: Hls | undefined;
  #token: string | null = null;
  #chosenLevel = -1;
  /** Start position in seconds, until the element has it; -1 for the default. */
  #pendingStart = -1;
  readonly #sharedPlaylists = new SharedPlaylists();
  readonly #playback: Playback;
  readonly #watch: (hls: Hls) => void;

  /** `watch` translates the events of each new hls.js. */
  constructor(playback: Playback, watch: (hls: Hls) => void) {
    this.#playback = playback;
    this.#watch = watch;
  }

  start(url: string, startAt: number): void {
    this.stop();
    const { video, source, callbacks, getSeenUntil } = this.#playback;
    const { live, from } = source;
    const startsAtDate = from !== undefined && startAt < 0;
    this.#pendingStart = startAt;
    this.#token = getToken(url);
    const hls = new Hls({
      ...hlsConfig,
      // Otherwise hls.js would show the small rendition for the rest of the match.
      ...(isFromPhone(url) && { errorPenaltyExpireMs: gapPenaltyMs }),
      abrEwmaDefaultEstimate: estimateBandwidth(),
      startPosition: startsAtDate ? 0 : startAt,
      // hls.js must not move a viewer to the end of a recording that grows: of a live, or of an upload in its first minute.
      ...(!live && { liveMaxLatencyDurationCount: Number.POSITIVE_INFINITY, maxLiveSyncPlaybackRate: 1 }),
      // media-chrome recognises a live by its infinite duration.
      liveDurationInfinity: live,
      preferManagedMediaSource: hasAirPlay,
      xhrSetup: (xhr, address) => this.#open(xhr, withToken(address, this.#token)),
    });
    this.hls = hls;
    hls.on(Hls.Events.MANIFEST_PARSED, (_, { levels }) => {
      if (this.#chosenLevel < 0) hls.startLevel = chooseStartLevel(levels, hls.maxAutoLevel);
      this.#offerRenditions(levels.map(({ height }) => height));
      playIfAllowed(video);
    });
    hls.on(Hls.Events.MEDIA_ATTACHED, () => {
      if (hasAirPlay) addAirPlaySource(video, url);
    });
    const seenUntil = getSeenUntil();
    if (live && seenUntil > 0)
      hls.once(Hls.Events.LEVEL_LOADED, (_, { details }) => this.#resumeAfter(seenUntil, details));
    if (startsAtDate) hls.once(Hls.Events.LEVEL_LOADED, (_, { details }) => this.#startAtDate(from, details));
    hls.on(Hls.Events.LEVEL_UPDATED, (_, { details }) => {
      if (from !== undefined) callbacks.onRecorded?.(toRecordedRange(details.fragments, !details.live));
    });
    if (live && from === undefined) keepCloseToEdge(hls, () => callbacks.mayStayBehind?.() ?? false);
    if (live) forwardCues(hls, callbacks.onCue);
    reportQuality(hls, callbacks.meter);
    this.#watch(hls);
    hls.loadSource(url);
    hls.attachMedia(video);
  }

  stop(): void {
    this.hls?.destroy();
    this.hls = undefined;
  }

  /** Renews the token while playback continues from the buffer. */
  replaceToken(url: string): void {
    this.#token = getToken(url);
    this.hls?.startLoad();
    // hls.js may have switched to another rendition meanwhile.
    if (this.hls && this.#chosenLevel >= 0) this.hls.nextLevel = this.#chosenLevel;
  }

  reload(): void {
    if (this.hls) reloadPlaylist(this.hls, this.#playback.video);
  }

  recover(): void {
    const isAtStart = this.#playback.video.currentTime === 0;
    this.hls?.recoverMediaError();
    // hls.js resumes at the current position, but takes 0 as not set, and would return to the start position.
    if (isAtStart) this.hls?.startLoad(Math.max(0, this.#pendingStart));
  }

  resume(): void {
    this.hls?.startLoad();
  }

  getDate(): number | undefined {
    return this.hls?.playingDate?.getTime();
  }

  /** Seeks again, because hls.js loses its start position when it skips a gap before the first frame. */
  restorePosition(): void {
    if (this.#pendingStart > this.#playback.video.currentTime) this.#playback.video.currentTime = this.#pendingStart;
    this.#pendingStart = -1;
  }

  /** Playlists that come from us and grow are reloaded often, and therefore from their shared address. */
  #open(xhr: XMLHttpRequest, address: string): void {
    const { from, live, url } = this.#playback.source;
    if (from !== undefined || (live && isFromPhone(url))) this.#sharedPlaylists.open(xhr, address);
    else xhr.open('GET', address, true);
  }

  #startAtDate(date: number, { fragments }: LevelDetails): void {
    this.#pendingStart = toRecordedRange(fragments)?.secondsAt(date) ?? 0;
    if (this.#pendingStart > 0) this.hls?.startLoad(this.#pendingStart);
  }

  /** Resumes a reloaded live at the first segment that was not shown yet; waits if there is none. */
  #resumeAfter(seenUntil: number, details: LevelDetails): void {
    const position = findResumePosition(details, seenUntil);
    if (position === undefined) this.#playback.send({ kind: 'LOST' });
    else if (position !== 'edge') this.hls?.startLoad(position);
  }

  #offerRenditions(heights: number[]): void {
    const choose = (index: number) => {
      this.#chosenLevel = index;
      if (this.hls) this.hls.nextLevel = index;
      this.#playback.callbacks.onRenditions?.({ heights, chosen: index, choose });
    };
    choose(this.#chosenLevel < heights.length ? this.#chosenLevel : -1);
  }
}
