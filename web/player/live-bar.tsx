/** The seek bar of a live that can be rewound, from its first second to its edge. */
import { MediaControlBar } from 'media-chrome/react';
import { type CSSProperties, useEffect, useState } from 'react';
import { formatDuration } from '../lib/format.ts';
import { Icon } from '../ui/icon.tsx';
import type { PlayerMark } from './player-props.ts';
import { SeekMarks } from './seek-marks.tsx';
import type { LiveRewind } from './use-live-rewind.ts';

const pollIntervalMs = 250;

export function LiveBar({ back, marks }: { back: LiveRewind; marks: readonly PlayerMark[] }) {
  const { at, length, atEdge } = useLivePosition(back);
  const [dragged, setDragged] = useState<number>();
  const shown = dragged ?? (atEdge ? length : Math.min(at, length));
  const commitSeek = () => {
    if (dragged !== undefined) back.to(dragged);
    setDragged(undefined);
  };
  return (
    <MediaControlBar className="player-seek">
      <input
        type="range"
        className="player-live-range"
        aria-label="Momento de la emisión"
        aria-valuetext={
          atEdge && dragged === undefined ? 'En directo' : `${formatDuration(shown)} de ${formatDuration(length)}`
        }
        min={0}
        max={Math.max(1, Math.floor(length))}
        step={1}
        value={Math.floor(shown)}
        style={{ '--played': `${length > 0 ? (100 * shown) / length : 100}%` } as CSSProperties}
        onChange={({ currentTarget }) => setDragged(Number(currentTarget.value))}
        onPointerUp={commitSeek}
        onKeyUp={commitSeek}
        onBlur={commitSeek}
      />
      <SeekMarks marks={marks} duration={length} onJump={back.to} />
    </MediaControlBar>
  );
}

export function LiveButtons({ back }: { back: LiveRewind }) {
  const { at, length, atEdge } = useLivePosition(back);
  return (
    <>
      <button
        type="button"
        className="player-button player-text-button"
        aria-label="Desde el principio"
        title="Desde el principio"
        onClick={() => back.to(0)}
      >
        <Icon name="start" size={22} />
        <span>Desde el principio</span>
      </button>
      <button
        type="button"
        className="player-button player-text-button player-live"
        data-edge={atEdge}
        onClick={back.toEdge}
      >
        <i aria-hidden="true" />
        En directo
        {!atEdge && <b>−{formatDuration(length - at)}</b>}
      </button>
    </>
  );
}

/** Polls, and re-renders only when a whole second changes. */
function useLivePosition(back: LiveRewind) {
  const [place, setPlace] = useState(() => readPosition(back));
  useEffect(() => {
    const timer = setInterval(() => {
      const next = readPosition(back);
      setPlace((before) => (isSame(before, next) ? before : next));
    }, pollIntervalMs);
    return () => clearInterval(timer);
  }, [back]);
  return place;
}

type LivePosition = ReturnType<typeof readPosition>;

const readPosition = ({ at, length, atEdge }: LiveRewind) => ({
  at: Math.floor(at()),
  length: Math.floor(length()),
  atEdge: atEdge(),
});

const isSame = (a: LivePosition, b: LivePosition) => a.at === b.at && a.length === b.length && a.atEdge === b.atEdge;
