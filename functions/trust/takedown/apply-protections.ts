/**
 * Repeats the closings since a time on tables that were restored, from the audit and the matters. Idempotent; nothing
 * is loosened. Also notes each item for the edge, whose index may have been restored as well.
 */
import type { StoredBroadcast } from '../../broadcast/broadcasts/rules.ts';
import { changeWithdrawn, listBroadcasts } from '../../broadcast/broadcasts/store.ts';
import { changeSource, sources } from '../../broadcast/live/store.ts';
import { changeEvent } from '../../league/events/change-event.ts';
import { events } from '../../league/events/store.ts';
import type { AuditEntry } from '../../platform/audit/rules.ts';
import { transact } from '../../platform/aws/dynamo.ts';
import { type Cursor, queryLatest } from '../../platform/aws/dynamo-queries.ts';
import { domainEventWrite } from '../../platform/events/domain-events.ts';
import { deletionWrites, type WithdrawnRef, withdrawalWrites } from '../../platform/withholding/withdrawals.ts';
import { clips } from '../../recordings/clips/store.ts';
import { contentVideos } from '../../recordings/content/store.ts';
import { removeRange, withRange } from '../../recordings/media/withdrawn-ranges.ts';
import { vods } from '../../recordings/vods/store.ts';
import { matters } from '../matters/store.ts';
import { withholdTarget } from '../matters/withhold-target.ts';
import { closeCamera, collectProtections, findEntriesStart, type Protection, protect } from './protection-rules.ts';

/** One line for the operator. */
export interface Applied {
  kind: string;
  id: string;
  what: string;
  outcome: 'APPLIED' | 'PRESENT' | 'GONE';
}

/** Milliseconds for which the files of an item that was deleted since may exist. */
const deletedFilesMs = 15 * 86_400_000;

/** `since` is the time of the restored tables, in milliseconds since the Unix epoch. With `isDryRun`, reads only. */
export async function applyProtections(
  { since, now, isDryRun }: { since: number; now: number; isDryRun: boolean },
  onApplied: (applied: Applied) => void,
): Promise<void> {
  const entries = await readEntries(findEntriesStart(since), now);
  for (const protection of collectProtections(entries))
    onApplied(isDryRun ? toApplied(protection, 'PRESENT') : toApplied(protection, await apply(protection, now)));
  const held = (await matters.items(await matters.rows())).filter(({ holds, target }) => holds && target);
  for (const matter of held) {
    if (!isDryRun) await withholdTarget(matter, now);
    onApplied({ kind: 'matters', id: matter.number, what: matter.target?.path ?? '', outcome: 'PRESENT' });
  }
  const statements = new Set(entries.filter(({ kind }) => kind === 'rights').map(({ id }) => id));
  for (const id of statements) {
    // Restored items know an older result of their rights; the statements themselves are not restored.
    if (!isDryRun) await transact([domainEventWrite('ImageRightsChanged', { statementId: id }, now)]);
    onApplied({ kind: 'rights', id, what: 'checks its items again', outcome: 'PRESENT' });
  }
}

const byDay = { name: 'by-day', pk: 'day', sk: 'at' };
const dayMs = 86_400_000;

async function readEntries(since: string, now: number): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (let time = Date.parse(since.slice(0, 10)); time <= now; time += dayMs) {
    let cursor: Cursor | undefined;
    do {
      const pk = new Date(time).toISOString().slice(0, 10);
      const page = await queryLatest<AuditEntry>('audit', { index: byDay, pk, limit: 500, cursor });
      entries.push(...page.items.filter(({ at }) => at >= since));
      cursor = page.cursor;
    } while (cursor);
  }
  return entries;
}

function toApplied(protection: Protection, outcome: Applied['outcome']) {
  const { kind, id, holds, withdrawn, families, hidden, isTest, ended, isDeleted } = protection;
  const parts = [
    ...(holds.length > 0 ? [`held by ${holds.join(', ')}`] : []),
    ...(withdrawn.length > 0 ? [`${withdrawn.length} removed ranges`] : []),
    ...(families ? ['for families only'] : []),
    ...(hidden ? ['hidden by staff'] : []),
    ...(isTest ? ['in test'] : []),
    ...(ended ? ['airtime ended'] : []),
    ...(isDeleted ? ['deleted since: hidden, delete it again'] : []),
  ];
  return { kind, id, what: parts.join('; '), outcome };
}

async function apply(protection: Protection, now: number): Promise<Applied['outcome']> {
  const { kind, id } = protection;
  if (kind === 'cameras') return applyToCamera(protection, now);
  const collection = { events, vods, clips, contentvideos: contentVideos }[kind];
  const ref: WithdrawnRef = { kind, id };
  if (!(await collection.get(id))) {
    if (protection.isDeleted) await transact(deletionWrites(ref, { until: now + deletedFilesMs }, now));
    return 'GONE';
  }
  let isChanged = false;
  const edit = <Item extends Parameters<typeof protect>[0]>(item: Item): Item | undefined => {
    const next = protect(item, protection);
    isChanged = next !== undefined;
    return next;
  };
  if (kind === 'events') await changeEvent(id, edit, now);
  if (kind === 'vods') await vods.change(id, edit);
  if (kind === 'clips') await clips.change(id, edit);
  if (kind === 'contentvideos') await contentVideos.change(id, edit);
  if (isClosed(protection)) await transact(withdrawalWrites(ref, true, now));
  return isChanged ? 'APPLIED' : 'PRESENT';
}

const isClosed = ({ holds, withdrawn, families }: Protection) =>
  holds.length + withdrawn.length > 0 || families !== null;

/** Removed seconds of lives belong to the broadcast that was on air then. */
async function applyToCamera(protection: Protection, now: number): Promise<Applied['outcome']> {
  const { id, withdrawn } = protection;
  const source = await sources.get(id);
  if (!source) return 'GONE';
  const edit = closeCamera(source, protection);
  if (edit) await changeSource(id, edit);
  let isChanged = edit !== undefined;
  for (const broadcast of await listBroadcasts(source.channelArn)) {
    const [from, to] = [Date.parse(broadcast.startedAt), broadcast.endedAt ? Date.parse(broadcast.endedAt) : now];
    const ranges = withdrawn.filter((range) => range.from >= from && range.from <= to);
    if (ranges.length === 0) continue;
    const ref: WithdrawnRef = { kind: 'broadcasts', id: `${broadcast.channelArn} ${broadcast.id}` };
    await transact(withdrawalWrites(ref, true, now));
    const missing = ranges.filter((range) => !removeRange(broadcast, range.id));
    if (missing.length === 0) continue;
    const removeMissing = (current: StoredBroadcast) =>
      missing.reduce((next, range) => (removeRange(next, range.id) ? next : withRange(next, range)), current);
    await changeWithdrawn(broadcast, removeMissing, () => []);
    isChanged = true;
  }
  return isChanged ? 'APPLIED' : 'PRESENT';
}
