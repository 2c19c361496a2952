/**
 * AWS Elemental MediaConvert emulator: CreateJob, GetJob, ListJobs (the newest twenty), CancelJob and Probe, with a
 * persistent queue that runs one job, and beside it an urgent one. Settings that `settings.ts` lacks are rejected.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { type Emulator, ServiceError } from '../wire/http-server.ts';
import { createUnknownError, startRestService } from '../wire/json-service.ts';
import type { Emit } from '../wire/service-event.ts';
import { account, region } from '../wire/service-event.ts';
import type { Store } from './open-input.ts';
import { probeFile } from './probe.ts';
import { type Job, JobQueue } from './queue.ts';
import { JobSettings } from './settings.ts';

export interface MediaConvertOptions {
  dataDir: string;
  store: Store;
  emit: Emit;
}

const arn = `arn:aws:mediaconvert:${region}:${account}`;

const CreateJob = z.strictObject({
  role: z.string().regex(/^arn:aws[\w-]*:iam::\d{12}:role\/.+$/, 'must be the ARN of a role'),
  settings: JobSettings,
  clientRequestToken: z.string().max(1024),
  userMetadata: z.record(z.string().max(256), z.string().max(256)),
  statusUpdateInterval: z.literal('SECONDS_10'),
  priority: z.number().int().min(-50).max(50),
  tags: z.record(z.string(), z.string()),
});

const Probe = z.strictObject({ inputFiles: z.tuple([z.strictObject({ fileUrl: z.string().startsWith('s3://') })]) });

export async function startMediaConvert({ dataDir, store, emit }: MediaConvertOptions): Promise<Emulator> {
  const queue = new JobQueue(join(dataDir, 'mediaconvert'), store, emit);

  const createJob = async (input: unknown) => {
    const { settings, clientRequestToken, role, priority, userMetadata } = parse(CreateJob, input);
    const now = Math.round(Date.now() / 1000);
    // The service recognises a repeated token for one minute.
    const isRepeated = (job: Job) => job.clientRequestToken === clientRequestToken && now - job.createdAt < 60;
    const first = queue.jobs.find(isRepeated);
    if (first && !isDeepStrictEqual(first.settings, settings))
      throw new ServiceError('ConflictException', `${clientRequestToken} was used with other settings`, 409);
    if (first) return { job: first };
    const id = `${Date.now()}-${randomUUID().slice(0, 6)}`;
    const job: Job = {
      id,
      arn: `${arn}:jobs/${id}`,
      queue: `${arn}:queues/Default`,
      status: 'SUBMITTED',
      createdAt: now,
      role,
      priority,
      clientRequestToken,
      userMetadata,
      settings,
      retryCount: 0,
    };
    const submitted = { ...job };
    await queue.submit(job);
    return { job: submitted };
  };

  const findJob = (id: string) => {
    const job = queue.jobs.find((each) => each.id === id);
    if (!job) throw new ServiceError('NotFoundException', `The requested job ${id} does not exist`, 404);
    return job;
  };

  const cancelJob = async (job: Job) => {
    if (job.status !== 'SUBMITTED' && job.status !== 'PROGRESSING')
      throw new ServiceError('ConflictException', `Job ${job.id} is ${job.status} and cannot be canceled`, 409);
    await queue.cancel(job);
    return {};
  };

  const answer = async ({ method, url = '' }: IncomingMessage, body: unknown): Promise<object> => {
    const [, id = ''] = /^\/2017-08-29\/jobs\/([\w-]+)$/.exec(url) ?? [];
    if (id && method === 'GET') return { job: findJob(id) };
    if (id && method === 'DELETE') return cancelJob(findJob(id));
    if (`${method} ${url}` === 'POST /2017-08-29/jobs') return createJob(body);
    if (`${method} ${url}` === 'GET /2017-08-29/jobs') return { jobs: queue.jobs.slice(-20).toReversed() };
    if (`${method} ${url}` === 'POST /2017-08-29/probe')
      return { probeResults: [await probeFile(parse(Probe, body).inputFiles[0].fileUrl, store)] };
    throw createUnknownError('MediaConvert', `${method} ${url}`);
  };

  const server = await startRestService('MediaConvert', answer);
  queue.advance();
  return {
    url: server.url,
    close: async () => {
      await queue.close();
      await server.close();
    },
  };
}

function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new ServiceError('BadRequestException', listProblems(result.error.issues).slice(0, 5).join('; '));
}

/** Lists the paths and problems of issues; those of a union are of the branch that fits best. */
const listProblems = (issues: readonly z.core.$ZodIssue[], at: PropertyKey[] = []): string[] =>
  issues.flatMap((issue) => {
    const path = [...at, ...issue.path];
    const branches = issue.code === 'invalid_union' ? issue.errors.map((branch) => listProblems(branch, path)) : [];
    return branches.toSorted((a, b) => a.length - b.length)[0] ?? [`/${path.join('/')}: ${issue.message}`];
  });
