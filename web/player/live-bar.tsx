/** The seek bar of a live that can be rewound, from its first second to its edge. */
import { MediaControlBar } from 'media-chrome/react';
import { type CSSProperties, useEffect, useState } from 'react';
import { formatDuration } from '../lib/format.ts';
import { Icon } from '../ui/icon.tsx';
import type { PlayerMark } from './player-props.ts';
import { SeekMarks } from './seek-marks.tsx';
import type { GoingBack } from './use-live-rewind.ts';

const lookMs = 250;

export function LiveBar({ back, marks }: { back: GoingBack; marks: readonly PlayerMark[] }) {
  const { at, length, atEdge } = usePlace(back);
  const [dragged, setDragged] = useState<number>();
  const shown = dragged ?? (atEdge ? length : Math.min(at, length));
  const drop = () => {
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
        onPointerUp={drop}
        onKeyUp={drop}
        onBlur={drop}
      />
      <SeekMarks marks={marks} duration={length} onJump={back.to} />
    </MediaControlBar>
  );
}

export function LiveButtons({ back }: { back: GoingBack }) {
  const { at, length, atEdge } = usePlace(back);
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
function usePlace(back: GoingBack) {
  const [place, setPlace] = useState(() => placeOf(back));
  useEffect(() => {
    const timer = setInterval(() => {
      const next = placeOf(back);
      setPlace((before) => (isSame(before, next) ? before : next));
    }, lookMs);
    return () => clearInterval(timer);
  }, [back]);
  return place;
}

type Place = ReturnType<typeof placeOf>;

const placeOf = ({ at, length, atEdge }: GoingBack) => ({
  at: Math.floor(at()),
  length: Math.floor(length()),
  atEdge: atEdge(),
});

const isSame = (a: Place, b: Place) => a.at === b.at && a.length === b.length && a.atEdge === b.atEdge;
