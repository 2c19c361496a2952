/**
 * MediaConvert's queue: one job at a time, and beside it one of a higher priority. Each job is a file; a restart
 * repeats interrupted ones.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Emit } from '../wire/service-event.ts';
import { account, createServiceEvent } from '../wire/service-event.ts';
import { runJob } from './run.ts';
import { JobError, type Store } from './run-context.ts';
import { JobSettings } from './settings.ts';
import type { OutputGroupDetail } from './store-outputs.ts';

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
  settings: unknown;
  timing: { submitTime: number; startTime?: number; finishTime?: number };
  jobPercentComplete?: number;
  currentPhase?: 'PROBING' | 'TRANSCODING' | 'UPLOADING';
  retryCount: number;
  errorCode?: number;
  errorMessage?: string;
  outputGroupDetails?: OutputGroupDetail[];
}

export const nowSeconds = () => Math.round(Date.now() / 1000);

/** The service runs many jobs at once; two leave enough CPU for viewers on a small machine. */
const maxRunning = 2;

/** Milliseconds; less than the service's ten seconds, because local jobs are short. */
const updateIntervalMs = 2000;

export class JobQueue {
  readonly jobs: Map<string, Job>;
  readonly #folder: string;
  readonly #workFolder: string;
  readonly #store: Store;
  readonly #emit: Emit;
  readonly #running = new Map<Job, { controller: AbortController; done: Promise<void> }>();
  #closed = false;

  constructor(folder: string, store: Store, emit: Emit) {
    this.#folder = join(folder, 'jobs');
    this.#workFolder = join(folder, 'work');
    this.#store = store;
    this.#emit = emit;
    rmSync(this.#workFolder, { recursive: true, force: true });
    for (const each of [this.#folder, this.#workFolder]) mkdirSync(each, { recursive: true });
    this.jobs = loadJobs(this.#folder);
  }

  submit(job: Job) {
    this.jobs.set(job.id, job);
    this.#save(job);
    this.advance();
  }

  cancel(job: Job) {
    job.status = 'CANCELED';
    job.timing.finishTime = nowSeconds();
    this.#save(job);
    this.#running.get(job)?.controller.abort();
    this.#emitState(job, 'CANCELED');
  }

  /**
   * Starts the waiting job with the highest priority, of several the oldest, unless a running job has at least that
   * priority.
   */
  advance() {
    if (this.#closed || this.#running.size >= maxRunning) return;
    const waiting = [...this.jobs.values()].filter(({ status }) => status === 'SUBMITTED');
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
    job.timing.startTime = nowSeconds();
    this.#save(job);
    this.#emitState(job, 'PROGRESSING');
    const work = await mkdtemp(join(this.#workFolder, `${job.id}-`));
    let updatedAt = Date.now();
    const onProgress = (phase: 'TRANSCODING' | 'UPLOADING', percent: number) => {
      Object.assign(job, { currentPhase: phase, jobPercentComplete: percent });
      if (Date.now() - updatedAt < updateIntervalMs) return;
      updatedAt = Date.now();
      this.#emitState(job, 'STATUS_UPDATE', { jobProgress: { jobPercentComplete: percent, currentPhase: phase } });
    };
    let outcome: Partial<Job>;
    try {
      const threads = Math.min(4, availableParallelism());
      const context = { store: this.#store, work, signal, threads, onProgress };
      const outputGroupDetails = await runJob(JobSettings.parse(job.settings), context);
      outcome = { status: 'COMPLETE', jobPercentComplete: 100, outputGroupDetails };
    } catch (error) {
      const isJobError = error instanceof JobError;
      if (!isJobError && !signal.aborted)
        process.stderr.write(`mediaconvert: job ${job.id}: ${error instanceof Error ? error.stack : error}\n`);
      outcome = {
        status: 'ERROR',
        errorCode: isJobError ? error.code : 1999,
        errorMessage: isJobError ? error.message : 'An unexpected error occurred.',
      };
    } finally {
      await rm(work, { recursive: true, force: true });
    }
    if (signal.aborted) return;
    // Synchronous from here on: a client that reads the final status must find the event already sent.
    Object.assign(job, outcome);
    job.timing.finishTime = nowSeconds();
    delete job.currentPhase;
    this.#save(job);
    const { status, errorCode, errorMessage, outputGroupDetails } = job;
    this.#emitState(
      job,
      status,
      status === 'ERROR' ? { errorCode, errorMessage } : { outputGroupDetails, warnings: [] },
    );
  }

  #save(job: Job) {
    const path = join(this.#folder, `${job.id}.json`);
    // The file is replaced as a whole, so that a crash leaves the previous state.
    writeFileSync(`${path}.new`, JSON.stringify(job, null, 1));
    renameSync(`${path}.new`, path);
  }

  #emitState({ id, arn, queue, userMetadata }: Job, status: string, more: Record<string, unknown> = {}) {
    const detail = { timestamp: Date.now(), accountId: account, queue, jobId: id, status, userMetadata, ...more };
    this.#emit(createServiceEvent('aws.mediaconvert', 'MediaConvert Job State Change', arn, detail));
  }
}

function loadJobs(folder: string): Map<string, Job> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const jobs: Job[] = names.sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  for (const job of jobs) {
    if (job.status === 'PROGRESSING') Object.assign(job, { status: 'SUBMITTED', retryCount: job.retryCount + 1 });
  }
  return new Map(jobs.map((job) => [job.id, job]));
}
