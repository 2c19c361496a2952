/** The end of a broadcast: its video plays, or staff get an email with the reason why there is none. */
import { encodeTime } from 'ulid';
import { madridText } from '../../../shared/domain/madrid-text.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import { putWrite, transact, type Write } from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { queryAll } from '../../platform/aws/dynamo-queries.ts';
import { environment } from '../../platform/aws/environment.ts';
import { renderEmail } from '../../platform/mail/email-template.ts';
import { queueEmailOnce } from '../../platform/mail/outbox.ts';
import { log } from '../../platform/observability/log.ts';
import { measure } from '../../platform/observability/metrics.ts';
import { notePictureGarbage } from '../../recordings/media/garbage.ts';
import { vods } from '../../recordings/vods/store.ts';
import { sources } from '../live/store.ts';
import { decideConclusion, listVideoIds, type StoredBroadcast, toState } from './rules.ts';
import {
  type BroadcastRef,
  closeWrites,
  endBroadcast,
  getBroadcast,
  getBroadcasts,
  markReportedWrite,
} from './store.ts';

/** Reads the broadcast, and ends it if its source no longer refers to it. */
export async function followSource(ref: BroadcastRef, now: number): Promise<StoredBroadcast | undefined> {
  const broadcast = await getBroadcast(ref);
  if (!broadcast || broadcast.endedAt !== null) return broadcast;
  const source = await sources.get(broadcast.sourceId);
  if (source?.broadcast?.id === broadcast.id) return broadcast;
  const endedAt = new Date(now).toISOString();
  await endBroadcast(ref, endedAt);
  return { ...broadcast, endedAt };
}

/** Closes the broadcast once its outcome is final, unless a video of it is still being encoded. */
export async function concludeBroadcast(broadcast: StoredBroadcast, now: number): Promise<void> {
  const end = decideConclusion(broadcast, now);
  if (!end) return;
  const videos = await Promise.all(listVideoIds(broadcast).map((id) => vods.get(id)));
  if (videos.some((video) => video?.status === 'SENT' || video?.status === 'STARTED')) return;
  const broken = videos.find((video) => video?.status === 'FAILED');
  const failure = end.failure ?? broken?.failure ?? null;
  await transact([
    ...closeWrites(broadcast, failure, now),
    ...(end.failure ? [markFailedWrite(broadcast)] : []),
    ...(broadcast.frame ? notePictureGarbage(broadcast.frame, now) : []),
  ]).catch(ignoreFailedCondition);
  if (failure) await reportMissingVideo(broadcast, failure, now);
}

async function reportMissingVideo(broadcast: StoredBroadcast, failure: string, now: number): Promise<void> {
  const { id, sourceId, event, startedAt } = broadcast;
  log('error', 'a broadcast has no video', { broadcast: id, source: sourceId, failure });
  measure('BroadcastsWithoutVideo', 1, { broadcast: id });
  const [to = ''] = environment('CONTACT_ADDRESSES').split(',');
  const match = event?.title ?? 'una emisión sin evento';
  const mail = renderEmail({
    to,
    subject: `Sin video: ${match}`,
    lines: [
      `La emisión de «${match}» que empezó el ${longTime(new Date(startedAt))} no tiene video.`,
      `${failure}.`,
      'Si alguien grabó el partido en la cámara o en el móvil, todavía se puede subir desde el panel.',
    ],
    action: { label: 'Ver la cámara', url: pageUrl(paths.editCamera(sourceId)) },
  });
  await queueEmailOnce(mail, markReportedWrite(broadcast), now);
}

const longTime = madridText({ dateStyle: 'long', timeStyle: 'short' });

/** Items FAILED / {id} in the table `broadcasts`, so that 'Hoy' need not search every channel. */
const partition = 'FAILED';

const markFailedWrite = ({ id, channelArn }: BroadcastRef): Write =>
  putWrite('broadcasts', { pk: partition, sk: id, id, channelArn });

/** Lists failed broadcasts that began after `since`, newest first, without those whose recording came late. */
export async function listFailedBroadcasts(since: number): Promise<StoredBroadcast[]> {
  const refs = await queryAll<BroadcastRef>('broadcasts', partition, { after: encodeTime(since) });
  const broadcasts = await getBroadcasts(refs.toReversed().slice(0, maxReads));
  return broadcasts.flatMap((broadcast) => (broadcast && toState(broadcast) === 'FAILED' ? [broadcast] : []));
}

/** DynamoDB's limit of one BatchGetItem. */
const maxReads = 100;
