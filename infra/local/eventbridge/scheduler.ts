/**
 * EventBridge Scheduler emulator for `at(…)` and `rate(…)` with Lambda targets. Schedules are stored in a file; missed
 * runs are made up at the next start. Unsupported: cron, flexible windows, other groups, universal targets, end dates.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';
import { DeliveryQueue } from '../wire/delivery-queue.ts';
import { type Emulator, listen, readBody, ServiceError } from '../wire/http-server.ts';
import { JsonFile } from '../wire/json-file.ts';
import { account, region } from '../wire/service-event.ts';
import { findFirstRun, findNextRun } from './schedule-expression.ts';

export interface SchedulerOptions {
  dataDir: string;
  port?: number;
  /** Invokes the function in the target's ARN. */
  invoke: (functionName: string, input: unknown) => Promise<unknown>;
  retryDelays?: number[];
}

const Schedule = z.strictObject({
  ClientToken: z.string().optional(),
  Description: z.string().max(512).optional(),
  ScheduleExpression: z.string().max(256),
  ScheduleExpressionTimezone: z.string().max(50).default('UTC'),
  FlexibleTimeWindow: z.strictObject({ Mode: z.literal('OFF') }),
  GroupName: z.literal('default').default('default'),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  ActionAfterCompletion: z.enum(['NONE', 'DELETE']).default('NONE'),
  Target: z.strictObject({
    Arn: z.string().regex(/^arn:aws:lambda:[\w-]+:\d{12}:function:[\w-]{1,64}(:[\w$-]+)?$/, 'must be a function'),
    RoleArn: z.string().regex(/^arn:aws:iam::\d{12}:role\/.+$/, 'must be the ARN of a role'),
    Input: z.string().refine(isJson, 'must be JSON for a function').optional(),
    RetryPolicy: z
      .strictObject({ MaximumEventAgeInSeconds: z.number().optional(), MaximumRetryAttempts: z.number().optional() })
      .optional(),
  }),
});

interface Entry extends z.infer<typeof Schedule> {
  Name: string;
  Arn: string;
  CreationDate: number;
  /** Milliseconds since the Unix epoch; absent after the last run. */
  next?: number;
}

export async function startScheduler({ dataDir, port, invoke, retryDelays }: SchedulerOptions): Promise<Emulator> {
  const file = new JsonFile<Entry[]>(join(dataDir, 'schedules.json'), []);
  const deliveries = new DeliveryQueue(retryDelays);
  const running = new Set<Entry>();
  let timer: NodeJS.Timeout | undefined;

  const readDueTime = (entry: Entry) =>
    entry.State === 'ENABLED' && !running.has(entry)
      ? (entry.next ?? Number.POSITIVE_INFINITY)
      : Number.POSITIVE_INFINITY;

  /** Sleeps until the next schedule is due, at most an hour, because timers are limited to 24 days. */
  function scheduleNextRun(): void {
    clearTimeout(timer);
    const due = Math.min(...file.value.map(readDueTime));
    timer = setTimeout(runDue, Math.max(0, Math.min(due - Date.now(), 3_600_000)));
  }

  function runDue(): void {
    for (const entry of file.value.filter((entry) => readDueTime(entry) <= Date.now())) void run(entry);
    scheduleNextRun();
  }

  async function run(entry: Entry): Promise<void> {
    running.add(entry);
    const next = findNextRun(entry.ScheduleExpression, Date.now());
    const functionName = entry.Target.Arn.split(':')[6] ?? '';
    const isFinished = await deliveries.deliver(`schedule ${entry.Name}`, () =>
      invoke(functionName, parseInput(entry)),
    );
    running.delete(entry);
    // A run interrupted by shutdown stays due in the file.
    if (!isFinished) return;
    entry.next = next;
    if (next === undefined && entry.ActionAfterCompletion === 'DELETE') remove(entry);
    await file.save();
    scheduleNextRun();
  }

  function remove(entry: Entry): void {
    file.value = file.value.filter((other) => other !== entry);
  }

  async function create(name: string, body: unknown): Promise<object> {
    const input = parse(body);
    const existing = file.value.find((entry) => entry.Name === name);
    if (existing && !(input.ClientToken && input.ClientToken === existing.ClientToken)) {
      throw new ServiceError('ConflictException', `Schedule ${name} already exists.`, 409);
    }
    if (existing) return { ScheduleArn: existing.Arn };
    const next = findFirstRun(input.ScheduleExpression, input.ScheduleExpressionTimezone, Date.now());
    const Arn = `arn:aws:scheduler:${region}:${account}:schedule/default/${name}`;
    file.value.push({ ...input, Name: name, Arn, CreationDate: Date.now() / 1000, next });
    await file.save();
    scheduleNextRun();
    return { ScheduleArn: Arn };
  }

  function find(name: string): Entry {
    const entry = file.value.find((one) => one.Name === name);
    if (!entry) throw new ServiceError('ResourceNotFoundException', `Schedule ${name} does not exist.`, 404);
    return entry;
  }

  async function answer(request: IncomingMessage): Promise<object> {
    const url = new URL(request.url ?? '/', 'http://scheduler');
    const [, name] = /^\/schedules\/([\w.-]{1,64})$/.exec(decodeURIComponent(url.pathname)) ?? [];
    const body = await readBody(request, 1024 ** 2);
    if (name && request.method === 'POST') return create(name, body);
    if (name && request.method === 'GET') {
      const { next, ClientToken, ...entry } = find(name);
      return { ...entry, LastModificationDate: entry.CreationDate };
    }
    if (name && request.method === 'DELETE') {
      remove(find(name));
      await file.save();
      return {};
    }
    throw new ServiceError(
      'UnknownOperationException',
      `The local Scheduler does not support ${request.method} ${url.pathname}`,
    );
  }

  const server = await listen(async (request, response) => {
    const respond = (status: number, body: object, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID(), ...headers })
        .end(JSON.stringify(body));
    try {
      respond(200, await answer(request));
    } catch (error) {
      const serviceError =
        error instanceof ServiceError ? error : new ServiceError('InternalServerException', 'Internal error', 500);
      if (![404, 409].includes(serviceError.status))
        console.error('[scheduler]', serviceError === error ? serviceError.message : error);
      respond(serviceError.status, { Message: serviceError.message }, { 'x-amzn-errortype': serviceError.code });
    }
  }, port);
  runDue();

  return {
    url: server.url,
    close: async () => {
      await server.close();
      await deliveries.close();
      clearTimeout(timer);
      await file.save();
    },
  };
}

function parse(body: unknown): z.infer<typeof Schedule> {
  let json: unknown;
  try {
    json = JSON.parse(String(body));
  } catch {
    throw new ServiceError('ValidationException', 'The body is not JSON');
  }
  const parsed = Schedule.safeParse(json);
  if (!parsed.success) throw new ServiceError('ValidationException', z.prettifyError(parsed.error));
  return parsed.data;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function parseInput({ Target, Arn, ScheduleExpression }: Entry): unknown {
  // The service's default payload.
  if (Target.Input === undefined)
    return { version: '0', source: 'aws.scheduler', resources: [Arn], ScheduleExpression };
  return JSON.parse(Target.Input);
}
