/** Recorded matches: what is stored, and what club staff may change. Pure. Rows: B-VOD-8, B-API-78, B-API-79. */

import type { Sport } from '../../../shared/contract/schema.ts';
import { fold } from '../../../shared/domain/fold-text.ts';
import { type AgeCategory, ageCategories } from '../../../shared/domain/match.ts';
import { isSummary } from '../../../shared/domain/match-videos.ts';
import type { Gap } from '../../../shared/domain/recorded-time.ts';
import type { MediaFields } from '../media/rules.ts';

export interface StoredVod extends MediaFields {
  id: string;
  version: number;
  title: string;
  summary: string;
  sport: Sport;
  sportEventId: string | null;
  clubIds: string[];
  renderOrder: number | null;
  dateCreated: string;
  /** Open or finished upload of the source; null for a recorded broadcast. */
  uploadId: string | null;
  /** Of a recorded broadcast: the most that watched it at once. */
  livePeak?: number | null;
  /** What time its beginning and end are, and where it was interrupted: of a recorded broadcast, or as staff have said. */
  recorded?: { from: string; to: string; gaps?: Gap[] };
  /**
   * Nobody who may publish it has decided on it yet: club staff have sent it, or a broadcast was recorded. `told`: the
   * admins have read of it in a mail.
   */
  awaiting?: 'new' | 'told' | null;
  /** When somebody last hid its match and it with that (milliseconds since 1970). */
  hiddenAt?: number;
}

const ageCategoryPattern = new RegExp(`\\b(${ageCategories.join('|')})(?:e?s)?\\b`);

/** The age category that a match names, null when it names none. */
export function ageCategoryOf({ title, summary }: Pick<StoredVod, 'title' | 'summary'>): AgeCategory | null {
  return (ageCategoryPattern.exec(fold(`${title} ${summary}`))?.[1] as AgeCategory | undefined) ?? null;
}

export type VodEdit = Partial<
  Pick<StoredVod, 'title' | 'summary' | 'visible' | 'sport' | 'sportEventId' | 'renderOrder'>
>;

/** Row B-API-79: club staff change neither visibility nor sport nor order. */
export function clubStaffMayEdit(vod: StoredVod, edit: VodEdit): boolean {
  return (
    (edit.visible === undefined || edit.visible === vod.visible) &&
    (edit.sport === undefined || edit.sport === vod.sport) &&
    (edit.renderOrder === undefined || edit.renderOrder === vod.renderOrder)
  );
}

/** Whoever sets its visibility has decided on it. */
export const decided = (vod: StoredVod, edit: VodEdit): StoredVod => ({
  ...vod,
  ...edit,
  ...(edit.visible !== undefined && { awaiting: null }),
});

/** What an admin can publish now: it plays, and nobody has decided on it. */
export const awaitsPublication = ({ awaiting, visible, status }: Pick<StoredVod, 'awaiting' | 'visible' | 'status'>) =>
  Boolean(awaiting) && !visible && status === 'FINISHED';

/** What visitors and viewers may find: set visible, and playable. */
export const isPublished = (vod: Pick<StoredVod, 'visible' | 'status'>) => vod.visible && vod.status === 'FINISHED';

type Shown = Pick<StoredVod, 'visible' | 'status' | 'sportEventId'>;

/** Its match can be watched by it now, and could not before. */
export const isNewOfMatch = (before: Shown, after: Shown) =>
  isPublished(after) &&
  after.sportEventId !== null &&
  !(isPublished(before) && before.sportEventId === after.sportEventId);

interface OfMatch {
  title: string;
  sportEventId: string | null;
}

/** Some rows by match: what stands in which is found out where it is shown. */
export interface Matches<Row> {
  /** Where the first row of each match stands among all rows, in their order. */
  firsts: readonly number[];
  /** The videos of the match that begins there. What leads them is the match itself rather than its summary. */
  videosAt(first: number): Row[];
}

/**
 * Each match once, where its first video stands; a video of no match, or of a day of many, stands for itself. By index, as
 * lists ask this of all that a search finds: of 100,000 rows it takes 1 ms.
 * @param eventAt By row: the number of its event.
 * @param isMatch Whether the event of a number is a match.
 */
export function oncePerMatch<Row extends OfMatch>(
  rows: readonly Row[],
  eventAt: Int32Array,
  isMatch: (event: number) => boolean,
): Matches<Row> {
  const firsts: number[] = [];
  /** By row: where the next one of its match stands; 0 where none does. */
  const next = new Int32Array(rows.length);
  /** By event: where its last row stands so far; `none` of what is no match. */
  const lasts: number[] = [];
  for (let place = 0; place < rows.length; place += 1) {
    const event = eventAt[place] as number;
    const last = lasts[event] ?? (isMatch(event) ? undefined : none);
    if (last === undefined || last === none) firsts.push(place);
    else next[last] = place;
    lasts[event] = last === none ? none : place;
  }
  const videosAt = (first: number): Row[] => {
    const videos = [rows[first] as Row];
    for (let place = next[first]; place; place = next[place]) videos.push(rows[place] as Row);
    const lead = videos.findIndex((row) => !isSummary(row));
    return lead > 0 ? [...videos.splice(lead, 1), ...videos] : videos;
  };
  return { firsts, videosAt };
}

const none = -1;
