/**
 * A row of cards that scrolls sideways in steps of one card (256 px and a 16 px gap). Fingers and wheels scroll it too;
 * the buttons appear where there is a mouse.
 */
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '../lib/class-names.ts';
import { useMedia } from '../lib/use-media.ts';
import { CardSkeleton, CardSkeletons } from './card.tsx';
import { IconButton } from './icon-button.tsx';
import { LoadFailure } from './load-failure.tsx';

export const railStep = 272;

interface Props {
  title: string;
  /** Decoration before the title. */
  mark?: ReactNode;
  more?: { to: string; text: string };
  /** Content between title and cards. */
  below?: ReactNode;
  /** Lays the cards out as a grid on screens wider than a phone's. */
  isGrid?: boolean;
  /** The query of the cards, before which skeletons stand, and after which its failure. */
  query?: { isPending: boolean; isLoadingError?: boolean; error: unknown };
  children: ReactNode;
}

export function Rail({ title, mark, more, below, isGrid = false, query, children }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const hasMouse = useMedia('(width >= 40rem) and (pointer: fine)');
  return (
    <section aria-label={title}>
      <div className="flex flex-wrap items-center gap-2 px-gutter">
        {mark}
        <h2 className="grow basis-40 text-title">{title}</h2>
        {hasMouse && !isGrid && <Steps title={title} list={list} />}
        {more && <RailLink {...more} of={title} />}
      </div>
      {below && <div className="mt-3 px-gutter">{below}</div>}
      <ul
        ref={list}
        // `relative` keeps texts for screen readers inside the row; they would widen the page.
        className={cx(
          'relative mt-3 flex snap-x gap-4 overflow-x-auto px-gutter scroll-px-gutter pt-1 pb-3 scrollbar-none',
          isGrid && 'sm:grid-cards sm:[&>li]:w-auto',
        )}
      >
        {query?.isPending && <RailSkeleton />}
        {children}
        {query?.isLoadingError && (
          <li className="grow">
            <LoadFailure error={query.error} />
          </li>
        )}
      </ul>
    </section>
  );
}

/**
 * Buttons that scroll the row. Rendered only where they are visible, because they measure the row after each rendering,
 * which forces a layout.
 */
function Steps({ title, list }: { title: string; list: RefObject<HTMLUListElement | null> }) {
  const [scrolls, setScrolls] = useState(true);
  useLayoutEffect(() => {
    const row = list.current;
    const measure = () => row && setScrolls(row.scrollWidth > row.clientWidth);
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  });
  const scroll = (steps: number) => list.current?.scrollBy({ left: steps * railStep, behavior: 'smooth' });
  return (
    // With nothing to scroll, the buttons are hidden but keep their space.
    <div className={cx('flex', !scrolls && 'invisible')}>
      <IconButton icon="left" label={`${title}: anteriores`} onClick={() => scroll(-1)} />
      <IconButton icon="right" label={`${title}: siguientes`} onClick={() => scroll(1)} />
    </div>
  );
}

export function RailLink({ to, text, of }: { to: string; text: string; of?: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 max-w-full shrink-0 items-center px-2 font-semibold text-accent underline-offset-4 hover:underline"
    >
      {text} {of && <span className="sr-only">de {of}</span>}
    </Link>
  );
}

export function RailItem({ children }: { children: ReactNode }) {
  return <li className="w-(--card) shrink-0 snap-start max-sm:w-[72vw] max-sm:max-w-72">{children}</li>;
}

/** Placeholder of rows whose titles are not known yet either. */
export function RailsSkeleton() {
  return [1, 2, 3].map((row) => (
    <div key={row} className="px-gutter">
      <div className="flex h-11 items-center">
        <div className="h-6 w-48 animate-pulse rounded-sm bg-raised" />
      </div>
      <ul className="mt-3 overflow-hidden pt-1 pb-3">
        <RailSkeleton />
      </ul>
    </div>
  ));
}

export function RailSkeleton() {
  return (
    <li className={itemsLook}>
      <CardSkeletons count={5} />
    </li>
  );
}

/** Reserves the space of a rail that does not load yet, and announces nothing. */
export function RailPlaceholder({ title }: { title: string }) {
  return (
    <Rail title={title}>
      <li aria-hidden="true" className={itemsLook}>
        <CardSkeleton />
      </li>
    </Rail>
  );
}

const itemsLook = 'flex gap-4 [&>div]:w-(--card) [&>div]:shrink-0';
