/** The sources of a match, for the page that broadcasts from a phone. */
import { isOnAir, type StoredSource } from '../live/rules.ts';
import { sources } from '../live/store.ts';
import { getPublisher } from './publishers.ts';

/** The source of the match's picture now; null if there is none. */
export async function findOnAir(eventId: string, link: string, now: number) {
  const rows = (await sources.rows()).filter((row) => row.sportEventId === eventId && !row.isTest && isOnAir(row, now));
  const [row] = rows.toSorted((a, b) => (a.broadcast?.startedAt ?? '').localeCompare(b.broadcast?.startedAt ?? ''));
  if (!row) return null;
  if (row.kind !== 'phone') return { kind: 'CAMERA' as const, isMine: false, name: row.slug };
  const publisher = await getPublisher(row.id);
  return { kind: 'PHONE' as const, isMine: publisher?.link === link, name: 'Un móvil' };
}

/** A camera that is set to the match, of which an app on the phone can take the place. */
export async function findCameraOfMatch(eventId: string): Promise<StoredSource | undefined> {
  const row = (await sources.rows()).find(({ kind, sportEventId }) => kind === 'camera' && sportEventId === eventId);
  return row && sources.get(row.id);
}
