import type Hls from 'hls.js/light';

/**
 * Limit of the buffer after a seek, in seconds, and the milliseconds for which it applies. The target frame is then
 * decoded first.
 */
const seekBufferSeconds = 0.5;
const seekBufferMs = 500;

/** Limits the buffer until the target of a seek is shown. */
export function limitSeekBuffer(video: HTMLVideoElement, config: Hls['config'] | undefined): void {
  if (!config || config.maxMaxBufferLength === seekBufferSeconds) return;
  const { maxMaxBufferLength } = config;
  const restoreBuffer = () => void Object.assign(config, { maxMaxBufferLength });
  config.maxMaxBufferLength = seekBufferSeconds;
  video.addEventListener('seeked', restoreBuffer, { once: true });
  setTimeout(restoreBuffer, seekBufferMs);
}
