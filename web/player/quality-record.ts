/** A playback's figures since its last report, and the report that the server has not confirmed yet. */
import {
  type FailureKind,
  maxReportAge,
  maxReportedSeconds,
  maxSequence,
  maxStartMs,
  maxWaits,
  qualityReportMs,
} from '../../shared/domain/quality-limits.ts';
import type { QualityReport } from '../../shared/domain/quality-report.ts';

/** A report without the field that the page adds. */
export type MeasuredReport = Omit<QualityReport, 'isNewViewer'>;

interface Measured {
  msd: number | undefined;
  isAbandoned: boolean;
  bsd: number[];
  jumps: number[];
  played: Map<string, { pb: number; height: number; ms: number }>;
  bytes: number | undefined;
  ec: FailureKind[];
}

const createEmptyMeasurement = (): Measured => ({
  msd: undefined,
  isAbandoned: false,
  bytes: undefined,
  bsd: [],
  jumps: [],
  played: new Map(),
  ec: [],
});

/** Milliseconds of playback in one report. */
const maxReportedMs = 1_000 * maxReportedSeconds;
const maxRungs = 12;
const maxFailures = 10;
/** Milliseconds by which a report may be early, because heartbeats are not exact. */
const earlyMs = 1_000;

export class QualityRecord {
  readonly #token: string;
  readonly #sid = createSessionId();
  #measured = createEmptyMeasurement();
  #throughput: number | undefined;
  #sn = 0;
  #takenAt: number;
  /** The report that was sent and is not confirmed yet. */
  #pending: { report: MeasuredReport; at: number } | undefined;

  constructor(token: string, now: number) {
    this.#token = token;
    this.#takenAt = now;
  }

  addStart(ms: number): void {
    this.#measured.msd = Math.round(Math.min(maxStartMs, ms));
  }

  addAbandoned(): void {
    this.#measured.isAbandoned = true;
  }

  addStall(ms: number): void {
    addWait(this.#measured.bsd, ms);
  }

  addJump(ms: number): void {
    addWait(this.#measured.jumps, ms);
  }

  addPlayed({ pb, height }: { pb: number; height: number }, ms: number): void {
    const key = `${pb} ${height}`;
    const played = this.#measured.played.get(key) ?? { pb, height, ms: 0 };
    played.ms += ms;
    this.#measured.played.set(key, played);
  }

  addBytes(bytes: number): void {
    this.#measured.bytes = (this.#measured.bytes ?? 0) + bytes;
  }

  addFailure(kind: FailureKind): void {
    if (this.#measured.ec.length < maxFailures) this.#measured.ec.push(kind);
  }

  setThroughput(bitsPerSecond: number): void {
    this.#throughput = bitsPerSecond;
  }

  /** Returns the reports that are due: the unconfirmed one, and a new one. The last call returns all of them. */
  take(now: number, isLast: boolean): MeasuredReport[] {
    const unsent = this.#repeatPending(now);
    const isDue = isLast || (!unsent && this.#isDue(now));
    const report = isDue ? this.#createReport(now) : undefined;
    if (report) this.#pending = { report, at: now };
    return [unsent, report].filter((one) => one !== undefined);
  }

  confirm(sid: string, sn: number): void {
    if (sid === this.#sid && this.#pending && this.#pending.report.sn <= sn) this.#pending = undefined;
  }

  /** Returns true every minute, and at once after the first picture, an abandoned start or a failure. */
  #isDue(now: number): boolean {
    const { msd, isAbandoned, ec } = this.#measured;
    return msd !== undefined || isAbandoned || ec.length > 0 || now - this.#takenAt >= qualityReportMs - earlyMs;
  }

  #repeatPending(now: number): MeasuredReport | undefined {
    if (!this.#pending) return undefined;
    const { report, at } = this.#pending;
    const age = Math.round((now - at) / 1000);
    if (age <= maxReportAge) return { ...report, age };
    this.#pending = undefined;
    return undefined;
  }

  #createReport(now: number): MeasuredReport | undefined {
    const { msd, isAbandoned, bsd, jumps, played, bytes, ec } = this.#measured;
    const isEmpty = msd === undefined && !isAbandoned && bsd.length + jumps.length + ec.length + played.size === 0;
    if (isEmpty || this.#sn >= maxSequence) return undefined;
    this.#takenAt = now;
    this.#sn += 1;
    this.#measured = createEmptyMeasurement();
    const rungs = [...played.values()].toSorted((a, b) => b.ms - a.ms).slice(0, maxRungs);
    const total = rungs.reduce((sum, { ms }) => sum + ms, 0);
    // After a long time without a confirmed report, there may be more playback than one report may contain.
    const share = Math.min(1, maxReportedMs / total);
    return {
      token: this.#token,
      sid: this.#sid,
      sn: this.#sn,
      age: 0,
      isAbandoned,
      bsd,
      jumps,
      ec,
      ...(msd !== undefined && { msd }),
      played: rungs.map(({ ms, ...rung }) => ({ ...rung, seconds: Math.floor((ms * share) / 100) / 10 })),
      ...(bytes !== undefined && { bytes }),
      ...(this.#throughput && { mtp: Math.round(this.#throughput / 100_000) * 100 }),
    };
  }
}

function addWait(waits: number[], ms: number): void {
  if (waits.length < maxWaits) waits.push(Math.round(Math.min(ms, maxReportedMs)));
}

function createSessionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
