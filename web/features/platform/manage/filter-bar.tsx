/** The search and filters of a list: in a row or, on a phone, one line whose button unfolds the filters. */
import { type ReactNode, useId, useState } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';

export function FilterBar({
  isPhone,
  count,
  search,
  children,
}: {
  isPhone: boolean;
  /** Number of the filters that are set. */
  count: number;
  search: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (!isPhone)
    return (
      <div className="mb-5 flex flex-wrap items-center gap-3">
        {search}
        {children}
      </div>
    );
  return (
    <div className="mb-3">
      <div className="flex items-center gap-2">
        <div className="min-w-0 grow">{search}</div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className={cx(
            'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-sm border px-3 font-semibold',
            count > 0 ? 'border-accent text-accent' : 'border-line-strong',
          )}
        >
          <Icon name="settings" size={18} />
          {count > 0 ? `Filtros (${count})` : 'Filtros'}
        </button>
      </div>
      <div id={id} hidden={!isOpen} className={cx(isOpen && 'mt-3 flex flex-wrap items-center gap-3')}>
        {children}
      </div>
    </div>
  );
}
