/**
 * AWS Elemental MediaConvert emulator: CreateJob, GetJob, ListJobs (the newest twenty), CancelJob and Probe, with a
 * persistent queue that runs one job, and beside it an urgent one. Settings that `settings.ts` lacks are rejected.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { Emulator } from '../wire/http-server.ts';
import { listen, readBody, ServiceError } from '../wire/http-server.ts';
import type { Emit } from '../wire/service-event.ts';
import { account, region } from '../wire/service-event.ts';
import { probeFile } from './probe.ts';
import type { Job } from './queue.ts';
import { JobQueue, nowSeconds } from './queue.ts';
import type { Store } from './run-context.ts';
import { JobSettings } from './settings.ts';

export interface MediaConvertOptions {
  dataDir: string;
  store: Store;
  emit: Emit;
  port?: number;
}

const queueArn = `arn:aws:mediaconvert:${region}:${account}:queues/Default`;

const CreateJob = z.strictObject({
  role: z.string().regex(/^arn:aws[\w-]*:iam::\d{12}:role\/.+$/, 'must be the ARN of a role'),
  settings: z.unknown(),
  clientRequestToken: z.string().max(1024).optional(),
  userMetadata: z.record(z.string().max(256), z.string().max(256)).default({}),
  statusUpdateInterval: z.literal('SECONDS_10').optional(),
  priority: z.number().int().min(-50).max(50).default(0),
  tags: z.record(z.string(), z.string()).optional(),
});

export async function startMediaConvert({ dataDir, store, emit, port }: MediaConvertOptions): Promise<Emulator> {
  const queue = new JobQueue(join(dataDir, 'mediaconvert'), store, emit);
  const { jobs } = queue;

  const findJob = (id: string) => {
    const job = jobs.get(id);
    if (!job) throw new ServiceError('NotFoundException', `The requested job ${id} does not exist`, 404);
    return job;
  };

  const operations: Operations = {
    'POST jobs': async (_, { body }) => {
      const request = parse(CreateJob, body, 'CreateJob');
      parse(JobSettings, request.settings, 'CreateJob: /settings');
      const token = request.clientRequestToken ?? randomUUID();
      // The service recognises a repeated token for one minute.
      const duplicate = [...jobs.values()].find(
        (job) => job.clientRequestToken === token && nowSeconds() - job.createdAt < 60,
      );
      if (duplicate && !isDeepStrictEqual(duplicate.settings, request.settings)) {
        throw new ServiceError('ConflictException', `ClientRequestToken ${token} was used with other settings`, 409);
      }
      if (duplicate) return [201, { job: duplicate }];
      const id = `${Date.now()}-${randomBytes(3).toString('hex')}`;
      const job: Job = {
        id,
        arn: `arn:aws:mediaconvert:${region}:${account}:jobs/${id}`,
        status: 'SUBMITTED',
        createdAt: nowSeconds(),
        queue: queueArn,
        role: request.role,
        priority: request.priority,
        clientRequestToken: token,
        userMetadata: request.userMetadata,
        settings: request.settings,
        timing: { submitTime: nowSeconds() },
        retryCount: 0,
      };
      const submitted = { ...job };
      queue.submit(job);
      return [201, { job: submitted }];
    },
    'GET jobs': async (id, { query }) => {
      const [unsupported] = query.keys();
      if (unsupported) throw new ServiceError('BadRequestException', `ListJobs: ${unsupported} is not supported here`);
      return [200, id ? { job: findJob(id) } : { jobs: [...jobs.values()].toReversed().slice(0, 20) }];
    },
    'DELETE jobs': async (id) => {
      const job = findJob(id);
      if (job.status !== 'SUBMITTED' && job.status !== 'PROGRESSING') {
        throw new ServiceError('ConflictException', `Job ${id} is ${job.status} and cannot be canceled`, 409);
      }
      queue.cancel(job);
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
  queue.advance();
  return {
    url: server.url,
    close: async () => {
      await queue.close();
      await server.close();
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
        `The local MediaConvert does not support ${request.method} ${url.pathname}`,
        404,
      );
    return await operation(id, { query: url.searchParams, body: raw.length > 0 ? parseJson(raw) : {} });
  } catch (error) {
    const isServiceError = error instanceof ServiceError;
    process.stderr.write(
      `mediaconvert: ${request.method} ${url.pathname}: ${isServiceError ? error.message : (error as Error).stack}\n`,
    );
    if (isServiceError) return [error.status, { message: error.message }, error.code];
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
  const problems = result.error.issues.flatMap((issue) => flattenIssue(issue, ''));
  throw new ServiceError('BadRequestException', `${call}: ${problems.slice(0, 5).join('; ')}`);
}

/** Flattens an issue; of a union, reports the branch whose `type` matches. */
function flattenIssue(issue: z.core.$ZodIssue, at: string): string[] {
  const path = [at, ...issue.path].join('/');
  if (issue.code !== 'invalid_union') return [`${path}: ${issue.message}`];
  const matchingBranch =
    issue.errors.find((branch) => !branch.some(({ path }) => path.at(-1) === 'type')) ?? issue.errors[0] ?? [];
  return matchingBranch.flatMap((inner) => flattenIssue(inner, path));
}
