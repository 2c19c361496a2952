/** MediaConvert's queue: one job at a time, each stored as a file. A restart repeats the job that was running. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Emit } from '../wire/service-event.ts';
import { account, createServiceEvent } from '../wire/service-event.ts';
import type { OutputGroupDetail, Store } from './run.ts';
import { JobError, runJob } from './run.ts';
import { JobSettings } from './settings.ts';

/** A job as stored on disk and returned by GetJob. Times in seconds since the Unix epoch. */
export interface Job {
  id: string;
  arn: string;
  status: 'SUBMITTED' | 'PROGRESSING' | 'COMPLETE' | 'CANCELED' | 'ERROR';
  createdAt: number;
  queue: string;
  role: string;
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

export class JobQueue {
  readonly jobs: Map<string, Job>;
  readonly #folder: string;
  readonly #workFolder: string;
  readonly #store: Store;
  readonly #emit: Emit;
  #running: { job: Job; controller: AbortController; done: Promise<void> } | undefined;
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
    if (this.#running?.job === job) this.#running.controller.abort();
    this.#emitState(job, 'CANCELED');
  }

  /** Starts the oldest waiting job when none runs. */
  advance() {
    if (this.#running || this.#closed) return;
    const job = [...this.jobs.values()].find(({ status }) => status === 'SUBMITTED');
    if (!job) return;
    const controller = new AbortController();
    const done = this.#run(job, controller.signal)
      .catch((error) => void process.stderr.write(`mediaconvert: job ${job.id}: ${error}\n`))
      .then(() => {
        this.#running = undefined;
        this.advance();
      });
    this.#running = { job, controller, done };
  }

  async close() {
    this.#closed = true;
    this.#running?.controller.abort();
    await this.#running?.done;
  }

  async #run(job: Job, signal: AbortSignal) {
    Object.assign(job, { status: 'PROGRESSING', currentPhase: 'PROBING', jobPercentComplete: 0 });
    job.timing.startTime = nowSeconds();
    this.#save(job);
    this.#emitState(job, 'PROGRESSING');
    const work = await mkdtemp(join(this.#workFolder, `${job.id}-`));
    let updated = Date.now();
    const onProgress = (phase: 'TRANSCODING' | 'UPLOADING', percent: number) => {
      Object.assign(job, { currentPhase: phase, jobPercentComplete: percent });
      if (Date.now() - updated < 2000) return;
      updated = Date.now();
      this.#emitState(job, 'STATUS_UPDATE', { jobProgress: createJobProgress(phase, percent) });
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
    // Synchronous from here: a client that reads the final status can rely on the event being sent.
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
    // Atomic: a crash leaves the previous state.
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

function createJobProgress(phase: 'TRANSCODING' | 'UPLOADING', percent: number) {
  const complete = { status: 'COMPLETE', percentComplete: 100 };
  const uploading = phase === 'UPLOADING';
  return {
    jobPercentComplete: percent,
    currentPhase: phase,
    retryCount: 0,
    phaseProgress: {
      PROBING: complete,
      TRANSCODING: uploading ? complete : { status: 'PROGRESSING', percentComplete: percent },
      UPLOADING: { status: uploading ? 'PROGRESSING' : 'PENDING', percentComplete: 0 },
    },
  };
}
