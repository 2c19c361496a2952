/** Explains why a source went off air in the last day: time, cause, last signal, and the person to call. */
import type { IngestHealth } from '../../../shared/contract/ingest.ts';
import { isBeingPlayed } from '../../../shared/domain/match-state.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import { staff } from '../../people/staff/store.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { userKey } from '../../platform/auth/sessions.ts';
import { getItems } from '../../platform/aws/dynamo.ts';
import { readStreamEvents } from '../../platform/aws/live-streaming.ts';
import { TtlCache } from '../../platform/lists/lru-cache.ts';
import { log } from '../../platform/observability/log.ts';
import { failures, type StoredBroadcast } from '../broadcasts/rules.ts';
import { findLastBroadcastWithin } from '../broadcasts/store.ts';
import type { StoredSource } from '../live/rules.ts';
import { isPhoneChannel } from '../phone/phone-channel.ts';

type Loss = NonNullable<IngestHealth['lost']>;

const dayMs = 24 * 3_600_000;
const reportedMs = dayMs;

/** No broadcast lasts longer than two days, so one that ended in the last day began within three. */
const begunWithinMs = reportedMs + 2 * dayMs;

/** Returns null if no broadcast ended in the last day, or the last one is still running. */
export async function readLoss(source: Pick<StoredSource, 'channelArn'>, now: number): Promise<Loss | null> {
  const end = await readEnd(source, now);
  if (!end) return null;
  const { startedAt, health = null, event } = end.broadcast;
  const contacts = end.cause === 'ENDED' ? [] : await findContacts(event?.clubIds ?? []);
  return { ...describeEnd(end), startedAt, health, contacts };
}

/** Returns the loss as an entry of a list; null also for a regular end, or if IVS does not answer. */
export async function readBriefLoss(source: Pick<StoredSource, 'channelArn'>, now: number): Promise<BriefLoss | null> {
  try {
    const end = await readEnd(source, now);
    return end && end.cause !== 'ENDED' ? describeEnd(end) : null;
  } catch (error) {
    log('error', 'the cause of a lost signal cannot be read', { channelArn: source.channelArn, error: String(error) });
    return null;
  }
}

type BriefLoss = Pick<Loss, 'at' | 'cause' | 'text'>;

const describeEnd = ({ at, cause }: { at: string; cause: Loss['cause'] }): BriefLoss => ({
  at,
  cause,
  text: causeTexts[cause],
});

async function readEnd({ channelArn }: Pick<StoredSource, 'channelArn'>, now: number) {
  const broadcast = await findLastBroadcastWithin(channelArn, begunWithinMs, now);
  const at = broadcast?.endedAt;
  if (!broadcast || !at || now - Date.parse(at) > reportedMs) return undefined;
  const streamId = broadcast.streamIds.at(-1);
  const [event, ended] = await Promise.all([
    broadcast.event ? events.get(broadcast.event.id) : undefined,
    streamId && !isPhoneChannel(channelArn)
      ? endedStreams.get(streamId, now, () => readStreamEvents(channelArn, streamId))
      : [],
  ]);
  return { broadcast, at, cause: findCause(broadcast, ended, event) };
}

/** Cache of ended streams: lists of cameras ask every few seconds, and IVS allows five such calls a second. */
const endedStreams = new TtlCache<StreamEvent[]>(60_000, 200);

interface StreamEvent {
  name: string;
  at: string;
}

/** Derives the cause from the events of the stream at IVS. Pure. */
export function findCause(
  { endedAt, health, failure }: Pick<StoredBroadcast, 'endedAt' | 'health' | 'failure'>,
  streamEvents: readonly StreamEvent[],
  event: StoredEvent | undefined,
): Loss['cause'] {
  if (failure === failures.unplayable || streamEvents.some(({ name }) => name === 'Stream Failure'))
    return 'UNPLAYABLE';
  const inOrder = streamEvents.toSorted((a, b) => a.at.localeCompare(b.at));
  const starvation = inOrder.findLast(({ name }) => name.startsWith('Starvation'));
  if (starvation?.name === 'Starvation Start' || health?.state === 'STARVING') return 'STARVED';
  return event && endedAt && isBeingPlayed({ ...event, signal: null }, Date.parse(endedAt)) ? 'CUT' : 'ENDED';
}

const causeTexts: Record<Loss['cause'], string> = {
  ENDED: 'La emisión terminó fuera de la hora del partido: se apagó como siempre.',
  CUT: 'La señal dejó de llegar de golpe con el partido en juego: el móvil o la cámara se quedó sin red o sin batería, o alguien cerró el programa.',
  STARVED: 'La red del campo no daba para más: la señal llegaba a trompicones y se cortó.',
  UNPLAYABLE: 'Llegó una señal que no se puede emitir: pon el video en H.264 y el sonido en AAC.',
};

const maxContacts = 3;

/** Lists some of the clubs' staff whose account is active; those with a phone come first. */
async function findContacts(clubIds: readonly string[]): Promise<Loss['contacts']> {
  const rows = (await staff.rows()).filter(({ clubId, status }) => clubIds.includes(clubId) && status === 'active');
  if (rows.length === 0) return [];
  const users = await getItems(rows.slice(0, 20).map(({ id }) => ({ table: 'users', key: userKey(id) })));
  return (users as (StoredUser | undefined)[])
    .flatMap((user) =>
      user && !user.disabled
        ? [{ name: `${user.name} ${user.surname}`.trim(), phone: user.phone, email: user.email }]
        : [],
    )
    .sort((a, b) => Number(b.phone !== null) - Number(a.phone !== null))
    .slice(0, maxContacts);
}
