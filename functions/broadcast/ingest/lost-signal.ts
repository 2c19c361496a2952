/** Explains why a source went off air in the last day: when, from which cause, with which signal, and whom to call. */
import type { IngestHealth } from '../../../shared/contract/ingest.ts';
import { isBeingPlayed } from '../../../shared/domain/match-state.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import { staff } from '../../people/staff/store.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { userKey } from '../../platform/auth/sessions.ts';
import { getItems } from '../../platform/aws/dynamo.ts';
import { streamEvents } from '../../platform/aws/live-streaming.ts';
import { failures, type StoredBroadcast } from '../broadcasts/rules.ts';
import { lastBroadcasts } from '../broadcasts/store.ts';
import type { StoredSource } from '../live/rules.ts';

type Lost = NonNullable<IngestHealth['lost']>;

const rememberedMs = 24 * 3_600_000;

/** Returns null if the last broadcast ended earlier, or never began. */
export async function readLoss({ channelArn }: StoredSource, now: number): Promise<Lost | null> {
  const [broadcast] = await lastBroadcasts(channelArn, 1);
  if (!broadcast?.endedAt || now - Date.parse(broadcast.endedAt) > rememberedMs) return null;
  const { startedAt, endedAt, health = null } = broadcast;
  const streamId = broadcast.streamIds.at(-1);
  const [event, happened] = await Promise.all([
    broadcast.event ? events.get(broadcast.event.id) : undefined,
    streamId ? streamEvents(channelArn, streamId) : [],
  ]);
  const cause = findCause(broadcast, happened, event);
  const contacts = cause === 'ENDED' ? [] : await findContacts(broadcast.event?.clubIds ?? []);
  return { at: endedAt, startedAt, cause, text: causeTexts[cause], health, contacts };
}

interface Happened {
  name: string;
  at: string;
}

/** Judges by the stream's events (`happened`) as the service kept them. Pure. */
export function findCause(
  { endedAt, health, failure }: Pick<StoredBroadcast, 'endedAt' | 'health' | 'failure'>,
  happened: readonly Happened[],
  event: StoredEvent | undefined,
): Lost['cause'] {
  if (failure === failures.unplayable || happened.some(({ name }) => name === 'Stream Failure')) return 'UNPLAYABLE';
  const inOrder = happened.toSorted((a, b) => a.at.localeCompare(b.at));
  const starvation = inOrder.findLast(({ name }) => name.startsWith('Starvation'));
  if (starvation?.name === 'Starvation Start' || health?.state === 'STARVING') return 'STARVED';
  return event && endedAt && isBeingPlayed({ ...event, signal: null }, Date.parse(endedAt)) ? 'CUT' : 'ENDED';
}

const causeTexts: Record<Lost['cause'], string> = {
  ENDED: 'La emisión terminó fuera de la hora del partido: se apagó como siempre.',
  CUT: 'La señal dejó de llegar de golpe con el partido en juego: el móvil o la cámara se quedó sin red o sin batería, o alguien cerró el programa.',
  STARVED: 'La red del campo no daba para más: la señal llegaba a trompicones y se cortó.',
  UNPLAYABLE: 'Llegó una señal que no se puede emitir: pon el video en H.264 y el sonido en AAC.',
};

const mostContacts = 3;

/** Lists staff of the clubs with an open account; those with a phone come first. */
async function findContacts(clubIds: readonly string[]): Promise<Lost['contacts']> {
  const rows = (await staff.rows()).filter(({ clubId, status }) => clubIds.includes(clubId) && status === 'active');
  if (rows.length === 0) return [];
  const found = await getItems(rows.slice(0, 20).map(({ id }) => ({ table: 'users', key: userKey(id) })));
  return (found as (StoredUser | undefined)[])
    .flatMap((user) =>
      user && !user.disabled
        ? [{ name: `${user.name} ${user.surname}`.trim(), phone: user.phone, email: user.email }]
        : [],
    )
    .sort((a, b) => Number(b.phone !== null) - Number(a.phone !== null))
    .slice(0, mostContacts);
}
