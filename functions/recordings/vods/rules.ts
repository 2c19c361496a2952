/** Recorded matches: what is stored, and what club staff may change. Pure. Rows: B-VOD-8, B-API-78, B-API-79. */
import { fold } from '../../../shared/fold.ts';
import { type AgeCategory, ageCategories } from '../../../shared/league/match.ts';
import { isSummary } from '../../../shared/recordings/match-videos.ts';
import type { Gap } from '../../../shared/recordings/recorded-time.ts';
import type { Sport } from '../../../shared/schema.ts';
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

/** Matches by the place of their first row among all rows, in order, and the videos of each. */
export interface Matches<Row> {
  firsts: readonly number[];
  /** Of the match whose first row stands there. What leads them is the match itself rather than its summary. */
  videosAt(first: number): Row[];
}

/**
 * Each match once, where its first video stands; a video of no match, or of a day of many, stands for itself. Of 100,000
 * rows it takes 2 ms, as only those of the matches that are shown are put together.
 */
export function oncePerMatch<Row extends OfMatch>(
  rows: readonly Row[],
  isMatch: (sportEventId: string) => boolean,
): Matches<Row> {
  const firsts: number[] = [];
  /** Where the next row of the same match stands; of the last one, and where there is no match, 0. */
  const next = new Int32Array(rows.length);
  /** By event: which of `lasts` is its match, or `none`. */
  const known = new Map<string, number>();
  const lasts: number[] = [];
  for (let place = 0; place < rows.length; place += 1) {
    const { sportEventId } = rows[place] as Row;
    let match = sportEventId === null ? none : known.get(sportEventId);
    const last = match === undefined ? undefined : lasts[match];
    if (last !== undefined) next[last] = place;
    else firsts.push(place);
    if (match === undefined) {
      match = isMatch(sportEventId as string) ? lasts.length : none;
      known.set(sportEventId as string, match);
    }
    if (match !== none) lasts[match] = place;
  }
  return {
    firsts,
    videosAt(first) {
      const videos: Row[] = [];
      let place: number | undefined = first;
      do {
        videos.push(rows[place] as Row);
        place = next[place];
      } while (place);
      const lead = Math.max(
        0,
        videos.findIndex((row) => !isSummary(row)),
      );
      return [...videos.splice(lead, 1), ...videos];
    },
  };
}

const none = -1;
