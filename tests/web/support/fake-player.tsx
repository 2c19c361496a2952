/**
 * Stands for web/player/player.tsx, which needs Media Source; jsdom lacks it, and the end-to-end tests play real video.
 * It shows its properties, and `afterEnd` once its video has fired `ended`.
 */
import { useState } from 'react';
import { vi } from 'vitest';
import type { PlayerProps } from '../../../web/player/player-props.ts';

export const { Ad, PlayerPlaceholder } = await vi.importActual<typeof import('../../../web/player/player.tsx')>(
  '../../../web/player/player.tsx',
);

export const usePlayerPreload = () => undefined;

export function Player(props: PlayerProps) {
  const { url, title, startAt, file, loop, conflict, marks = [], media, onEnded, afterEnd } = props;
  const [hasEnded, setEnded] = useState(false);
  const end = () => {
    setEnded(true);
    onEnded?.();
  };
  return (
    <section
      aria-label={`Reproductor: ${title}`}
      {...{ 'data-url': url, 'data-start-at': startAt, 'data-file': file, 'data-loop': loop }}
    >
      {conflict && 'en otro dispositivo'}
      {marks.map((mark) => (
        <i key={mark.id} title={mark.label}>
          {mark.seconds}
        </i>
      ))}
      {/* biome-ignore lint/a11y/useMediaCaption: a fake */}
      <video ref={media} onEnded={end} />
      {hasEnded && afterEnd}
    </section>
  );
}
