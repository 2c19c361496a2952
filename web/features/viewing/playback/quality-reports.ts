/** Collects the reports of a page's players: the current one, and those before a change of camera or video. */
import { maxQualityReports } from '../../../../shared/domain/quality-limits.ts';
import type { QualityReport } from '../../../../shared/domain/quality-report.ts';
import type { QualityMeter } from '../../../player/quality-meter.ts';

const hourMs = 3_600_000;

export class QualityReports {
  /** The player adds its meters; all but the last belong to removed players. */
  readonly meters: { current: QualityMeter[] } = { current: [] };
  #scope: string | undefined;
  #countedHour = 0;
  /** Ids of reports that count their viewer; a repeated report must contain the same flag. */
  readonly #counting = new Set<string>();

  /**
   * Takes the reports that are due; with `isLast`, all of them. `scope` names the subject for which the viewer counts
   * once an hour.
   */
  take(scope: string, { isLast = false } = {}): QualityReport[] {
    const present = this.meters.current.at(-1);
    const due = this.meters.current.map((meter) => ({
      meter,
      reports: meter.take({ isLast: isLast || meter !== present }),
    }));
    this.meters.current = due.flatMap(({ meter, reports }) => (meter === present || reports.length > 0 ? meter : []));
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
