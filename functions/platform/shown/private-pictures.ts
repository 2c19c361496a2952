/** Addresses of pictures of matches for families and of withheld items; the edge refuses their public addresses. */
import { familiesFolder, reviewFolder } from '../../../shared/domain/media-address.ts';
import { pictureUrl } from '../aws/addresses.ts';
import { signAddress } from '../files/signed-addresses.ts';
import type { Showable } from './rules.ts';

/** First folder of signed addresses: for staff, and for invited families. */
export type PrivateFolder = typeof reviewFolder | typeof familiesFolder;

/** The reader of an answer; undefined for answers that all readers share. */
export type Reader = 'staff' | 'families';

/** The folder of the addresses of an item's files; undefined if the public addresses work. */
export const findPrivateFolder = (
  item: Pick<Showable, 'audience' | 'withheld'> | undefined,
  reader: Reader | undefined,
): PrivateFolder | undefined =>
  reader && !isPicturePublic(item) ? (reader === 'staff' ? reviewFolder : familiesFolder) : undefined;

/** False for an item whose public addresses the edge refuses. */
export const isPicturePublic = (item: Pick<Showable, 'audience' | 'withheld'> | undefined): boolean =>
  !item || (item.audience !== 'FAMILIES' && item.withheld === undefined);

/** The address of an item's picture for a reader; null if the reader may not see it. */
export async function readPictureUrl(
  key: string | null,
  item: Pick<Showable, 'audience' | 'withheld'> | undefined,
  reader: Reader | undefined,
): Promise<string | null> {
  if (key === null) return null;
  const folder = findPrivateFolder(item, reader);
  if (folder) return signPicture(key, folder, Date.now());
  return isPicturePublic(item) ? pictureUrl(key) : null;
}

/** Milliseconds for which an open page may still request its pictures. */
const shownMs = 30 * 60_000;
/** Requests within this time share an address, so that browsers keep the picture. */
const sharedMs = 10 * 60_000;

export const signPicture = (key: string, folder: PrivateFolder, now: number): Promise<string> =>
  signAddress(`${folder}/${key}`, Math.ceil((now + shownMs) / sharedMs) * sharedMs);
