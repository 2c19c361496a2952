/** The sources of a match, for the page that broadcasts from a phone. */
import type { StoredEvent } from '../../league/events/rules.ts';
import { isInReserve } from '../live/feeds.ts';
import { isOnAir, type StoredSource } from '../live/rules.ts';
import { sources } from '../live/store.ts';
import { getPublisher } from './publishers.ts';

/** The source whose picture viewers see now; null if there is none. `device`: the phone that asks. */
export async function findOnAir(event: StoredEvent, device: string | undefined, now: number) {
  const rows = (await sources.rows()).filter(
    (row) => row.sportEventId === event.id && !row.isTest && isOnAir(row, now) && !isInReserve(row, event),
  );
  const [row] = rows.toSorted((a, b) => (a.broadcast?.startedAt ?? '').localeCompare(b.broadcast?.startedAt ?? ''));
  if (!row) return null;
  if (row.kind !== 'phone') return { kind: 'CAMERA' as const, isMine: false, name: row.slug };
  const publisher = await getPublisher(row.id);
  return { kind: 'PHONE' as const, isMine: device !== undefined && publisher?.device === device, name: 'Un móvil' };
}

/** A camera of the match that an app on the phone can replace. */
export async function findCameraOfMatch(eventId: string): Promise<StoredSource | undefined> {
  const row = (await sources.rows()).find(({ kind, sportEventId }) => kind === 'camera' && sportEventId === eventId);
  return row && sources.get(row.id);
}
