/**
 * Two range inputs over preview pictures of the 90 s around the playback position. The user can move these along the
 * match; keys move a handle by half a second.
 */
import { type CSSProperties, useState } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Still } from '../vods/still.tsx';
import { findStill, useStills } from '../vods/stills.ts';
import './clip-cutter.css';
import {
  type ClipRange,
  centreWindow,
  clipLimits,
  computeDefaultRange,
  moveEnd,
  moveStart,
  type RangeLimits,
  shiftWindow,
} from './clip-range.ts';

const pictureCount = 8;
const step = 0.5;

export function RangePicker({
  at,
  duration,
  thumbnailsUrl,
  nameWithArticle,
  range,
  limits = clipLimits,
  onChange,
}: {
  /** Second of the video at which the editor was opened. */
  at: number;
  duration: number;
  /** Address of the WebVTT with preview pictures; a live has none yet. */
  thumbnailsUrl: string | undefined;
  /** Completes 'Inicio …' and 'Final …' for the handles, as in 'del clip'. */
  nameWithArticle: string;
  range: ClipRange;
  limits?: RangeLimits;
  onChange: (change: (before: ClipRange) => ClipRange) => void;
}) {
  const [shown, setShown] = useState(() => centreWindow(at, duration));
  const { data: stills = [] } = useStills(thumbnailsUrl);
  const toPercent = (second: number) => `${(100 * (second - shown.from)) / (shown.to - shown.from)}%`;
  const moveWindow = (by: number) => {
    const next = shiftWindow(shown, by, duration);
    setShown(next);
    onChange((before) =>
      computeDefaultRange(before.start + (next.from - shown.from) + (before.end - before.start) / 2, duration),
    );
  };
  const renderHandle = (which: 'start' | 'end', label: string, change: typeof moveStart) => (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={formatDuration(range[which])}
      min={shown.from}
      max={shown.to}
      step={step}
      value={range[which]}
      onChange={(event) => onChange((before) => change(before, Number(event.target.value), shown, limits))}
      className="cut-handle"
    />
  );
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <RangeEdge label="Empieza" second={range.start} thumbnailsUrl={thumbnailsUrl} />
        <RangeEdge label="Termina" second={range.end} thumbnailsUrl={thumbnailsUrl} />
      </div>
      <div className="flex items-center gap-1">
        <IconButton icon="left" label="Antes" disabled={shown.from <= 0} onClick={() => moveWindow(-30)} />
        <div
          className="cut-bar relative h-14 min-w-0 flex-1"
          style={{ '--cut-start': toPercent(range.start), '--cut-end': toPercent(range.end) } as CSSProperties}
        >
          <div className="absolute inset-0 flex overflow-hidden rounded-sm bg-raised" aria-hidden="true">
            {Array.from({ length: pictureCount }, (_, index) => {
              const still = findStill(stills, shown.from + ((index + 0.5) * (shown.to - shown.from)) / pictureCount);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: fixed positions on the bar
                <span key={index} className="min-w-0 flex-1">
                  {still && <Still src={still} className="size-full object-cover" />}
                </span>
              );
            })}
          </div>
          <div className="cut-part" aria-hidden="true" />
          {renderHandle('start', `Inicio ${nameWithArticle}`, moveStart)}
          {renderHandle('end', `Final ${nameWithArticle}`, moveEnd)}
        </div>
        <IconButton icon="right" label="Después" disabled={shown.to >= duration} onClick={() => moveWindow(30)} />
      </div>
    </>
  );
}

interface RangeEdgeProps {
  label: string;
  second: number;
  thumbnailsUrl: string | undefined;
}

export function RangeEdge({ label, second, thumbnailsUrl }: RangeEdgeProps) {
  const { data: stills = [] } = useStills(thumbnailsUrl);
  const picture = findStill(stills, second);
  return (
    <figure className="flex flex-col gap-1">
      {/* The place of the picture is reserved while it loads. */}
      {thumbnailsUrl && (
        <div className="aspect-video overflow-hidden rounded-sm bg-raised">
          {picture && <Still src={picture} className="size-full object-cover" />}
        </div>
      )}
      <figcaption className="text-small tabular-nums">
        {label} en <span className="font-semibold text-text">{formatDuration(second)}</span>
      </figcaption>
    </figure>
  );
}
