/** Counts players' reports. The playback token in a report proves that its viewer was allowed to watch. */
import { maxReportAge } from '../../../shared/domain/quality-limits.ts';
import type { QualityReport } from '../../../shared/domain/quality-report.ts';
import { toSums } from '../../../shared/domain/quality-sums.ts';
import { countUp, hashValue, type Limit } from '../../platform/limits/limits.ts';
import { log } from '../../platform/observability/log.ts';
import { readCachedLive } from '../playback/access-context.ts';
import { type PlaybackTicket, verifyTicket } from '../playback/tokens.ts';
import { addToHour, chargeTicket, claimReport, type Subject } from './store.ts';

/**
 * Adds reports of a user, or of a visitor, to the sums of their hours. Repeated and foreign ones are ignored; a failure
 * neither stops playback nor is repeated.
 */
export async function countReports(
  reports: readonly QualityReport[],
  userId: string | undefined,
  { now, network }: { now: number; network?: string },
): Promise<void> {
  for (const report of reports) {
    try {
      await countReport(report, userId, { now, network });
    } catch (error) {
      log('warn', 'a quality report was not counted', { error: error instanceof Error ? error.name : 'unknown' });
    }
  }
}

async function countReport(
  report: QualityReport,
  userId: string | undefined,
  { now, network }: { now: number; network: string | undefined },
): Promise<void> {
  // A late report may come after the end of its token.
  const ticket = await verifyTicket(report.token, now - 1000 * maxReportAge);
  if (!ticket || ticket.userId !== userId) return;
  const subject = await findSubject(ticket, now);
  if (!subject || !(await claimReport(report, now))) return;
  const at = now - 1000 * report.age;
  const { isNewViewer } = report;
  const charge = { at, seconds: computeCharge(report), isNewViewer };
  const share = await chargeTicket(hashValue(report.token), charge, now);
  if (!share) return;
  const isCounted = share.isFirstViewer && (await isViewerOfNetwork(network, now));
  await addToHour(subject, at, toSums({ ...report, isNewViewer: isCounted }), now);
}

/** Visitors get as many tickets as they ask for, so that their network limits the viewers that they may count as. */
async function isViewerOfNetwork(network: string | undefined, now: number): Promise<boolean> {
  return network === undefined || (await countUp(newViewers, network, now)) <= newViewers.max;
}

/** New visitors of a school or a mobile operator in one hour. */
const newViewers: Limit = { name: 'quality-viewers', max: 60, minutes: 60 };

/** Seconds that a report takes of its ticket's hour: each stall and each report at least one. */
const computeCharge = ({ played, bsd, jumps }: Pick<QualityReport, 'played' | 'bsd' | 'jumps'>): number =>
  1 +
  played.reduce((sum, { seconds }) => sum + seconds, 0) +
  [...bsd, ...jumps].reduce((sum, ms) => sum + Math.max(1, ms / 1000), 0);

async function findSubject({ item }: PlaybackTicket, now: number): Promise<Subject | undefined> {
  const [kind, id = ''] = item.split('/');
  if (kind === 'vods') return `vods/${id}`;
  const live = kind === 'live' ? await readCachedLive(id, now) : undefined;
  if (!live) return undefined;
  return live.source.sportEventId ? `sportevents/${live.source.sportEventId}` : `cameras/${live.source.id}`;
}
