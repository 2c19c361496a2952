/** Context of a running job, and the error that fails it. */
import type { LocalS3 } from '../s3/s3.ts';

export type Store = Pick<LocalS3, 'objectPath' | 'putFile'>;

export interface RunContext {
  store: Store;
  /** An empty folder on the store's file system. */
  work: string;
  signal: AbortSignal;
  threads: number;
  onProgress(phase: 'TRANSCODING' | 'UPLOADING', percent: number): void;
}

/** Fails a job with the service's error code (user guide, "Error codes"). */
export class JobError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
