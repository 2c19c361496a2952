/** Tells screen readers how many items a search has left; everybody else sees them. */
import { formatCount } from '../lib/format.ts';

export function ResultCount({ total, one, many }: { total: number | undefined; one: string; many: string }) {
  return (
    <p role="status" className="sr-only">
      {total !== undefined && (total === 1 ? `1 ${one}` : `${formatCount(total)} ${many}`)}
    </p>
  );
}
