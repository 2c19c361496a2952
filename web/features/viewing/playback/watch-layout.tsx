/** The layout of watch pages: player, title, details, plans. */
import type { ReactNode } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { LiveBadge } from '../../../ui/badge.tsx';

export function WatchLayout({
  stage,
  over,
  heading,
  live = false,
  mark,
  meta,
  summary,
  plans,
  actions,
  aside,
  children,
}: {
  stage: ReactNode;
  /** Covers the whole player. */
  over?: ReactNode;
  heading: ReactNode;
  live?: boolean;
  mark?: ReactNode;
  meta: (string | number | null | false | undefined)[];
  summary: string;
  plans?: ReactNode;
  actions?: ReactNode;
  /** Stands beside the player on wide screens, at the player's height. */
  aside?: ReactNode;
  children?: ReactNode;
}) {
  // The plans take the place beside the player.
  const isBeside = aside !== undefined && aside !== false && !plans;
  return (
    <div
      className={cx(
        'mx-auto flex w-full flex-col gap-8 px-gutter sm:pt-8',
        Boolean(plans) && 'xl:grid xl:max-w-400 xl:grid-cols-[minmax(0,1fr)_22rem] xl:items-start',
        isBeside && besideLook,
        !plans && !isBeside && screenWidth,
      )}
    >
      <div className="relative rounded-md max-sm:bleed-gutter max-sm:rounded-none max-sm:[&>*]:rounded-none">
        {stage}
        {over}
      </div>
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-3 text-small text-muted tabular-nums">
          {live && <LiveBadge />}
          {mark}
          <span className="min-w-0 wrap-anywhere">{meta.filter(Boolean).join(' · ')}</span>
        </div>
        {heading}
        {summary && <p className="max-w-[68ch] whitespace-pre-line text-muted">{summary}</p>}
      </header>
      {plans && <div className="xl:col-start-2 xl:row-span-9 xl:row-start-1">{plans}</div>}
      {actions}
      {aside && (
        <Aside isBeside={isBeside} className="column:row-span-5">
          {aside}
        </Aside>
      )}
      {children}
    </div>
  );
}

interface AsideProps {
  isBeside: boolean;
  /** Class with the number of grid rows to span. */
  className?: string | undefined;
  children?: ReactNode;
}

/** A column that scrolls, for layouts with `besideLook`. */
export function Aside({ isBeside, className, children }: AsideProps) {
  return (
    <div
      className={cx(
        isBeside && 'relative column:col-start-2 column:row-start-1 column:self-stretch',
        isBeside && className,
      )}
    >
      <div
        className={cx(
          'flex flex-col gap-4',
          isBeside && 'column:absolute column:inset-0 column:overflow-y-auto column:p-0.5',
        )}
      >
        {children}
      </div>
    </div>
  );
}

/** Maximum width at which player and title fit into the window's height. */
const screenWidth = 'max-w-[max(75rem,(100dvh-14rem)*16/9+7rem)]';

/** Like `screenWidth`, with room for the column beside the player. */
export const besideLook =
  'max-w-[max(97rem,(100dvh-14rem)*16/9+31rem)] column:grid column:grid-cols-[minmax(0,1fr)_22rem] column:items-start';

export function WatchSkeleton() {
  return (
    <div role="status" className={`mx-auto w-full ${screenWidth} animate-pulse px-gutter sm:pt-8`}>
      <span className="sr-only">Cargando</span>
      <div className="aspect-video bg-raised max-sm:bleed-gutter sm:rounded-md" />
      <div className="mt-8 h-4 w-40 rounded-sm bg-raised" />
      <div className="mt-4 h-8 w-3/5 rounded-sm bg-raised" />
      <div className="mt-4 h-4 w-4/5 rounded-sm bg-raised" />
    </div>
  );
}
