/** Seeks that meet the buffer: fast ones, and those within a live's. */
import type Hls from 'hls.js/light';

/**
 * Seconds to which the buffer is limited after a seek, and milliseconds for which the limit applies, so that the target
 * frame is decoded first.
 */
const seekBufferSeconds = 0.5;
const seekBufferMs = 500;

export function limitSeekBuffer(video: HTMLVideoElement, config: Hls['config'] | undefined): void {
  if (!config || config.maxMaxBufferLength === seekBufferSeconds) return;
  const { maxMaxBufferLength } = config;
  const restoreBuffer = () => void Object.assign(config, { maxMaxBufferLength });
  config.maxMaxBufferLength = seekBufferSeconds;
  video.addEventListener('seeked', restoreBuffer, { once: true });
  setTimeout(restoreBuffer, seekBufferMs);
}

/** Milliseconds after which a seek is not repeated any more. */
const settleMs = 10_000;

/**
 * Seeks within a live's buffer; the returned function ends it when the viewer goes elsewhere. Until the target is
 * decoded, hls.js treats a position before the sliding playlist as lost, and moves to the live edge at the next reload:
 * the seek is then repeated.
 */
export function seekInBuffer(video: HTMLVideoElement, seconds: number): () => void {
  const seek = new AbortController();
  const { signal } = seek;
  const giveUp = () => seek.abort();
  const timer = setTimeout(giveUp, settleMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
  video.currentTime = seconds;
  const repeat = () => {
    if (video.currentTime > seconds + 1) video.currentTime = seconds;
  };
  video.addEventListener('seeking', repeat, { signal });
  // Once enough is decoded, hls.js keeps the position.
  video.addEventListener('canplaythrough', giveUp, { signal });
  return giveUp;
}
