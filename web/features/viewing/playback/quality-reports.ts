/**
 * Collects the quality reports of a page's players: of the current one, and of those before a change of camera or
 * video.
 */
import { maxQualityReports } from '../../../../shared/domain/quality-limits.ts';
import type { QualityReport } from '../../../../shared/domain/quality-report.ts';
import type { QualityMeter } from '../../../player/quality-meter.ts';

const hourMs = 3_600_000;

export class QualityReports {
  /** Each player adds its meter; all but the last belong to players that are gone. */
  readonly meters: { current: QualityMeter[] } = { current: [] };
  #scope: string | undefined;
  #countedHour = 0;
  /** Ids of sent reports that counted their viewer: a repeated report must count again. */
  readonly #counting = new Set<string>();

  /**
   * Returns the reports that are due; with `isLast`, all of them. `scope` names the subject, for which a viewer counts
   * once an hour.
   */
  take(scope: string, { isLast = false } = {}): QualityReport[] {
    const current = this.meters.current.at(-1);
    const due = this.meters.current.map((meter) => ({
      meter,
      reports: meter.take({ isLast: isLast || meter !== current }),
    }));
    this.meters.current = due.flatMap(({ meter, reports }) => (meter === current || reports.length > 0 ? meter : []));
    return due
      .flatMap(({ reports }) => reports)
      .slice(0, maxQualityReports)
      .map((report) => ({ ...report, isNewViewer: this.#countsViewer(`${report.sid} ${report.sn}`, scope) }));
  }

  confirm(reports: readonly QualityReport[]): void {
    for (const { sid, sn } of reports) {
      this.#counting.delete(`${sid} ${sn}`);
      for (const meter of this.meters.current) meter.confirm(sid, sn);
    }
  }

  #countsViewer(report: string, scope: string): boolean {
    if (this.#counting.has(report)) return true;
    const hour = Math.floor(Date.now() / hourMs);
    if (scope === this.#scope && hour === this.#countedHour) return false;
    this.#scope = scope;
    this.#countedHour = hour;
    this.#counting.add(report);
    return true;
  }
}
