/**
 * MediaConvert's queue: one job at a time, and beside it one of a higher priority. Jobs are kept in a file; a restart
 * repeats interrupted ones.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { JsonFile } from '../wire/json-file.ts';
import type { Emit } from '../wire/service-event.ts';
import { account, createServiceEvent } from '../wire/service-event.ts';
import { JobError, type Store } from './open-input.ts';
import { type OutputGroupDetail, runJob } from './run-job.ts';
import type { JobSettings } from './settings.ts';

/** A job as stored on disk and returned by GetJob. Times are seconds since the Unix epoch. */
export interface Job {
  id: string;
  arn: string;
  status: 'SUBMITTED' | 'PROGRESSING' | 'COMPLETE' | 'CANCELED' | 'ERROR';
  createdAt: number;
  queue: string;
  role: string;
  /** From -50 to 50; the highest runs first. */
  priority: number;
  clientRequestToken: string;
  userMetadata: Record<string, string>;
  settings: JobSettings;
  jobPercentComplete?: number;
  currentPhase?: 'PROBING' | 'TRANSCODING' | 'UPLOADING' | undefined;
  retryCount: number;
  errorCode?: number;
  errorMessage?: string;
  outputGroupDetails?: OutputGroupDetail[];
}

/** The service runs many jobs at once; two leave enough CPU for viewers on a small machine. */
const maxRunning = 2;

/** Milliseconds; less than the service's ten seconds, because local jobs are short. */
const updateIntervalMs = 2000;

export class JobQueue {
  readonly #file: JsonFile<Job[]>;
  readonly #workFolder: string;
  readonly #store: Store;
  readonly #emit: Emit;
  readonly #running = new Map<Job, { controller: AbortController; done: Promise<void> }>();
  #closed = false;

  constructor(folder: string, store: Store, emit: Emit) {
    this.#file = new JsonFile(join(folder, 'jobs.json'), []);
    this.#workFolder = join(folder, 'work');
    this.#store = store;
    this.#emit = emit;
    rmSync(this.#workFolder, { recursive: true, force: true });
    mkdirSync(this.#workFolder, { recursive: true });
    for (const job of this.jobs)
      if (job.status === 'PROGRESSING') Object.assign(job, { status: 'SUBMITTED', retryCount: job.retryCount + 1 });
  }

  /** The oldest first. */
  get jobs(): readonly Job[] {
    return this.#file.value;
  }

  async submit(job: Job) {
    this.#file.value.push(job);
    await this.#file.save();
    this.advance();
  }

  async cancel(job: Job) {
    job.status = 'CANCELED';
    this.#running.get(job)?.controller.abort();
    this.#emitState(job, 'CANCELED');
    await this.#file.save();
  }

  /**
   * Starts the waiting job with the highest priority, of several the oldest, unless a running job has at least that
   * priority.
   */
  advance() {
    if (this.#closed || this.#running.size >= maxRunning) return;
    const waiting = this.jobs.filter(({ status }) => status === 'SUBMITTED');
    const [job] = waiting.toSorted((one, other) => other.priority - one.priority);
    if (!job || [...this.#running.keys()].some((other) => other.priority >= job.priority)) return;
    const controller = new AbortController();
    const done = this.#run(job, controller.signal)
      .catch((error) => void process.stderr.write(`mediaconvert: job ${job.id}: ${error}\n`))
      .then(() => {
        this.#running.delete(job);
        this.advance();
      });
    this.#running.set(job, { controller, done });
    this.advance();
  }

  async close() {
    this.#closed = true;
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort();
    await Promise.all(running.map(({ done }) => done));
  }

  async #run(job: Job, signal: AbortSignal) {
    Object.assign(job, { status: 'PROGRESSING', currentPhase: 'PROBING', jobPercentComplete: 0 });
    this.#emitState(job, 'PROGRESSING');
    await this.#file.save();
    const work = await mkdtemp(join(this.#workFolder, `${job.id}-`));
    let updatedAt = Date.now();
    const onProgress = (currentPhase: 'TRANSCODING' | 'UPLOADING', jobPercentComplete: number) => {
      Object.assign(job, { currentPhase, jobPercentComplete });
      if (Date.now() - updatedAt < updateIntervalMs) return;
      updatedAt = Date.now();
      this.#emitState(job, 'STATUS_UPDATE', { jobProgress: { jobPercentComplete, currentPhase } });
    };
    let outcome: Partial<Job>;
    try {
      const context = { store: this.#store, work, signal, threads: Math.min(4, availableParallelism()), onProgress };
      const outputGroupDetails = await runJob(job.settings, context);
      outcome = { status: 'COMPLETE', jobPercentComplete: 100, outputGroupDetails };
    } catch (error) {
      const isJobError = error instanceof JobError;
      if (!isJobError && !signal.aborted)
        process.stderr.write(`mediaconvert: job ${job.id}: ${error instanceof Error ? error.stack : error}\n`);
      const { code, message } = isJobError ? error : new JobError(1999, 'An unexpected error occurred.');
      outcome = { status: 'ERROR', errorCode: code, errorMessage: message };
    } finally {
      await rm(work, { recursive: true, force: true });
    }
    if (signal.aborted) return;
    // Both at once: a client that reads the final status must find the event already sent.
    Object.assign(job, { ...outcome, currentPhase: undefined });
    this.#emitState(job, job.status, { errorCode: job.errorCode, errorMessage: job.errorMessage });
    await this.#file.save();
  }

  #emitState({ id, arn, queue, userMetadata }: Job, status: string, more: Record<string, unknown> = {}) {
    const detail = { timestamp: Date.now(), accountId: account, queue, jobId: id, status, userMetadata, ...more };
    this.#emit(createServiceEvent('aws.mediaconvert', 'MediaConvert Job State Change', arn, detail));
  }
}
