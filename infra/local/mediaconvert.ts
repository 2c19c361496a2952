/**
 * AWS Elemental MediaConvert on one machine. Covers CreateJob (ClientRequestToken, UserMetadata, StatusUpdateInterval),
 * GetJob, ListJobs, CancelJob and Probe, with one queue that runs one job at a time and survives a restart: a job that
 * was running begins again. Events as the service sends them, but STATUS_UPDATE every 2 s, for jobs here are short.
 * Refuses every other call, and every job setting that `mediaconvert-settings.ts` does not list.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { probeFile } from './mediaconvert-probe.ts';
import type { OutputGroupDetail, Store } from './mediaconvert-run.ts';
import { JobError, runJob } from './mediaconvert-run.ts';
import { JobSettings } from './mediaconvert-settings.ts';
import type { Emit } from './service-event.ts';
import { account, region, serviceEvent } from './service-event.ts';
import type { StandIn } from './stand-in.ts';
import { listen, readBody, ServiceError } from './stand-in.ts';

export interface MediaConvertOptions {
  dataDir: string;
  store: Store;
  emit: Emit;
  port?: number;
}

const queueArn = `arn:aws:mediaconvert:${region}:${account}:queues/Default`;

type Status = 'SUBMITTED' | 'PROGRESSING' | 'COMPLETE' | 'CANCELED' | 'ERROR';

/** A job as it lies on disk and, but for `request`, as GetJob answers it. Times in seconds. */
interface Job {
  id: string;
  arn: string;
  status: Status;
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

const CreateJob = z.strictObject({
  role: z.string().regex(/^arn:aws[\w-]*:iam::\d{12}:role\/.+$/, 'must be the ARN of a role'),
  settings: z.unknown(),
  clientRequestToken: z.string().max(1024).optional(),
  userMetadata: z.record(z.string().max(256), z.string().max(256)).default({}),
  queue: z
    .string()
    .regex(/Default$/, 'only the default queue exists here')
    .optional(),
  statusUpdateInterval: z.string().optional(),
  accelerationSettings: z.strictObject({ mode: z.literal('DISABLED') }).optional(),
  priority: z.literal(0).optional(),
  tags: z.record(z.string(), z.string()).optional(),
  billingTagsSource: z.string().optional(),
});

export async function startMediaConvert({ dataDir, store, emit, port }: MediaConvertOptions): Promise<StandIn> {
  const jobsDir = join(dataDir, 'mediaconvert', 'jobs');
  const workDir = join(dataDir, 'mediaconvert', 'work');
  await rm(workDir, { recursive: true, force: true });
  await mkdir(jobsDir, { recursive: true });
  await mkdir(workDir, { recursive: true });
  const jobs = await loadJobs(jobsDir);
  let running: { job: Job; controller: AbortController; done: Promise<void> } | undefined;
  let closed = false;

  const seconds = () => Math.round(Date.now() / 1000);
  const save = async (job: Job) => {
    const path = join(jobsDir, `${job.id}.json`);
    // Written aside and renamed: a crash in between leaves the older state, never half a file.
    await writeFile(`${path}.new`, JSON.stringify(job, null, 1));
    await rename(`${path}.new`, path);
  };
  const announce = (job: Job, status: string, detail: Record<string, unknown> = {}) =>
    emit(
      serviceEvent('aws.mediaconvert', 'MediaConvert Job State Change', job.arn, {
        timestamp: Date.now(),
        accountId: account,
        queue: job.queue,
        jobId: job.id,
        status,
        userMetadata: job.userMetadata,
        ...detail,
      }),
    );

  async function work(job: Job, signal: AbortSignal) {
    Object.assign(job, { status: 'PROGRESSING', currentPhase: 'PROBING', jobPercentComplete: 0 });
    job.timing.startTime = seconds();
    await save(job);
    announce(job, 'PROGRESSING');
    const folder = await mkdtemp(join(workDir, `${job.id}-`));
    let updated = Date.now();
    const onProgress = (phase: 'TRANSCODING' | 'UPLOADING', percent: number) => {
      Object.assign(job, { currentPhase: phase, jobPercentComplete: percent });
      if (Date.now() - updated < 2000) return;
      updated = Date.now();
      announce(job, 'STATUS_UPDATE', { jobProgress: jobProgress(phase, percent) });
    };
    try {
      const threads = Math.min(4, availableParallelism());
      const outputGroupDetails = await runJob(JobSettings.parse(job.settings), {
        store,
        work: folder,
        signal,
        threads,
        onProgress,
      });
      if (signal.aborted) return;
      Object.assign(job, { status: 'COMPLETE', jobPercentComplete: 100, outputGroupDetails });
    } catch (error) {
      if (signal.aborted) return;
      const known = error instanceof JobError;
      if (!known)
        process.stderr.write(`mediaconvert: job ${job.id}: ${error instanceof Error ? error.stack : error}\n`);
      job.status = 'ERROR';
      job.errorCode = known ? error.code : 1999;
      job.errorMessage = known ? error.message : 'An unexpected error occurred.';
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    job.timing.finishTime = seconds();
    delete job.currentPhase;
    await save(job);
    const { errorCode, errorMessage, outputGroupDetails } = job;
    announce(
      job,
      job.status,
      job.status === 'ERROR' ? { errorCode, errorMessage } : { outputGroupDetails, warnings: [] },
    );
  }

  /** Starts the oldest waiting job when none runs. */
  function advance() {
    if (running || closed) return;
    const job = [...jobs.values()].find(({ status }) => status === 'SUBMITTED');
    if (!job) return;
    const controller = new AbortController();
    const done = work(job, controller.signal)
      .catch((error) => void process.stderr.write(`mediaconvert: job ${job.id}: ${error}\n`))
      .then(() => {
        running = undefined;
        advance();
      });
    running = { job, controller, done };
  }

  const find = (id: string) => {
    const job = jobs.get(id);
    if (!job) throw new ServiceError('NotFoundException', `The requested job ${id} does not exist`, 404);
    return job;
  };

  const operations: Record<string, (id: string, request: Request) => Promise<[number, unknown]>> = {
    'POST jobs': async (_, { body }) => {
      const request = parse(CreateJob, body, 'CreateJob');
      parse(JobSettings, request.settings, 'CreateJob: /settings');
      const token = request.clientRequestToken ?? randomUUID();
      // The service remembers tokens for one minute.
      const same = [...jobs.values()].find((job) => job.clientRequestToken === token && seconds() - job.createdAt < 60);
      if (same && !isDeepStrictEqual(same.settings, request.settings)) {
        throw new ServiceError('ConflictException', `ClientRequestToken ${token} was used with other settings`, 409);
      }
      if (same) return [201, { job: same }];
      const id = `${Date.now()}-${randomBytes(3).toString('hex')}`;
      const job: Job = {
        id,
        arn: `arn:aws:mediaconvert:${region}:${account}:jobs/${id}`,
        status: 'SUBMITTED',
        createdAt: seconds(),
        queue: queueArn,
        role: request.role,
        clientRequestToken: token,
        userMetadata: request.userMetadata,
        settings: request.settings,
        timing: { submitTime: seconds() },
        retryCount: 0,
      };
      jobs.set(id, job);
      await save(job);
      const submitted = { ...job };
      advance();
      return [201, { job: submitted }];
    },
    'GET jobs': async (id, { query }) => {
      if (id) return [200, { job: find(id) }];
      const wanted = query.get('status');
      const list = [...jobs.values()].filter(({ status }) => !wanted || status === wanted);
      if (query.get('order') !== 'ASCENDING') list.reverse();
      const start = Number(query.get('nextToken') ?? 0);
      const size = Math.min(20, Number(query.get('maxResults') ?? 20));
      const nextToken = start + size < list.length ? String(start + size) : undefined;
      return [200, { jobs: list.slice(start, start + size), nextToken }];
    },
    'DELETE jobs': async (id) => {
      const job = find(id);
      if (job.status !== 'SUBMITTED' && job.status !== 'PROGRESSING') {
        throw new ServiceError('ConflictException', `Job ${id} is ${job.status} and cannot be canceled`, 409);
      }
      Object.assign(job, { status: 'CANCELED' });
      job.timing.finishTime = seconds();
      await save(job);
      if (running?.job === job) running.controller.abort();
      announce(job, 'CANCELED');
      return [202, {}];
    },
    'POST probe': async (_, { body }) => {
      const schema = z.strictObject({ inputFiles: z.array(z.strictObject({ fileUrl: z.string() })).length(1) });
      const { inputFiles } = parse(schema, body, 'Probe');
      return [200, { probeResults: [await probeFile(inputFiles[0]?.fileUrl ?? '', store)] }];
    },
  };

  const server = await listen(async (request, response) => {
    const [status, answer, code] = await route(request, operations);
    response.writeHead(status, { 'content-type': 'application/json', ...(code && { 'x-amzn-errortype': code }) });
    response.end(JSON.stringify(answer));
  }, port);
  advance();
  return {
    url: server.url,
    close: async () => {
      closed = true;
      running?.controller.abort();
      await running?.done;
      await server.close();
    },
  };
}

async function loadJobs(folder: string): Promise<Map<string, Job>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const jobs: Job[] = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))),
  );
  for (const job of jobs) {
    if (job.status === 'PROGRESSING') Object.assign(job, { status: 'SUBMITTED', retryCount: job.retryCount + 1 });
  }
  return new Map(jobs.map((job) => [job.id, job]));
}

function jobProgress(phase: 'TRANSCODING' | 'UPLOADING', percent: number) {
  const uploading = phase === 'UPLOADING';
  return {
    jobPercentComplete: percent,
    currentPhase: phase,
    retryCount: 0,
    phaseProgress: {
      PROBING: { status: 'COMPLETE', percentComplete: 100 },
      TRANSCODING: uploading
        ? { status: 'COMPLETE', percentComplete: 100 }
        : { status: 'PROGRESSING', percentComplete: percent },
      UPLOADING: { status: uploading ? 'PROGRESSING' : 'PENDING', percentComplete: 0 },
    },
  };
}

interface Request {
  query: URLSearchParams;
  body: unknown;
}

type Operations = Record<string, (id: string, request: Request) => Promise<[number, unknown]>>;

async function route(request: IncomingMessage, operations: Operations): Promise<[number, unknown, string?]> {
  const url = new URL(request.url ?? '/', 'http://local');
  const [, resource = '', id = ''] = /^\/2017-08-29\/(\w+)(?:\/([\w-]+))?$/.exec(url.pathname) ?? [];
  const name = `${request.method} ${resource}`;
  const operation = (!id || resource === 'jobs') && (id || request.method !== 'DELETE') ? operations[name] : undefined;
  try {
    const raw = await readBody(request);
    if (!operation)
      throw new ServiceError(
        'NotFoundException',
        `MediaConvert here does not know ${request.method} ${url.pathname}`,
        404,
      );
    return await operation(id, { query: url.searchParams, body: raw.length > 0 ? parseJson(raw) : {} });
  } catch (error) {
    const known = error instanceof ServiceError;
    process.stderr.write(
      `mediaconvert: ${request.method} ${url.pathname}: ${known ? error.message : (error as Error).stack}\n`,
    );
    if (known) return [error.status, { message: error.message }, error.code];
    return [500, { message: 'Internal error' }, 'InternalServerErrorException'];
  }
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    throw new ServiceError('BadRequestException', 'The body is not JSON');
  }
}

function parse<T>(schema: z.ZodType<T>, value: unknown, call: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap((issue) => flatten(issue, ''));
  throw new ServiceError('BadRequestException', `${call}: ${problems.slice(0, 5).join('; ')}`);
}

/** Of a union, the branch that was meant (its `type` fits) has the useful complaint. */
function flatten(issue: z.core.$ZodIssue, at: string): string[] {
  const path = [at, ...issue.path].join('/');
  if (issue.code !== 'invalid_union') return [`${path}: ${issue.message}`];
  const meant =
    issue.errors.find((branch) => !branch.some(({ path }) => path.at(-1) === 'type')) ?? issue.errors[0] ?? [];
  return meant.flatMap((inner) => flatten(inner, path));
}
