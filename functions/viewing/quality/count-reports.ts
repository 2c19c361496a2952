/** Counts players' reports. The playback token in a report proves that its viewer was allowed to watch. */
import { maxReportAge } from '../../../shared/domain/quality-limits.ts';
import type { QualityReport } from '../../../shared/domain/quality-report.ts';
import { toSums } from '../../../shared/domain/quality-sums.ts';
import { log } from '../../platform/observability/log.ts';
import { readCachedLive } from '../playback/live-context.ts';
import { type PlaybackTicket, verifyTicket } from '../playback/tokens.ts';
import { addToHour, claimReport, type Subject } from './store.ts';

/**
 * Adds reports of a user, or of a visitor, to the sums of their hours. Repeated and foreign ones are ignored; a failure
 * neither stops playback nor is repeated.
 */
export async function countReports(
  reports: readonly QualityReport[],
  userId: string | undefined,
  now: number,
): Promise<void> {
  for (const report of reports) {
    try {
      await countReport(report, userId, now);
    } catch (error) {
      log('warn', 'a quality report was not counted', { error: error instanceof Error ? error.name : 'unknown' });
    }
  }
}

async function countReport(report: QualityReport, userId: string | undefined, now: number): Promise<void> {
  // A late report may come after the end of its token.
  const ticket = await verifyTicket(report.token, now - 1000 * maxReportAge);
  if (!ticket || ticket.userId !== userId) return;
  const subject = await findSubject(ticket, now);
  if (subject && (await claimReport(report, now)))
    await addToHour(subject, now - 1000 * report.age, toSums(report), now);
}

async function findSubject({ item }: PlaybackTicket, now: number): Promise<Subject | undefined> {
  const [kind, id = ''] = item.split('/');
  if (kind === 'vods') return `vods/${id}`;
  const live = kind === 'live' ? await readCachedLive(id, now) : undefined;
  if (!live) return undefined;
  return live.source.sportEventId ? `sportevents/${live.source.sportEventId}` : `cameras/${live.source.id}`;
}
