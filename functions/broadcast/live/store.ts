/**
 * Broadcast sources, in the table `broadcasts`: one collection for cameras and broadcast profiles, because /live/{slug}
 * serves both; `SLUG#{slug}` makes slugs unique over them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import { fold } from '../../../shared/domain/fold-text.ts';
import { ConditionFailed, type Write } from '../../platform/aws/dynamo.ts';
import { separateRecordings, stopStream } from '../../platform/aws/live-streaming.ts';
import { Collection, requireVersion } from '../../platform/lists/collection.ts';
import { byRenderOrder } from '../../platform/lists/pagination.ts';
import { followBroadcast } from '../broadcasts/store.ts';
import { type Broadcast, closesViews, rememberedMs, type StoredSource, shownTitle, withShown } from './rules.ts';
import { freeSlug, idOfSlug, takeSlug } from './slugs.ts';

export interface SourceRow {
  id: string;
  /** Title and slug: the camera list searches both. */
  title: string;
  kind: StoredSource['kind'];
  ownerId: string | null;
  slug: string;
  ownTitle: boolean;
  sport: Sport;
  sportEventId: string | null;
  eventIsHidden: boolean;
  clubIds: readonly string[];
  isTest: boolean;
  channelArn: string;
  broadcast: Pick<Broadcast, 'id' | 'streamId' | 'startedAt' | 'stoppedAt'> | null;
  renderOrder: number | null;
  created: string;
}

/** Whatever changes a source, what it shows is noted and its broadcast follows, in the same transaction. */
class Sources extends Collection<StoredSource, SourceRow> {
  override change(
    id: string,
    change: (source: StoredSource) => StoredSource | undefined,
    also: (source: StoredSource) => Write[] = () => [],
  ): Promise<StoredSource | undefined> {
    let before: StoredSource | undefined;
    return super.change(
      id,
      (source) => {
        before = source;
        const next = change(source);
        const after = next && withShown(next, Date.now());
        return after?.broadcast && closesViews(source, after) ? { ...after, closing: after.broadcast.id } : after;
      },
      (next) => [...also(next), ...followBroadcast(before?.broadcast ?? null, next)],
    );
  }
}

export const sources = new Sources({
  table: 'broadcasts',
  row: (source) => ({
    id: source.id,
    title: fold(`${shownTitle(source)} ${source.slug}`),
    kind: source.kind,
    ownerId: source.ownerId,
    slug: source.slug,
    ownTitle: source.title !== '',
    sport: source.sport,
    sportEventId: source.sportEventId,
    eventIsHidden: source.eventIsHidden,
    clubIds: source.clubIds,
    isTest: source.isTest,
    channelArn: source.channelArn,
    broadcast: source.broadcast && onAirOf(source.broadcast),
    renderOrder: source.renderOrder,
    created: source.dateCreated,
  }),
  compare: byRenderOrder,
});

const onAirOf = ({ id, streamId, startedAt, stoppedAt }: Broadcast) => ({ id, streamId, startedAt, stoppedAt });

export async function sourceBySlug(slug: string): Promise<StoredSource | undefined> {
  const id = await idOfSlug(slug);
  return id === undefined ? undefined : sources.get(id);
}

export async function sourceByChannel(channelArn: string): Promise<StoredSource | undefined> {
  const row = (await sources.rows()).find((candidate) => candidate.channelArn === channelArn);
  return row && sources.get(row.id);
}

/**
 * Changes a source; a new slug moves in the same transaction. Refuses a slug that another source has, and a change of
 * an older version. Gives undefined when there is no such source.
 */
export async function changeSource(
  id: string,
  edit: Partial<StoredSource>,
  version?: number,
): Promise<StoredSource | undefined> {
  // `change` may run again on a newer version: the slug to free is that of the last one.
  let before: StoredSource | undefined;
  try {
    const changed = await sources.change(
      id,
      (current) => {
        requireVersion(current, version);
        before = current;
        return { ...current, ...edit };
      },
      (next) => (!before || next.slug === before.slug ? [] : [takeSlug(next.slug, next.id), freeSlug(before.slug)]),
    );
    // The next match was set while the last might still have gone on.
    if (changed && before?.broadcast && !changed.broadcast) await separateRecordings(changed.channelArn);
    return changed && (await closeViews(changed));
  } catch (error) {
    throw error instanceof ConditionFailed ? new ApiError('CAM4090') : error;
  }
}

/**
 * Ends what is watched of a source that nobody, or no visitor, may watch any more: by one call, however many look on.
 * Encoders connect again by themselves, as after a drop, and broadcast and recording go on. Safe to repeat.
 */
export async function closeViews(source: StoredSource): Promise<StoredSource> {
  if (!source.closing) return source;
  // Another broadcast is for those who may watch it.
  if (source.closing === source.broadcast?.id) {
    // Whom functions still let in by what they remember is to be ended as well, with the time that a request takes.
    await sleep(rememberedMs + 500);
    await stopStream(source.channelArn);
  }
  return (
    (await sources.change(source.id, ({ closing, ...rest }) => (closing === source.closing ? rest : undefined))) ??
    source
  );
}
