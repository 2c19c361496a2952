/**
 * Measures the quality of one playback: the wait for the first picture, stalls, waits after jumps, the renditions
 * played, bytes and failures. Pauses, hidden tabs and playback on a television do not count. Independent of React.
 */
import type { FailureKind } from '../../shared/domain/quality-limits.ts';
import { awaitFirstFrame, futureData, showsFrameTimes } from './frames.ts';
import { type MeasuredReport, QualityRecord } from './quality-record.ts';

/** `still`: paused, ended, hidden, or shown by a television. */
type State = 'starting' | 'playing' | 'stalled' | 'jumping' | 'still';

/** Milliseconds between two samples of the video's state. */
const tickMs = 1_000;
/** Milliseconds; a longer gap between two samples means that the machine slept. */
const maxGapMs = 5_000;
/** Milliseconds; viewers do not notice a shorter stall. */
const minStallMs = 100;
/** Milliseconds without progress after which a video stands still, whatever its events say. */
const noProgressMs = 1_500;
/** Seconds; a shorter seek during a stall is the player's attempt to get over a gap. */
const minJumpSeconds = 2;
/** Milliseconds; a viewer who leaves sooner has not given up. */
const minAbandonedMs = 2_000;

export class QualityMeter {
  readonly #video: HTMLVideoElement;
  readonly #clock: () => number;
  readonly #isAway: () => boolean;
  /** True for a live, whose player itself skips to the edge after a stall. */
  readonly #live: boolean;
  readonly #record: QualityRecord;
  #state: State = 'starting';
  /** Start of the current state; in `starting`, the press of play or the automatic start. */
  #since: number;
  #tickedAt: number;
  #progressedAt: number;
  #lastTime = -1;
  /** False once a hidden tab or a failure has made the measured start meaningless. */
  #isStartCounted = true;
  #hasFailed = false;
  #isReplaced = false;
  /** True while playback waits for a press of play, or for a live's recording. */
  #awaitsPress = false;
  #rung = { pb: 0, height: 0 };

  constructor(
    video: HTMLVideoElement,
    {
      token,
      openedAt,
      isAway,
      live = false,
      clock = () => performance.now(),
    }: { token: string; openedAt: number; isAway: () => boolean; live?: boolean; clock?: () => number },
  ) {
    this.#video = video;
    this.#clock = clock;
    this.#isAway = isAway;
    this.#live = live;
    this.#since = openedAt;
    this.#record = new QualityRecord(token, openedAt);
    this.#tickedAt = clock();
    this.#progressedAt = clock();
  }

  /** Starts measuring; the returned function stops it. */
  watch(): () => void {
    const video = this.#video;
    const handlers = {
      play: () => this.#onPlay(),
      playing: () => this.#onPlaying(),
      canplay: () => this.#onCanPlay(),
      waiting: () => this.#state === 'playing' && !video.seeking && this.#enter('stalled'),
      seeking: () => this.#onSeeking(),
      seeked: () => this.#state === 'jumping' && video.readyState >= futureData && this.#onPlaying(),
      pause: () => this.#isStarted && this.#enter('still'),
      ended: () => this.#isStarted && this.#enter('still'),
      emptied: () => this.#onEmptied(),
    };
    for (const [name, handle] of Object.entries(handlers)) video.addEventListener(name, handle);
    const onVisibility = () => this.#onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    const timer = setInterval(() => this.tick(), tickMs);
    const endFrames = awaitFirstFrame(video, (at) => this.#onFirstPicture(at));
    return () => {
      for (const [name, handle] of Object.entries(handlers)) video.removeEventListener(name, handle);
      document.removeEventListener('visibilitychange', onVisibility);
      clearInterval(timer);
      endFrames();
      this.#leave();
    };
  }

  /** Notes a jump of the viewer, also to a part that another source plays. */
  jump(): void {
    if (this.#isStarted) this.#enter('jumping');
  }

  /** `isPossible` is false while there can be no picture yet: that wait does not count. */
  expectPicture(isPossible: boolean): void {
    if (this.#isStarted) return;
    this.#awaitsPress = !isPossible;
    this.#since = this.#clock();
  }

  setRung(rung: { pb: number; height: number }): void {
    this.#advance();
    this.#rung = rung;
  }

  addBytes(bytes: number): void {
    this.#record.addBytes(bytes);
  }

  setThroughput(bitsPerSecond: number): void {
    this.#record.setThroughput(bitsPerSecond);
  }

  /** Counts a failure once, however often playback is retried. */
  fail(kind: FailureKind): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#isStartCounted = false;
    this.#record.addFailure(kind);
    if (this.#isStarted) this.#enter('still');
  }

  tick(): void {
    this.#advance();
    const { currentTime, paused, ended } = this.#video;
    const now = this.#clock();
    if (this.#isAway()) {
      this.#onVisibility();
      return;
    }
    if (currentTime !== this.#lastTime) {
      const hasMoved = currentTime > this.#lastTime && !paused && !this.#video.seeking;
      this.#lastTime = currentTime;
      this.#progressedAt = now;
      if (hasMoved && (this.#state === 'stalled' || this.#state === 'still')) this.#onPlaying();
      return;
    }
    if (this.#state !== 'playing' || paused || ended || now - this.#progressedAt < noProgressMs) return;
    this.#enter('stalled');
    this.#since = this.#progressedAt;
  }

  /** Returns the reports that are due; with `isLast`, all of them. */
  take({ isLast = false } = {}): MeasuredReport[] {
    this.#advance();
    if (isLast) this.#leave();
    return this.#record.take(this.#clock(), isLast);
  }

  confirm(sid: string, sn: number): void {
    this.#record.confirm(sid, sn);
  }

  get #isStarted(): boolean {
    return this.#state !== 'starting';
  }

  #onPlay(): void {
    if (this.#state !== 'starting' || !this.#awaitsPress) return;
    this.#awaitsPress = false;
    this.#since = this.#clock();
  }

  #onCanPlay(): void {
    if (this.#state === 'starting' && this.#video.paused) this.#awaitsPress = true;
  }

  #onPlaying(): void {
    this.#hasFailed = false;
    this.#isReplaced = false;
    this.#progressedAt = this.#clock();
    if (this.#isStarted) this.#enter(this.#isAway() ? 'still' : 'playing');
    else if (!showsFrameTimes(this.#video)) this.#onFirstPicture(this.#clock());
  }

  /** Another source replaces the one that played, and the first seek in it is not the viewer's. */
  #onEmptied(): void {
    if (this.#state === 'playing') this.#enter('stalled');
    this.#isReplaced = true;
  }

  #onSeeking(): void {
    const isJump =
      this.#state === 'playing' ||
      this.#state === 'jumping' ||
      (this.#state === 'stalled' &&
        !this.#isReplaced &&
        !this.#live &&
        Math.abs(this.#video.currentTime - this.#lastTime) >= minJumpSeconds);
    if (isJump) this.#enter('jumping');
  }

  #onVisibility(): void {
    if (this.#isAway()) {
      if (this.#isStarted) this.#enter('still');
      else this.#isStartCounted = false;
      return;
    }
    if (this.#state !== 'still' || this.#video.paused) return;
    this.#progressedAt = this.#clock();
    this.#enter(this.#video.readyState >= futureData ? 'playing' : 'stalled');
  }

  #onFirstPicture(at: number): void {
    if (this.#isStarted) return;
    if (this.#isStartCounted && !this.#isAway()) this.#record.addStart(Math.max(0, at - this.#since));
    this.#enter(this.#isAway() ? 'still' : 'playing');
  }

  #enter(next: State): void {
    this.#advance();
    const now = this.#clock();
    const waited = now - this.#since;
    if (this.#state === 'stalled' && next !== 'stalled' && waited >= minStallMs) this.#record.addStall(waited);
    if (this.#state === 'jumping' && next === 'playing') this.#record.addJump(waited);
    // A second jump restarts the viewer's wait.
    if (next === this.#state && next !== 'jumping') return;
    this.#state = next;
    this.#since = now;
    this.#lastTime = this.#video.currentTime;
  }

  /** Adds the time since the last sample to the current rendition, unless the machine slept. */
  #advance(): void {
    const now = this.#clock();
    const gap = now - this.#tickedAt;
    this.#tickedAt = now;
    if (gap > maxGapMs) {
      this.#since += gap;
      this.#progressedAt += gap;
      return;
    }
    if (this.#state !== 'playing' || gap <= 0) return;
    const height = this.#rung.height || this.#video.videoHeight || 0;
    this.#record.addPlayed({ pb: this.#rung.pb, height }, gap);
  }

  #leave(): void {
    const waited = this.#clock() - this.#since;
    if (this.#isStarted) this.#enter('still');
    else if (this.#isStartCounted && !this.#awaitsPress && waited >= minAbandonedMs) this.#record.addAbandoned();
    this.#isStartCounted = false;
  }
}
