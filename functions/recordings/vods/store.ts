import { ApiError } from '../../../shared/contract/errors.ts';
import { foldText } from '../../../shared/domain/fold-text.ts';
import { toSearchable } from '../../../shared/domain/search-text.ts';
import { type EventRow, events } from '../../league/events/store.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { Collection } from '../../platform/lists/collection.ts';
import { compareRenderOrder, type ListFilter, matchesFilter } from '../../platform/lists/pagination.ts';
import { requireItem, requireManaged } from '../../platform/lists/require-item.ts';
import { enforcesImageRights } from '../../platform/shown/enforcement.ts';
import { applyAudience, isHeldByRights, mayBeShown } from '../../platform/shown/rules.ts';
import { isHeldByMatter, listMatterHolds } from '../../platform/withholding/rules.ts';
import { followItem } from '../../platform/withholding/withdrawals.ts';
import { isImproving } from '../media/rules.ts';
import {
  findAgeCategory,
  inheritFromMatch,
  isPublished,
  mayReadVod,
  type StoredVod,
  serialiseRightsFacts,
} from './rules.ts';

const toFacts = (vod: StoredVod) =>
  serialiseRightsFacts({ ...vod, category: findAgeCategory(vod), created: vod.dateCreated });

const toRow = (vod: StoredVod) => ({
  id: vod.id,
  title: foldText(vod.title),
  sport: vod.sport,
  category: findAgeCategory(vod),
  clubIds: vod.clubIds,
  sportEventId: vod.sportEventId,
  visible: vod.visible,
  status: vod.status,
  /** Set while an encoding runs and the video already plays. */
  ...(isImproving(vod) && { isEncoding: true }),
  ...(vod.awaiting && { awaiting: vod.awaiting }),
  renderOrder: vod.renderOrder,
  created: vod.dateCreated,
  /** The matters that withhold it. */
  ...(isHeldByMatter(vod) && { heldBy: listMatterHolds(vod) }),
  /** Hidden until it has its image rights. */
  ...(isHeldByRights(vod) && { isHeld: true }),
  ...(vod.audience === 'FAMILIES' && {
    audience: vod.audience,
    /** True if invited families may see it. */
    isOpenToFamilies: vod.status === 'FINISHED' && mayBeShown(vod, 'FAMILIES', 'recording', 0).ok,
  }),
  /** Missing image rights; absent while they have not been checked, and on stages that only warn. */
  ...(vod.lacks && vod.lacksOf === toFacts(vod) && { lacks: vod.lacks }),
});

export type VodRow = ReturnType<typeof toRow>;

export const vods = new Collection<StoredVod, VodRow>({
  table: 'vods',
  audit: {
    kind: 'vods',
    name: ({ title }) => title,
    kept: ['visible', 'audience', 'status', 'withheld', 'withdrawn', 'awaiting', 'clubIds', 'sportEventId'],
  },
  settle: async (vod) => {
    const joined = inheritFromMatch(vod, vod.sportEventId ? await events.get(vod.sportEventId) : undefined);
    return applyAudience(joined, toFacts(joined), 'recording', enforcesImageRights());
  },
  follow: (before, after) => followItem('vods', before, after),
  row: toRow,
  compare: compareRenderOrder,
  // A bought match leads to its recording, whatever that is called.
  alsoFoundBy: {
    get sequence() {
      return events.sequence;
    },
    refresh: () => events.refresh(),
    get: ({ sportEventId }) => findMatchText(sportEventId ?? ''),
  },
});

/** @throws ApiError 404 for a recording that does not exist. */
export const requireVod = (id: string): Promise<StoredVod> => requireItem(vods, id, 'VOD4040');

/** @throws ApiError 404 for a recording that does not exist, 403 for one of another club. */
export const requireManagedVod = (id: string, caller: Pick<Caller, 'user'>): Promise<StoredVod> =>
  requireManaged(vods, id, 'VOD4040', caller);

/** @throws ApiError 404 for an unpublished recording that the caller neither manages nor is invited to. */
export async function requireReadableVod(id: string, caller: Caller | undefined) {
  const vod = await requireVod(id);
  const event = vod.sportEventId ? await events.get(vod.sportEventId) : undefined;
  if (!mayReadVod(caller, vod, event)) throw new ApiError('VOD4040');
  return { vod, event };
}

/** Returns the text by which the match of a recording is found; undefined for a hidden one. */
function findMatchText(eventId: string): string | undefined {
  const event = events.getRow(eventId);
  if (!event?.visible) return undefined;
  const text = matchTexts.get(event) ?? toSearchable(event.title);
  matchTexts.set(event, text);
  return text;
}

/** A search reads thousands of matches. A changed match has another row. */
const matchTexts = new WeakMap<EventRow, string>();

export function createPublishedFilter(filter: ListFilter) {
  const inList = matchesFilter(filter);
  return (row: VodRow) => isPublished(row) && inList(row);
}

export const findVodsOfEvent = (eventId: string) => vods.find(eventId, createEventFilter);

/** True if a recording of the event can be watched. */
export const isRecorded = async (eventId: string): Promise<boolean> =>
  (await findVodsOfEvent(eventId)).some(isPublished);

const createEventFilter = (eventId: string) => (row: VodRow) => row.sportEventId === eventId;
