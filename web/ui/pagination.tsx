/**
 * Shows the first and last page, the current one with its neighbours, and ellipses; hidden for a single page. A page
 * past the end shows the last one.
 */
import { cx } from '../lib/class-names.ts';
import { IconButton } from './icon-button.tsx';

interface Props {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
}

export function Pagination({ page: requestedPage, totalPages, onPage }: Props) {
  if (totalPages <= 1) return null;
  const page = Math.min(requestedPage, totalPages);
  return (
    <nav aria-label="Páginas" className="flex flex-wrap items-center justify-center gap-0.5 py-6 tabular-nums sm:gap-1">
      <IconButton icon="left" label="Página anterior" disabled={page <= 1} onClick={() => onPage(page - 1)} />
      {listShownPages(page, totalPages).map((one) =>
        one.gap ? (
          <span key={one.page} aria-hidden="true" className="w-4 text-center text-muted sm:w-6">
            …
          </span>
        ) : (
          <button
            key={one.page}
            type="button"
            aria-label={`Página ${one.page}`}
            aria-current={one.page === page ? 'page' : undefined}
            onClick={() => onPage(one.page)}
            className={cx(
              'min-h-11 min-w-11 rounded-full px-2 font-semibold transition-colors',
              one.page === page ? 'bg-accent text-on-accent' : 'text-muted hover:bg-raised hover:text-text',
            )}
          >
            {one.page}
          </button>
        ),
      )}
      <IconButton
        icon="right"
        label="Página siguiente"
        disabled={page >= totalPages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}

/**
 * Lists the shown pages and gaps. A gap has the number of the first page that it hides; a gap of one page shows that
 * page.
 */
export function listShownPages(page: number, totalPages: number): { page: number; gap: boolean }[] {
  const wanted = [1, page - 1, page, page + 1, totalPages].filter((p) => p >= 1 && p <= totalPages);
  const numbers = [...new Set(wanted)].sort((a, b) => a - b);
  const pages: { page: number; gap: boolean }[] = [];
  for (const [index, number] of numbers.entries()) {
    const previous = numbers[index - 1] ?? number - 1;
    if (number - previous === 2) pages.push({ page: number - 1, gap: false });
    if (number - previous > 2) pages.push({ page: previous + 1, gap: true });
    pages.push({ page: number, gap: false });
  }
  return pages;
}
