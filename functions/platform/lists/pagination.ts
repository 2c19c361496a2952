import type { Sport } from '../../../shared/contract/schema.ts';
import { pageSize } from '../../../shared/domain/limits.ts';

export interface PageOfRows<Row> {
  rows: readonly Row[];
  limit: number;
  page: number;
  total: number;
  totalPages: number;
}

/** Pages count from 1; a page past the end is empty. */
export function toPage<Row>(rows: readonly Row[], page: number, limit = pageSize): PageOfRows<Row> {
  const total = rows.length;
  const pageRows = rows.slice((page - 1) * limit, page * limit);
  return { rows: pageRows, limit, page, total, totalPages: Math.ceil(total / limit) };
}

export function toPagination({ limit, page, total, totalPages }: PageOfRows<unknown>) {
  return { limit, page, total, totalPages };
}

/** The fields that every list can be filtered by. */
export interface ListRow {
  clubIds: readonly string[];
  sport?: Sport;
}

export interface ListFilter {
  /** Matched against the title by the list index itself. */
  search?: string | undefined;
  clubIds?: readonly string[] | undefined;
  sport?: Sport | undefined;
}

/** A predicate: the row has the sport and at least one of the clubs. */
export function matchesFilter(filter: ListFilter): (row: ListRow) => boolean {
  const clubs = filter.clubIds?.length ? new Set(filter.clubIds) : undefined;
  return (row) => (!filter.sport || row.sport === filter.sport) && (!clubs || row.clubIds.some((id) => clubs.has(id)));
}

/** Order of lists: by render order, null last, then newest first. Ids sort by creation time. */
export function compareRenderOrder(
  a: { renderOrder: number | null; created: string; id: string },
  b: { renderOrder: number | null; created: string; id: string },
): number {
  const order = (a.renderOrder ?? Number.POSITIVE_INFINITY) - (b.renderOrder ?? Number.POSITIVE_INFINITY);
  if (order !== 0 && !Number.isNaN(order)) return order;
  if (a.created !== b.created) return a.created < b.created ? 1 : -1;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}
