/** Ads: items and rows, in playing order. */
import { foldText } from '../../../shared/domain/fold-text.ts';
import { Collection } from '../../platform/lists/collection.ts';
import { isImproving } from '../media/rules.ts';
import { comparePlayingOrder, fitsClubs, type StoredAd } from './rules.ts';

const toRow = (ad: StoredAd) => ({
  id: ad.id,
  title: foldText(ad.title),
  clubIds: ad.clubIds,
  visible: ad.visible,
  status: ad.status,
  /** Set while it plays and an encoding is to come. */
  ...(isImproving(ad) && { isEncoding: true }),
  emissionPriority: ad.emissionPriority,
  created: ad.dateCreated,
});

export type AdRow = ReturnType<typeof toRow>;

export const ads = new Collection<StoredAd, AdRow>({
  table: 'ads',
  audit: { kind: 'advideos', name: ({ title }) => title, kept: ['visible', 'status', 'clubIds', 'emissionPriority'] },
  row: toRow,
  compare: comparePlayingOrder,
});

const rowsAgeMs = 1_000;

/** True if an ad may play before an item of these clubs, as of a second ago. */
export const hasAdFor = async (clubIds: readonly string[]): Promise<boolean> =>
  (await ads.rows(rowsAgeMs)).some((row) => fitsClubs(row, clubIds));
