/** A card for a match, recording or content video. The whole card is one link; the skeleton has the same size. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Sport } from '../../shared/contract/schema.ts';
import { LiveBadge } from './badge.tsx';
import { Thumbnail } from './thumbnail.tsx';

export function Card({
  to,
  title,
  meta,
  picture,
  sport,
  live = false,
  mark,
  result,
  duration,
  progress,
  eager,
}: {
  to: string;
  title: string;
  meta?: ReactNode;
  picture: string | null | undefined;
  sport?: Sport;
  live?: boolean;
  /** Replaces the live badge. */
  mark?: ReactNode;
  /** Score on the picture. */
  result?: ReactNode;
  duration?: string;
  /** Watched share, from 0 to 1. */
  progress?: number;
  eager?: boolean;
}) {
  return (
    <Link to={to} className="group block rounded-md">
      <Thumbnail
        src={picture}
        kind={sport}
        eager={eager}
        imageClassName="transition-transform duration-200 group-hover:scale-103"
      >
        {(live || mark) && <span className="absolute top-2.5 left-2.5">{live ? <LiveBadge /> : mark}</span>}
        {/* The result is in the middle, unless large text leaves too little space beside the duration. */}
        {(result || duration) && (
          <span className="@container absolute inset-x-2.5 bottom-2.5">
            <span className="grid grid-cols-[1fr_auto_1fr] items-end gap-1">
              <span className="col-start-2">{result}</span>
              {duration && (
                <span className="justify-self-end rounded-sm bg-scrim px-1.5 py-0.5 text-note font-semibold text-text tabular-nums">
                  {duration}
                </span>
              )}
            </span>
          </span>
        )}
        {progress !== undefined && (
          <span className="absolute inset-x-0 bottom-0 h-1 bg-scrim">
            <span className="block h-full bg-accent" style={{ width: `${Math.round(progress * 100)}%` }} />
            <span className="sr-only">Visto al {Math.round(progress * 100)} %</span>
          </span>
        )}
      </Thumbnail>
      <h3 className="mt-2.5 line-clamp-2 font-body text-body font-semibold decoration-2 underline-offset-4 group-hover:underline">
        {title}
      </h3>
      {meta && <p className="mt-0.5 truncate text-small text-muted">{meta}</p>}
    </Link>
  );
}

export function CardSkeleton() {
  return (
    <div aria-hidden="true" className="animate-pulse">
      <div className="aspect-video rounded-md bg-raised" />
      <div className="mt-3.5 h-4 w-4/5 rounded-sm bg-raised" />
      <div className="mt-2.5 h-3.5 w-2/5 rounded-sm bg-raised" />
    </div>
  );
}

/** A page of skeletons with a single loading announcement. */
export function CardSkeletons({ count = 8 }: { count?: number }) {
  return (
    <>
      <span role="status" className="sr-only">
        Cargando
      </span>
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <CardSkeleton key={index} />
      ))}
    </>
  );
}
