/** The search and filters of a list: in a row or, on a phone, one line whose button unfolds the filters. */
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { Icon } from '../../../ui/icon.tsx';

/** State of the parts of a page that fold on a phone; `frame` contains them. */
export function useFold() {
  const isPhone = useMedia('(width < 40rem)');
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  // A device that is turned keeps the dialog that one of the parts has opened.
  useLayoutEffect(() => {
    if (isPhone && frame.current?.querySelector('dialog')) setOpen(true);
  }, [isPhone]);
  return { frame, isPhone, isFolded: isPhone && !isOpen, toggle: () => setOpen(!isOpen) };
}

export function FilterBar({
  fold: { isPhone, isFolded, toggle },
  count,
  search,
  children,
}: {
  fold: ReturnType<typeof useFold>;
  /** Number of the filters that are set. */
  count: number;
  search: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-3 sm:mb-5 sm:gap-3">
      <div className="min-w-0 flex-[1_1_8rem] sm:contents">{search}</div>
      {isPhone && (
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={toggle}
          className={cx(
            'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-sm border px-3 font-semibold',
            count > 0 ? 'border-accent text-accent' : 'border-line-strong',
          )}
        >
          <Icon name="settings" size={18} />
          {count > 0 ? `Filtros (${count})` : 'Filtros'}
        </button>
      )}
      <div
        id={id}
        hidden={isFolded}
        className={isFolded ? undefined : 'flex w-full flex-wrap items-center gap-3 sm:contents'}
      >
        {children}
      </div>
    </div>
  );
}
