/** Earlier matters, which decide whether a new one hides its item first. */
import { hashValue } from '../../platform/limits/limits.ts';
import { listOrigins, type StoredMatter } from './rules.ts';
import { type MatterRow, matters } from './store.ts';
import { listContaining } from './target.ts';

const dayMs = 86_400_000;

/** Addresses are personal data: only their hashes are stored, and only for a week. */
export const hashOrigins = (network: string, email: string): string[] =>
  listOrigins(network, email).map((origin) => hashValue(origin).slice(0, 22));

interface MatterTarget extends Pick<StoredMatter, 'id' | 'target'> {
  origins?: readonly string[];
}

export async function readHistory({ id, target, origins = [] }: MatterTarget, now: number) {
  const keys = target ? await listContaining(target) : [];
  const rows = await matters.rows();
  const related = rows.filter((row) => row.isShown && row.id !== id && row.item !== null && keys.includes(row.item));
  const isDistrusted = rows.some(
    (row) => row.releasedAt !== undefined && row.releasedAt > now - dayMs && isOfOrigin(row, origins),
  );
  return { shown: await matters.items(related), isDistrusted };
}

/** Lists the matters of one origin that hide their items undecided, within a day of the given one. */
export async function listHiddenTogether({ createdAt, origins = [] }: StoredMatter): Promise<MatterRow[]> {
  const at = Date.parse(createdAt);
  return (await matters.rows()).filter(
    (row) => row.isHiddenFirst && Math.abs(Date.parse(row.createdAt) - at) < dayMs && isOfOrigin(row, origins),
  );
}

const isOfOrigin = (row: MatterRow, origins: readonly string[]) => row.origins.some((one) => origins.includes(one));
