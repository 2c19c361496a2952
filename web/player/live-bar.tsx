/** The seek bar of a live that can be rewound, from its first second to its edge. */
import { MediaControlBar } from 'media-chrome/react';
import { type CSSProperties, useEffect, useState } from 'react';
import { formatDuration } from '../lib/format.ts';
import { Icon } from '../ui/icon.tsx';
import type { LiveRewind } from './live-position.ts';
import type { PlayerMark } from './player-props.ts';
import { SeekMarks } from './seek-marks.tsx';

const pollIntervalMs = 250;

export function LiveBar({ rewind, marks }: { rewind: LiveRewind; marks: readonly PlayerMark[] }) {
  const { at, length, atEdge } = useLivePosition(rewind);
  const [dragged, setDragged] = useState<number>();
  const position = dragged ?? (atEdge ? length : Math.min(at, length));
  const commitSeek = () => {
    if (dragged !== undefined) rewind.seekTo(dragged);
    setDragged(undefined);
  };
  return (
    <MediaControlBar className="player-seek">
      <input
        type="range"
        className="player-live-range"
        aria-label="Momento de la emisión"
        aria-valuetext={
          atEdge && dragged === undefined ? 'En directo' : `${formatDuration(position)} de ${formatDuration(length)}`
        }
        min={0}
        max={Math.max(1, Math.floor(length))}
        step={1}
        value={Math.floor(position)}
        style={{ '--played': `${length > 0 ? (100 * position) / length : 100}%` } as CSSProperties}
        onChange={({ currentTarget }) => setDragged(Number(currentTarget.value))}
        onPointerUp={commitSeek}
        onKeyUp={commitSeek}
        onBlur={commitSeek}
      />
      <SeekMarks marks={marks} duration={length} onJump={rewind.seekTo} />
    </MediaControlBar>
  );
}

export function LiveButtons({ rewind }: { rewind: LiveRewind }) {
  const { at, length, atEdge } = useLivePosition(rewind);
  return (
    <>
      <button
        type="button"
        className="player-button player-text-button"
        aria-label="Desde el principio"
        title="Desde el principio"
        onClick={() => rewind.seekTo(0)}
      >
        <Icon name="start" size={22} />
        <span>Desde el principio</span>
      </button>
      <button
        type="button"
        className="player-button player-text-button player-live"
        data-edge={atEdge}
        onClick={rewind.seekToEdge}
      >
        <i aria-hidden="true" />
        En directo
        {!atEdge && <b>−{formatDuration(length - at)}</b>}
      </button>
    </>
  );
}

/** Polls the position; renders again only when a whole second has passed. */
function useLivePosition(rewind: LiveRewind) {
  const [position, setPosition] = useState(() => readPosition(rewind));
  useEffect(() => {
    const timer = setInterval(() => {
      const next = readPosition(rewind);
      setPosition((before) => (isSame(before, next) ? before : next));
    }, pollIntervalMs);
    return () => clearInterval(timer);
  }, [rewind]);
  return position;
}

type LivePosition = ReturnType<typeof readPosition>;

const readPosition = ({ getPosition, getLength, isAtEdge }: LiveRewind) => ({
  at: Math.floor(getPosition()),
  length: Math.floor(getLength()),
  atEdge: isAtEdge(),
});

const isSame = (a: LivePosition, b: LivePosition) => a.at === b.at && a.length === b.length && a.atEdge === b.atEdge;
