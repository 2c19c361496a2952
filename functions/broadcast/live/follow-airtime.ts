/**
 * Stops a source's stream at the start and end of its airtime, so that views end and the next recording begins; warns
 * staff before the end. Idempotent; called every minute for sources on air.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { SourceTime } from '../../../shared/contract/ingest.ts';
import { findAiredUntil } from '../../../shared/domain/aired-part.ts';
import {
  type AirtimeDecision,
  type AirtimeRule,
  airtimeNoticeMs,
  computeLatestOverrun,
  createOnDecision,
  findAirtime,
  findNextAirtime,
  listAirtimes,
  toAirtimeMatch,
} from '../../../shared/domain/airtime.ts';
import { takesPlace } from '../../../shared/domain/event-state.ts';
import { reconnectWindowMs } from '../../../shared/domain/limits.ts';
import { madridText } from '../../../shared/domain/madrid-text.ts';
import { isBeingPlayed } from '../../../shared/domain/match-state.ts';
import { paths } from '../../../shared/domain/paths.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import type { StoredStaff } from '../../people/staff/rules.ts';
import { staff } from '../../people/staff/store.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import { isNew, putWrite } from '../../platform/aws/dynamo.ts';
import { environment } from '../../platform/aws/environment.ts';
import { renderEmail } from '../../platform/mail/email-template.ts';
import { queueEmailOnce } from '../../platform/mail/outbox.ts';
import { attemptEach } from '../../platform/observability/attempt-each.ts';
import { readAirtimeRule } from './airtime.ts';
import { findCurrentStream, separateRecordings, stopStream } from './channel-streams.ts';
import { chooseTitle, isShown, type StoredSource } from './rules.ts';
import { changeSource, sources } from './store.ts';

export async function followAirtime(source: StoredSource, now: number): Promise<StoredSource> {
  const rule = readAirtimeRule();
  if (!rule.enforced) return source;
  const event = source.sportEventId ? await events.get(source.sportEventId) : undefined;
  const current = (await sources.change(source.id, (stored) => withOverrun(stored, event, { now, rule }))) ?? source;
  await announceEnd(current, now, rule);
  return current;
}

/** Milliseconds between two streams that the schedule stops. */
const cutEveryMs = 1_000;

/**
 * Stops the streams whose airtime has begun or ended, one a second until `deadline`; a later run goes on. Each takes a
 * call of four kinds, and its events take four more of one kind, of which IVS answers five a second for the account.
 */
export async function divideBroadcasts(sources: readonly StoredSource[], deadline: number): Promise<void> {
  const rule = readAirtimeRule();
  if (!rule.enforced) return;
  let next = 0;
  await attemptEach(
    'a stream was not stopped at a border of its airtime',
    sources,
    async (source) => {
      if (Date.now() >= deadline || !crossesAirtime(source, Date.now(), rule)) return;
      await sleep(Math.max(0, next - Date.now()));
      next = Date.now() + cutEveryMs;
      await divideBroadcast(source, Date.now(), rule);
    },
    ({ id }) => ({ source: id }),
  );
}

/** Opens the airtime of a source for the rest of the day, or ends it, as staff decide. */
export async function decideAirtime(id: string, isOn: boolean, now: number): Promise<StoredSource | undefined> {
  const source = await sources.get(id);
  if (!source) return undefined;
  const eventId = source.sportEventId;
  const event = eventId ? await events.get(eventId) : undefined;
  if (isOn && event && !takesPlace(event)) throw new ApiError('CAM4092');
  const decision: AirtimeDecision = isOn
    ? createOnDecision(eventId, now)
    : { kind: 'OFF', eventId, at: new Date(now).toISOString() };
  const changed = await changeSource(id, { decision, overrunsUntil: null });
  const rule = readAirtimeRule();
  if (changed && rule.enforced) await divideBroadcast(changed, Date.now(), rule);
  return changed;
}

export async function describeTime(source: StoredSource, now: number): Promise<SourceTime> {
  const rule = readAirtimeRule();
  const event = source.sportEventId ? await events.get(source.sportEventId) : undefined;
  const airtimes = listAirtimes({ ...source, match: event ? toAirtimeMatch(event) : source.match }, rule);
  const at = new Date(now).toISOString();
  const until = findAirtime(airtimes, at)?.until ?? null;
  const opensAt = until ? null : (findNextAirtime(airtimes, at)?.from ?? null);
  return {
    isEnforced: rule.enforced,
    isOpen: until !== null,
    until,
    opensAt,
    byHand: source.decision?.kind === 'ON' && findAirtime([source.decision], at) !== undefined,
    text: describeAirtime({ event, rule, until, opensAt }),
  };
}

interface TimeFacts {
  event: StoredEvent | undefined;
  rule: AirtimeRule;
  until: string | null;
  opensAt: string | null;
}

function describeAirtime({ event, rule, until, opensAt }: TimeFacts): string {
  const end = rule.enforced ? 'Después solo la verás tú.' : 'Después conviene apagarla.';
  if (until) return `Tiempo de emisión hasta el ${spanishTime(new Date(until))}. ${end}`;
  const calledOff = event && !takesPlace(event) && (event.state === 'CANCELLED' ? 'cancelado' : 'aplazado');
  if (calledOff) return `El partido está ${calledOff}: no la ve nadie más. Elige el evento que se va a jugar.`;
  const outside = rule.enforced
    ? 'Fuera de horario no la ve nadie más ni se graba.'
    : 'Está fuera de horario: si llega imagen, la ve cualquiera.';
  if (opensAt) return `${outside} Se abre el ${spanishTime(new Date(opensAt))}.`;
  return `${outside} Elige un evento de hoy o pulsa «Emitir ahora».`;
}

const spanishTime = madridText({ weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' });

/**
 * Extends the airtime of a match that is still played near its planned end, and withdraws the extension when play ends.
 * Stores the latest possible end at once: a write a minute would outdate every open form of the source.
 */
function withOverrun(
  source: StoredSource,
  event: StoredEvent | undefined,
  { now, rule }: { now: number; rule: AirtimeRule },
): StoredSource | undefined {
  if (!event || source.sportEventId !== event.id) return undefined;
  if (!source.match) return undefined;
  const planned = findAirtime(listAirtimes({ ...source, overrunsUntil: null }, rule), new Date(now).toISOString());
  const endsSoon = !planned || Date.parse(planned.until) - now <= airtimeNoticeMs;
  const isPlayed = isScored(event) && isBeingPlayed(event, now);
  const overrunsUntil = isPlayed && endsSoon && !wasEnded(source) ? computeLatestOverrun(source.match) : null;
  return overrunsUntil === (source.overrunsUntil ?? null) ? undefined : { ...source, overrunsUntil };
}

/** True while the scorer's log runs; a match without a scorer has no overrun. */
const isScored = ({ score }: StoredEvent) => score?.phase === 'PLAYING' || score?.phase === 'BREAK';

const wasEnded = ({ decision, sportEventId }: StoredSource) =>
  decision?.kind === 'OFF' && decision.eventId === sportEventId;

/**
 * Stops the stream if an airtime has begun or ended since the broadcast began. The encoder reconnects by itself; a late
 * or concurrent call must not stop its new stream, which is a separate broadcast and recording.
 */
async function divideBroadcast(source: StoredSource, now: number, rule: AirtimeRule): Promise<void> {
  const { broadcast, channelArn } = source;
  if (!broadcast || !crossesAirtime(source, now, rule)) return;
  if (!(await claimCut(source.id, broadcast.streamId, now))) return;
  if ((await findCurrentStream(channelArn))?.streamId === broadcast.streamId) await stopStream(channelArn);
  await separateRecordings(channelArn, broadcast.streamId);
}

function crossesAirtime(source: StoredSource, now: number, rule: AirtimeRule): boolean {
  const { broadcast, isTest } = source;
  if (!broadcast || isTest) return false;
  const at = new Date(now).toISOString();
  return findAiredUntil(source, broadcast.startedAt, rule) !== findAiredUntil(source, at, rule);
}

/**
 * Claims the right to stop a stream. StopStream takes no stream id: a second call would stop the stream after a
 * reconnect. A claim expires, so that the job can retry after a crash.
 */
async function claimCut(id: string, streamId: string, now: number): Promise<boolean> {
  let isClaimed = false;
  await sources.change(id, (current) => {
    const { broadcast, cut } = current;
    const isTaken = cut?.streamId === streamId && now - Date.parse(cut.at) < reconnectWindowMs;
    isClaimed = broadcast?.streamId === streamId && !isTaken;
    return isClaimed ? { ...current, cut: { streamId, at: new Date(now).toISOString() } } : undefined;
  });
  return isClaimed;
}

function toOwnPath({ kind, id, slug }: StoredSource): string {
  if (kind === 'phone') return paths.live(slug);
  return kind === 'camera' ? paths.editCamera(id) : paths.liveProfile;
}

async function announceEnd(source: StoredSource, now: number, rule: AirtimeRule): Promise<void> {
  if (!source.broadcast || !isShown(source, { now, rule })) return;
  const period = findAirtime(listAirtimes(source, rule), new Date(now).toISOString());
  if (!period || Date.parse(period.until) - now > airtimeNoticeMs) return;
  const [operator = ''] = environment('CONTACT_ADDRESSES').split(',');
  const own = pageUrl(toOwnPath(source));
  const atClub = source.kind === 'profile' ? [] : await listActiveStaff(source.clubIds);
  const recipients = [
    { id: 'operator', to: operator, url: own },
    ...atClub.map(({ id, email }) => ({ id, to: email, url: pageUrl(paths.today) })),
  ];
  await attemptEach(
    'a notice of the end was not queued',
    recipients,
    ({ id, ...link }) =>
      queueEmailOnce(renderEndNotice(source, period.until, link), noticeWrite(source.id, period.until, id), now),
    ({ id }) => ({ source: source.id, recipient: id }),
  );
}

/** Everybody who may be at the match: all active staff of its clubs, each of whom can go on with one tap. */
async function listActiveStaff(clubIds: readonly string[]): Promise<StoredStaff[]> {
  const rows = (await staff.rows()).filter(({ status, clubId }) => status === 'active' && clubIds.includes(clubId));
  return staff.items(rows);
}

function renderEndNotice(source: StoredSource, until: string, { to, url }: { to: string; url: string }) {
  const title = chooseTitle(source);
  const end = spanishClock(new Date(until));
  return renderEmail({
    to,
    subject: `La emisión de «${title}» termina a las ${end}`,
    lines: [
      `A las ${end} se acaba el tiempo de «${title}»: quien lo está viendo dejará de verlo y no se grabará nada más.`,
      'Si el partido sigue, pulsa «Seguir emitiendo».',
    ],
    action: { label: 'Seguir emitiendo', url },
  });
}

/** Conditional write: each person gets one message about each end. */
const noticeWrite = (id: string, until: string, recipient: string) =>
  putWrite('broadcasts', { pk: `TOLD#${id}`, sk: `${until}#${recipient}` }, isNew);

const spanishClock = madridText({ timeStyle: 'short' });
