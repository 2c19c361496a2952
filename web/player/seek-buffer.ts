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
