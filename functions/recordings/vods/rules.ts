/** Recorded matches: the stored item, and the changes allowed to club staff. Pure. */
import type { Sport } from '../../../shared/contract/schema.ts';
import { findSeason } from '../../../shared/domain/competition.ts';
import { foldText } from '../../../shared/domain/fold-text.ts';
import { type AgeCategory, ageCategories } from '../../../shared/domain/match.ts';
import { isSummary } from '../../../shared/domain/match-videos.ts';
import type { Gap } from '../../../shared/domain/recorded-time.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { type Caller, manages } from '../../platform/auth/rules.ts';
import { mayReadRecording } from '../../platform/shown/families.ts';
import {
  type CheckedRights,
  type ChosenAudience,
  mayBeShown,
  withChosenVisibility,
} from '../../platform/shown/rules.ts';
import { assertMayOpen, type Closings, findFamiliesClosing } from '../../platform/withholding/closings.ts';
import { inheritHolds } from '../../platform/withholding/rules.ts';
import type { MediaFields } from '../media/rules.ts';

export interface StoredVod extends MediaFields, CheckedRights {
  id: string;
  version: number;
  title: string;
  summary: string;
  sport: Sport;
  sportEventId: string | null;
  clubIds: string[];
  /** The audience of its match, kept after the match is deleted, with who chose it. Absent: everybody. */
  audience?: ChosenAudience;
  closings?: Pick<Closings, 'families'>;
  renderOrder: number | null;
  dateCreated: string;
  /** The source's upload; null for a recorded broadcast. */
  uploadId: string | null;
  /** Peak viewers of a recorded broadcast. */
  livePeak?: number | null;
  /** Wall-clock start, end and gaps: from the broadcast, or set by staff. */
  recorded?: { from: string; to: string; gaps?: Gap[] };
  /** Waits for an admin's decision on publication; `told` once an email has mentioned it. */
  awaiting?: 'new' | 'told' | null;
  /** Time at which it was last hidden with its match (milliseconds since the Unix epoch). */
  hiddenAt?: number;
}

/** Gives a recording the audience of its match, and the holds by its matters. Without a match it keeps its own. */
export function inheritFromMatch({ audience, closings, ...vod }: StoredVod, match: StoredEvent | undefined): StoredVod {
  const families = findFamiliesClosing(match ?? { audience, closings });
  return { ...inheritHolds(vod, match), ...(families && { audience: 'FAMILIES', closings: { families } }) };
}

/** @throws ApiError if an edit by staff takes a recording out of a match that somebody else opened to families only. */
export function assertKeepsAudience(caller: Pick<Caller, 'user'>, before: StoredVod, after: StoredVod): void {
  if (after.audience !== 'FAMILIES') assertMayOpen(caller, findFamiliesClosing(before));
}

const ageCategoryPattern = new RegExp(`\\b(${ageCategories.join('|')})(?:e?s)?\\b`);

/** The age category named in title or summary; null if there is none. */
export function findAgeCategory({ title, summary }: Pick<StoredVod, 'title' | 'summary'>): AgeCategory | null {
  return (ageCategoryPattern.exec(foldText(`${title} ${summary}`))?.[1] as AgeCategory | undefined) ?? null;
}

/** The facts that decide on a recording's image rights: its match, or its own team. */
export const serialiseRightsFacts = (vod: {
  sportEventId: string | null;
  sport: Sport;
  category: AgeCategory | null;
  created: string;
  clubIds: readonly string[];
}): string =>
  vod.sportEventId ?? JSON.stringify([vod.sport, vod.category, findSeason(vod.created), [...vod.clubIds].sort()]);

export type VodEdit = Partial<
  Pick<StoredVod, 'title' | 'summary' | 'visible' | 'sport' | 'sportEventId' | 'renderOrder'>
>;

/** Club staff change neither visibility nor sport nor order. */
export function clubStaffMayEdit(vod: StoredVod, edit: VodEdit): boolean {
  return (
    (edit.visible === undefined || edit.visible === vod.visible) &&
    (edit.sport === undefined || edit.sport === vod.sport) &&
    (edit.renderOrder === undefined || edit.renderOrder === vod.renderOrder)
  );
}

/** Applies an edit; setting the visibility also decides on publication. */
export const withDecision = (vod: StoredVod, edit: VodEdit): StoredVod => ({
  ...withChosenVisibility({ ...vod, ...edit, visible: vod.visible }, edit.visible),
  ...(edit.visible !== undefined && { awaiting: null }),
});

/** True if an admin can publish it now. */
export const awaitsPublication = ({ awaiting, visible, status }: Pick<StoredVod, 'awaiting' | 'visible' | 'status'>) =>
  Boolean(awaiting) && !visible && status === 'FINISHED';

export const isPublished = (vod: Pick<StoredVod, 'visible' | 'status'>) => vod.visible && vod.status === 'FINISHED';

/** True for a published recording, for its staff, and for families invited to its match. */
export const mayReadVod = (caller: Caller | undefined, vod: StoredVod, event: StoredEvent | undefined): boolean =>
  isPublished(vod) || manages(caller, vod) || (vod.status === 'FINISHED' && mayReadRecording(caller, vod, event));

type VisibilityFields = Pick<StoredVod, 'visible' | 'status' | 'sportEventId' | 'audience' | 'withheld'>;

/** True if everybody can watch it, or its families. */
export const isWatchable = (vod: VisibilityFields): boolean =>
  isPublished(vod) || (vod.status === 'FINISHED' && mayBeShown(vod, 'FAMILIES', 'recording', 0).ok);

/** True if the change makes the match watchable, for everybody or for its families. */
export const makesMatchWatchable = (before: VisibilityFields, after: VisibilityFields) =>
  isWatchable(after) &&
  after.sportEventId !== null &&
  !(isWatchable(before) && before.sportEventId === after.sportEventId);

interface OfMatch {
  title: string;
  sportEventId: string | null;
}

/**
 * Lists each match once, with all its videos at the place of the first; the whole match comes before its summary. Videos
 * without a match, or of an event of many matches, are listed individually.
 */
export function groupByMatch<Row extends OfMatch>(
  rows: readonly Row[],
  isMatch: (sportEventId: string) => boolean,
): Row[][] {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const key = row.sportEventId !== null && isMatch(row.sportEventId) ? row.sportEventId : row;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()].map(putMatchFirst);
}

function putMatchFirst<Row extends OfMatch>(videos: Row[]): Row[] {
  const lead = videos.findIndex((row) => !isSummary(row));
  return lead > 0 ? [...videos.splice(lead, 1), ...videos] : videos;
}
