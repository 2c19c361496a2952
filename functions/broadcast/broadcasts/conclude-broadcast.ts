/** The end of a broadcast: its video plays, or staff get an email with the reason why there is none. */
import { paths } from '../../../shared/domain/paths.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import { transact } from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { environment } from '../../platform/aws/environment.ts';
import { renderEmail } from '../../platform/mail/email-template.ts';
import { queueEmailOnce } from '../../platform/mail/outbox.ts';
import { log } from '../../platform/observability/log.ts';
import { measure } from '../../platform/observability/metrics.ts';
import { notePictureGarbage } from '../../recordings/media/garbage.ts';
import { vods } from '../../recordings/vods/store.ts';
import { sources } from '../live/store.ts';
import { markFailedWrite } from './failed-broadcasts.ts';
import { decideConclusion, listVideoIds, type StoredBroadcast } from './rules.ts';
import { type BroadcastRef, closeWrites, endBroadcast, getBroadcast, markReportedWrite } from './store.ts';

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
      `La emisión de «${match}» que empezó el ${formatTime(startedAt)} no tiene video.`,
      `${failure}.`,
      'Si alguien grabó el partido en la cámara o en el móvil, todavía se puede subir desde el panel.',
    ],
    action: { label: 'Ver la cámara', url: pageUrl(paths.editCamera(sourceId)) },
  });
  await queueEmailOnce(mail, markReportedWrite(broadcast), now);
}

const formatTime = (iso: string) =>
  new Intl.DateTimeFormat('es-ES', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Madrid' }).format(
    new Date(iso),
  );
