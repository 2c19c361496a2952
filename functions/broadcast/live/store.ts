/**
 * Broadcast sources, in the table `broadcasts`: one collection for cameras and profiles, because /live/{slug} serves
 * both; `SLUG#{slug}` makes slugs unique.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../../shared/contract/errors.ts';
import { foldText } from '../../../shared/domain/fold-text.ts';
import { refuseFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { type Also, Collection, requireVersion } from '../../platform/lists/collection.ts';
import { compareRenderOrder } from '../../platform/lists/pagination.ts';
import { followBroadcast } from '../broadcasts/store.ts';
import { readAirtimeRule } from './airtime.ts';
import { separateRecordings, stopStream } from './channel-streams.ts';
import {
  type Broadcast,
  chooseTitle,
  disarmOnOtherMatch,
  mustCloseViews,
  type StoredSource,
  showsOtherMatch,
  sourceCacheMs,
  withShown,
} from './rules.ts';
import { findIdBySlug, freeSlug, takeSlug } from './slugs.ts';

const toRow = (source: StoredSource) => ({
  id: source.id,
  /** Title and slug, for search. */
  title: foldText(`${chooseTitle(source)} ${source.slug}`),
  kind: source.kind,
  ownerId: source.ownerId,
  slug: source.slug,
  ownTitle: source.title !== '',
  sport: source.sport,
  sportEventId: source.sportEventId,
  eventIsHidden: source.eventIsHidden,
  match: source.match,
  decision: source.decision,
  overrunsUntil: source.overrunsUntil,
  clubIds: source.clubIds,
  isTest: source.isTest,
  channelArn: source.channelArn,
  broadcast: source.broadcast && toOnAirState(source.broadcast),
  renderOrder: source.renderOrder,
  created: source.dateCreated,
});

export type SourceRow = ReturnType<typeof toRow>;

/** Every change records what the source shows and adjusts its broadcast in the same transaction. */
class Sources extends Collection<StoredSource, SourceRow> {
  override change(
    id: string,
    change: (source: StoredSource) => StoredSource | undefined,
    also?: Also<StoredSource>,
  ): Promise<StoredSource | undefined> {
    return super.change(
      id,
      (source) => {
        const changed = change(source);
        const next = changed && disarmOnOtherMatch(source, changed);
        const now = Date.now();
        const rule = readAirtimeRule();
        const after = next && withShown(next, now, rule);
        return after?.broadcast && mustCloseViews(source, after, { now, rule })
          ? { ...after, closing: after.broadcast.id }
          : after;
      },
      (next, before) => [...(also?.(next, before) ?? []), ...followBroadcast(before.broadcast, next)],
    );
  }
}

export const sources = new Sources({
  table: 'broadcasts',
  audit: { kind: 'cameras', name: ({ slug }) => slug, kept: ['slug', 'isTest', 'sportEventId', 'decision', 'clubIds'] },
  row: toRow,
  compare: compareRenderOrder,
});

const toOnAirState = ({ id, streamId, startedAt, stoppedAt }: Broadcast) => ({ id, streamId, startedAt, stoppedAt });

export async function findSourceBySlug(slug: string): Promise<StoredSource | undefined> {
  const id = await findIdBySlug(slug);
  return id === undefined ? undefined : sources.get(id);
}

/** @throws ApiError 404 for a camera that does not exist; profiles and phones are none. */
export async function requireCamera(id: string): Promise<StoredSource> {
  const source = await sources.get(id);
  if (source?.kind !== 'camera') throw new ApiError('CAM4040');
  return source;
}

export async function findSourceByChannel(channelArn: string): Promise<StoredSource | undefined> {
  const row = (await sources.rows()).find((candidate) => candidate.channelArn === channelArn);
  return row && sources.get(row.id);
}

/**
 * Changes a source, moving its slug in the same transaction; undefined if it does not exist.
 * @throws ApiError for a taken slug or an older version.
 */
export async function changeSource(
  id: string,
  edit: Partial<StoredSource>,
  version?: number,
): Promise<StoredSource | undefined> {
  let before: StoredSource | undefined;
  const changed = await sources
    .change(
      id,
      (current) => {
        requireVersion(current, version);
        before = current;
        return { ...current, ...edit };
      },
      (next, { slug }) => (next.slug === slug ? [] : [takeSlug(next.slug, next.id), freeSlug(slug)]),
    )
    .catch(refuseFailedCondition('CAM4090'));
  // The change to another match ended a stopped broadcast: IVS must not continue its recording with the next stream.
  if (changed && before?.broadcast && !changed.broadcast)
    await separateRecordings(changed.channelArn, before.broadcast.streamId);
  return changed && (await closeViews(changed));
}

/**
 * Ends all views of a source, in one call, if a change took access from viewers (`mustCloseViews`). Encoders reconnect
 * by themselves; broadcast and recording continue, unless the source shows another match now. Idempotent.
 */
export async function closeViews(source: StoredSource): Promise<StoredSource> {
  const { closing, broadcast, channelArn } = source;
  if (!closing) return source;
  // A newer broadcast has only permitted viewers.
  if (broadcast && closing === broadcast.id) {
    // Waits until no function grants access from its cache, plus the duration of a request.
    await sleep(sourceCacheMs + 500);
    await stopStream(channelArn);
    // The match's protections reach only recordings of its own.
    if (showsOtherMatch(source, broadcast)) await separateRecordings(channelArn, broadcast.streamId);
  }
  return (
    (await sources.change(source.id, ({ closing: current, ...rest }) => (current === closing ? rest : undefined))) ??
    source
  );
}
