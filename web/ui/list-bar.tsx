/**
 * The controls of a list in one bar: tabs, a search, and a button that opens the filters. On narrow screens the search
 * is among the filters.
 */
import { type ReactNode, useId, useState } from 'react';
import { cx } from '../lib/class-names.ts';
import { Button } from './button.tsx';

interface Props {
  tabs: ReactNode;
  search?: ReactNode;
  /** Number of active filters, the search included. */
  active?: number;
  /** The filters; without them there is no button. */
  children?: ReactNode;
}

export function ListBar({ tabs, search, active = 0, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const panel = 'order-last w-full pb-3';
  return (
    <div className={cx('top-16 z-20 -mx-2 bg-bg px-2', isOpen ? 'lg:sticky' : 'sticky')}>
      <div className="flex min-h-14 flex-wrap items-center gap-x-3">
        {/* The row has a height of its own, so that a panel below does not move it. */}
        <div className="flex h-14 min-w-0 grow basis-0 items-center">{tabs}</div>
        {search && (
          <div className={cx('lg:order-none lg:w-auto lg:pb-0', panel, !isOpen && 'max-lg:hidden')}>{search}</div>
        )}
        {children && (
          <Button
            kind="secondary"
            size="small"
            icon="filter"
            className="min-h-11 shrink-0"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <span className="max-sm:sr-only">Filtros</span>
            {active > 0 && (
              <span className="grid size-6 place-items-center rounded-full bg-text text-note text-bg tabular-nums">
                {active}
                <span className="sr-only"> activos</span>
              </span>
            )}
          </Button>
        )}
        <div id={id} className={cx('flex flex-wrap items-start gap-3', panel, !isOpen && 'hidden')}>
          {children}
        </div>
      </div>
    </div>
  );
}
