/** Announces the number of search results to screen readers. */
import { formatCount } from '../lib/format.ts';

export function ResultCount({ total, one, many }: { total: number | undefined; one: string; many: string }) {
  return (
    <p role="status" className="sr-only">
      {total !== undefined && (total === 1 ? `1 ${one}` : `${formatCount(total)} ${many}`)}
    </p>
  );
}
