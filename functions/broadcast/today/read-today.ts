/** Reads the page 'Hoy': today's matches with their cameras, scorers and videos, and the videos that wait for staff. */
import type { MediaStatus } from '../../../shared/contract/schema.ts';
import type { MatchScore } from '../../../shared/contract/scores.ts';
import {
  type ComputedToday,
  type FailedBroadcast,
  maxTodayVideos,
  type ScorerState,
  type Today,
  type TodayVideo,
  type UnseenSource,
} from '../../../shared/contract/today.ts';
import { findAirtime, listAirtimes } from '../../../shared/domain/airtime.ts';
import { createClubNamer } from '../../league/clubs/store.ts';
import { toEventViews } from '../../league/events/event-views.ts';
import { selectByTime } from '../../league/events/events-by-time.ts';
import { isOfClub } from '../../league/events/rules.ts';
import { type EventRow, events } from '../../league/events/store.ts';
import { ads } from '../../recordings/ads/store.ts';
import { contentVideos } from '../../recordings/content/store.ts';
import type { MediaFields } from '../../recordings/media/rules.ts';
import { awaitsPublication, type StoredVod } from '../../recordings/vods/rules.ts';
import { vods } from '../../recordings/vods/store.ts';
import { toManagedVod } from '../../recordings/vods/vod-views.ts';
import { listFailedBroadcasts } from '../broadcasts/conclude-broadcast.ts';
import { findFailure, type StoredBroadcast } from '../broadcasts/rules.ts';
import { readNotedHealth } from '../ingest/health.ts';
import { type Ingest, toSignalStatus } from '../ingest/rules.ts';
import { readAirtimeRule } from '../live/airtime.ts';
import { isInReserve, listFeeds } from '../live/feeds.ts';
import { listOnAir } from '../live/match-signal.ts';
import { isOnAir } from '../live/rules.ts';
import { type SourceRow, sources } from '../live/store.ts';

interface Reader {
  now: number;
  /** Restricts the answer to the items that staff of this club manage. */
  clubId?: string;
}

/** Reads the data of modules up to this one; the handler adds those of higher modules. */
export async function readToday(reader: Reader): Promise<Omit<ComputedToday, 'matters' | 'edge'>> {
  const { now, clubId } = reader;
  const isManaged = (row: { clubIds: readonly string[] }) => clubId === undefined || isOfClub(row, clubId);
  const [eventRows, vodRows, sourceRows, others] = await Promise.all([
    events.rows(),
    vods.rows(),
    sources.rows(),
    clubId === undefined ? readOtherMedia() : [],
  ]);
  const managed = eventRows.filter(isManaged);
  const today = selectByTime('today', managed, now);
  const ids = new Set(today.map(({ id }) => id));
  const ownVods = vodRows.filter(isManaged);
  const todayVodRows = vodRows.filter(({ sportEventId }) => sportEventId !== null && ids.has(sportEventId));
  const shownSources = sourceRows.filter((row) =>
    isOfToday(row, ids) ? !row.isTest || clubId === undefined : isOnAir(row, now) && isManaged(row),
  );
  const [stored, health, videos, next, media, failed] = await Promise.all([
    events.items(today),
    readNotedHealth(shownSources, now),
    vods.items(todayVodRows),
    today.length === 0 ? readNext(managed, now) : null,
    readMedia([...ownVods.map((row) => ({ ...row, kind: 'vods' as const })), ...others]),
    listFailedBroadcasts(now - failedWithinMs),
  ]);
  const measured = shownSources.map((row, index) => ({ row, ingest: health[index] as Ingest }));
  const views = await toEventViews(stored, 'staff');
  const matches = views.map((event, index) => {
    const own = measured.filter(({ row }) => row.sportEventId === event.id && !row.isTest && isPresent(row));
    // The light is that of the picture that viewers see.
    const lines = own.filter(({ row }) => !isInReserve(row, stored[index]));
    const cameras = lines.length > 0 ? lines : own;
    return {
      ...event,
      desk: toScorerState(event.score),
      cameras: cameras.map(({ row }) => toCamera(row, now)),
      feeds: listFeeds(listOnAir(sourceRows, event.id, now), stored[index] ?? {}),
      light: cameras.length > 0 ? toSignalStatus(cameras.map(({ ingest }) => ingest)) : null,
      videos: videos.filter(({ sportEventId }) => sportEventId === event.id).map((vod) => toTodayVideo('vods', vod)),
    };
  });
  const strays = measured
    .filter(({ row }) => isManaged(row) && (clubId === undefined || !row.isTest))
    .flatMap(({ row, ingest }) => toUnseenSource(row, ingest, now) ?? []);
  const withoutVideo = new Set(managed.map(({ id }) => id));
  for (const { sportEventId } of vodRows) if (sportEventId) withoutVideo.delete(sportEventId);
  const failedBroadcasts = failed.flatMap((broadcast) => toFailed(broadcast, withoutVideo) ?? []);
  return { matches, next, strays, ...media, failedBroadcasts };
}

/** Failed broadcasts are listed for a week, because staff may get a film of the match days later, and upload it. */
const failedWithinMs = 7 * 24 * 3_600_000;

/** `withoutVideo`: the managed matches that have no video. */
function toFailed(broadcast: StoredBroadcast, withoutVideo: ReadonlySet<string>): FailedBroadcast | undefined {
  const { id, startedAt, endedAt, event } = broadcast;
  const failure = findFailure(broadcast);
  if (!event || !failure || !withoutVideo.has(event.id)) return undefined;
  return { id, startedAt, endedAt, failure, event: { id: event.id, title: event.title, sport: event.sport } };
}

const isOfToday = ({ sportEventId }: SourceRow, ids: ReadonlySet<string>) =>
  sportEventId !== null && ids.has(sportEventId);

/** False for a phone that has ended, or has not begun. */
const isPresent = ({ kind, broadcast }: SourceRow) => kind !== 'phone' || broadcast !== null;

const toCamera = ({ id, kind, slug, ...row }: SourceRow, now: number) => ({
  id,
  kind,
  slug,
  isOnAir: isOnAir(row, now),
  time: describeTime(row, now),
});

function describeTime(row: Pick<SourceRow, 'sportEventId' | 'match' | 'decision' | 'overrunsUntil'>, now: number) {
  const rule = readAirtimeRule();
  const until = findAirtime(listAirtimes(row, rule), new Date(now).toISOString())?.until ?? null;
  return { isEnforced: rule.enforced, isOpen: until !== null, until };
}

const toScorerState = (score: MatchScore | null): ScorerState =>
  score ? (score.phase === 'ENDED' ? 'ENDED' : 'RUNNING') : 'NOBODY';

/** Returns undefined off air, or if viewers see the source as they should. Reads events in memory, as `readToday` has refreshed them. */
function toUnseenSource(row: SourceRow, ingest: Ingest, now: number): UnseenSource | undefined {
  const reason = row.isTest
    ? 'TEST'
    : row.sportEventId === null && !row.ownTitle
      ? 'NO_MATCH'
      : row.eventIsHidden && !events.getRow(row.sportEventId ?? '')?.isOpenToFamilies
        ? 'HIDDEN_MATCH'
        : describeTime(row, now).isOpen || row.sportEventId === null
          ? undefined
          : 'OUT_OF_TIME';
  if (!reason || !isOnAir(row, now)) return undefined;
  return { ...toCamera(row, now), reason, eventId: row.sportEventId, light: toSignalStatus([ingest]) };
}

async function readNext(managed: readonly EventRow[], now: number): Promise<Today['next']> {
  const [row] = selectByTime('upcoming', managed, now).filter(({ state }) => !state || state === 'SCHEDULED');
  const event = row && (await events.items([row]))[0];
  return event ? { id: event.id, title: event.title, scheduledStartDate: event.scheduledStartDate } : null;
}

async function readOtherMedia(): Promise<MediaRow[]> {
  const [content, advideos] = await Promise.all([contentVideos.rows(), ads.rows()]);
  return [
    ...content.map((row) => ({ ...row, kind: 'contentvideos' as const })),
    ...advideos.map((row) => ({ ...row, kind: 'advideos' as const })),
  ];
}

const collections = { vods, contentvideos: contentVideos, advideos: ads };

async function readMedia(rows: readonly MediaRow[]): Promise<Pick<Today, 'publications' | 'processing' | 'failures'>> {
  const { processing, failures } = groupByStatus(rows);
  const publications = rows.filter((row) => row.kind === 'vods' && awaitsPublication(row));
  const [awaiting, running, failed] = await Promise.all([
    readAwaiting(publications),
    readFirst(processing),
    readFirst(failures),
  ]);
  return { publications: awaiting, processing: running, failures: failed };
}

const selectNewest = (rows: readonly MediaRow[]) =>
  rows.toSorted((a, b) => b.created.localeCompare(a.created)).slice(0, maxTodayVideos);

async function readAwaiting(rows: readonly MediaRow[]): Promise<Today['publications']> {
  const items = await vods.items(selectNewest(rows));
  const nameClubs = await createClubNamer(items, 'staff');
  const toAwaiting = async (vod: StoredVod) => {
    const { thumbnail, sport, duration, dateCreated, clubs } = await toManagedVod(vod, nameClubs);
    const facts = { thumbnail, sport, duration, dateCreated, clubs, isBroadcast: vod.livePeak !== undefined };
    return { ...toTodayVideo('vods', vod), ...facts };
  };
  return { items: await Promise.all(items.map(toAwaiting)), total: rows.length };
}

async function readFirst(rows: readonly MediaRow[]): Promise<Today['processing']> {
  const newest = selectNewest(rows);
  const loaded = await Promise.all(
    newest.map(async ({ kind, id }) => {
      const [item] = await collections[kind].items([{ id }]);
      return item ? [toTodayVideo(kind, item)] : [];
    }),
  );
  return { items: loaded.flat(), total: rows.length };
}

interface MediaRow {
  kind: TodayVideo['kind'];
  id: string;
  status: MediaStatus;
  visible: boolean;
  awaiting?: StoredVod['awaiting'];
  created: string;
}

function groupByStatus(rows: readonly MediaRow[]): { processing: MediaRow[]; failures: MediaRow[] } {
  const processing = rows.filter(({ status }) => status === 'SENT' || status === 'STARTED');
  return { processing, failures: rows.filter(({ status }) => status === 'FAILED') };
}

type Item = Pick<MediaFields, 'status' | 'visible' | 'progress' | 'failure'> & {
  id: string;
  title: string;
  awaiting?: StoredVod['awaiting'];
};

function toTodayVideo(kind: TodayVideo['kind'], item: Item): TodayVideo {
  const { id, title, status, visible, progress, failure } = item;
  return { kind, id, title, status, visible, progress, failure, awaitsPublication: awaitsPublication(item) };
}
