/**
 * Repeats the match's heading in one small line once the heading is out of view: crests, codes, score and minute. It is
 * fixed below the sticky elements (the navigation bar, on phones also the picture), so that the page does not move.
 */
import { type RefObject, useEffect, useState } from 'react';
import { clubCodes } from '../../../../shared/domain/club-code.ts';
import { Crest } from '../../../ui/crest.tsx';
import { phaseText } from './result.tsx';
import type { PageScore } from './use-match-minute.ts';

export function MatchBar({
  heading,
  home,
  away,
  score,
  time,
}: {
  heading: RefObject<HTMLElement | null>;
  home: { name: string; thumbnail: string | null };
  away: { name: string; thumbnail: string | null };
  score: PageScore | null;
  time: string | undefined;
}) {
  /** Upper edge in CSS pixels; undefined while the bar is hidden. */
  const [top, setTop] = useState<number>();
  useEffect(() => followHeading(heading, setTop), [heading]);
  if (top === undefined) return null;
  const [homeCode, awayCode] = clubCodes(home.name, away.name);
  return (
    // Screen readers read the heading instead.
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-x-0 z-20 border-b border-line/60 bg-bg print:hidden"
      style={{ top }}
    >
      <span className="mx-auto flex h-11 max-w-300 items-center justify-center gap-3 px-4 font-heading text-small font-extrabold tabular-nums">
        <Crest src={home.thumbnail} className="size-7 object-contain" />
        {homeCode}
        <span className="text-lead whitespace-nowrap">{score ? `${score.home} – ${score.away}` : '–'}</span>
        {awayCode}
        <Crest src={away.thumbnail} className="size-7 object-contain" />
        {score && <span className="font-body font-semibold text-muted">{time ?? phaseText(score)}</span>}
      </span>
    </div>
  );
}

/** Calls back with the bar's upper edge once the heading has left the visible part of the page upwards. */
function followHeading(
  heading: RefObject<HTMLElement | null>,
  onChange: (top: number | undefined) => void,
): () => void {
  let frame = 0;
  const update = () => {
    frame = 0;
    const box = heading.current?.getBoundingClientRect();
    const top = Math.round(readStickyBottom());
    onChange(box && box.height > 0 && box.bottom <= top ? top : undefined);
  };
  const schedule = () => {
    frame ||= requestAnimationFrame(update);
  };
  addEventListener('scroll', schedule, { passive: true });
  addEventListener('resize', schedule);
  return () => {
    cancelAnimationFrame(frame);
    removeEventListener('scroll', schedule);
    removeEventListener('resize', schedule);
  };
}

/** Returns the lower edge, in CSS pixels, of the sticky elements at the top of the window. */
function readStickyBottom(): number {
  const candidates = [
    ...document.querySelectorAll('[data-theme="viewer"] > header'),
    ...[...document.querySelectorAll('.player-box')].flatMap(({ parentElement }) => parentElement ?? []),
  ];
  return candidates
    .filter((one) => getComputedStyle(one).position === 'sticky')
    .reduce((lowest, one) => Math.max(lowest, one.getBoundingClientRect().bottom), 0);
}
