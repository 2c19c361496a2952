/** `npm run smoke`: end-to-end test of a stage (log in, list, upload, play, go live) that removes everything it creates. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { ulid } from 'ulid';
import { createUserItem } from '../../functions/people/accounts/rules.ts';
import { createUser, deleteUserWrites } from '../../functions/people/accounts/store.ts';
import { startSession } from '../../functions/platform/auth/sessions.ts';
import { transact } from '../../functions/platform/aws/dynamo.ts';
import { environment } from '../../functions/platform/aws/environment.ts';
import { deleteLogin, setPassword } from '../../functions/platform/aws/identity.ts';
import { readDeployConfig } from '../config.ts';
import { runFfmpeg, spawnFfmpeg } from '../local/ffmpeg/ffmpeg.ts';
import { resourcePrefix } from '../names.ts';
import type { DeployConfig } from '../settings.ts';
import { readArguments } from '../toolchain/arguments.ts';
import { describeRecord, listMissingRecords } from './dns.ts';
import { forceAlarm } from './force-alarm.ts';
import { connectToStage, stageOption } from './stage.ts';

const usage = `npm run smoke [-- --stage <stage>]

Tests a stage end to end with a temporary administrator: log in, list, upload, play, go live; with alarmEmail, it also
sends an alarm, which says that it is a test. Viewers see none of it, and
everything is removed afterwards. Exits with 1 when a step fails.

  --stage <stage>  "local" (the platform started with "npm start", the default) or a deployed stage
  --help           shows this text`;

const { values } = readArguments(usage, stageOption);

/** Clean-up steps, which run in reverse order. */
const cleanUps: (() => unknown)[] = [];
let web = '';
let token = '';

try {
  await connectToStage(values.stage);
  const config =
    values.stage === 'local' ? undefined : readDeployConfig((key) => (key === 'stage' ? values.stage : undefined));
  const [missing] = config ? await listMissingRecords(config) : [];
  if (missing) throw new Error(describeRecord(missing));
  web = await findWebOrigin(values.stage);
  console.log(`Stage ${values.stage}, ${web}`);
  await runSteps();
  if (config?.alarmEmail) await testAlarms(config);
  console.log('All steps passed');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const cleanUp of cleanUps.reverse()) await Promise.resolve(cleanUp()).catch(logCleanUpError);
}

async function runSteps(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cantera-smoke-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  await runStep('the web app loads', async () => {
    const page = await (await fetch(web)).text();
    if (!page.includes('<div id="root"')) throw new Error('the page of the web app has no root element');
  });
  await runStep('an administrator logs in', logIn);
  await runStep('lists load', async () => {
    for (const path of ['/vods', '/sportevents', '/clubs', '/liveusers', '/content/categories']) await callApi(path);
  });
  const vodId = await runStep('a video is uploaded', () => upload(folder));
  await runStep('it is encoded', () => poll(20 * 60, () => isEncoded(vodId)));
  await runStep('it plays', async () => {
    const { vod } = await callApi<{ vod: PlayableItem }>(`/vods/${vodId}`);
    await play(vod.playback.url);
  });
  const camera = await runStep('a camera is made', createCamera);
  await runStep('it goes live', async () => {
    await startStream(folder, `${camera.streamServer.replace(/\/$/, '')}/${camera.streamKey}`);
    await poll(90, async () => (await callApi<{ isLive: boolean }>(`/live/cameras/${camera.id}`)).isLive);
  });
  await runStep('the live plays', async () => {
    const url = await poll(60, async () => {
      const { liveUser } = await callApi<{ liveUser: PlayableItem }>(`/liveusers/${camera.slug}`);
      return liveUser.playback.url;
    });
    await poll(60, () =>
      play(url).then(
        () => true,
        () => false,
      ),
    );
  });
}

async function testAlarms({ stage, region }: DeployConfig): Promise<void> {
  for (const alarmRegion of new Set([region, 'us-east-1'])) {
    await runStep(`an alarm is sent in ${alarmRegion}`, () =>
      forceAlarm(new CloudWatchClient({ region: alarmRegion }), { AlarmNamePrefix: resourcePrefix(stage) }),
    );
  }
}

interface PlayableItem {
  playback: { url?: string; reason: string };
}

async function runStep<T>(name: string, step: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    const result = await step();
    console.log(`✓ ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    return result;
  } catch (error) {
    throw new Error(`✗ ${name}: ${error instanceof Error ? error.message : error}`);
  }
}

async function findWebOrigin(stage: string): Promise<string> {
  if (stage === 'local') return environment('WEB_ORIGIN');
  const StackName = `${resourcePrefix(stage)}web`;
  const { Stacks } = await new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName }));
  const origin = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'WebOrigin')?.OutputValue;
  if (!origin) throw new Error(`The stack ${StackName} has no output WebOrigin`);
  return origin;
}

/** Logs in a temporary administrator; creates the session itself where the stage requires a captcha. */
async function logIn(): Promise<void> {
  const now = Date.now();
  const [id, password] = [ulid(now), randomBytes(24).toString('base64url')];
  const email = `smoke-${id.toLowerCase()}@cantera.invalid`;
  const user = createUserItem({ id, role: 'ADMIN', name: 'Prueba', surname: 'de humo', email }, now);
  cleanUps.push(() => deleteLogin(id));
  await setPassword(id, password);
  cleanUps.push(() => transact(deleteUserWrites(user)));
  await createUser(user);
  const { captchaSiteKey } = (await (await fetch(`${web}/config.json`)).json()) as { captchaSiteKey?: string };
  if (captchaSiteKey) token = (await startSession(user, false, now)).token;
  else token = (await callApi<{ token: string }>('/session/login', { username: email, password })).token;
}

async function callApi<T>(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<T> {
  const answer = await fetch(`${web}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(`${method} ${path} answers ${answer.status} (${answer.headers.get('apigw-requestid')}): ${text}`);
  const { data, ...beside } = JSON.parse(text) as { data: string | object };
  return { ...beside, ...(typeof data === 'string' ? { id: data } : data) } as T;
}

function createTestPictureArgs(seconds: number): string[] {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=25:duration=${seconds}`];
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
  const encoders = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '50', '-c:a', 'aac'];
  return [...picture, ...sound, ...encoders];
}

async function upload(folder: string): Promise<string> {
  const path = join(folder, 'prueba.mp4');
  await runFfmpeg([...createTestPictureArgs(5), '-movflags', '+faststart', '-y', path]);
  const file = await readFile(path);
  const { id, upload: ticket } = await callApi<{ id: string; upload: { id: string; partSize: number } }>('/live/vods', {
    title: 'Prueba de humo',
    visible: false,
    file: { name: 'prueba.mp4', size: file.length, type: 'video/mp4' },
  });
  cleanUps.push(() => callApi(`/live/vods/${id}`, undefined, 'DELETE'));
  const { urls } = await callApi<{ urls: { part: number; url: string }[] }>(`/uploads/${ticket.id}/parts`, {
    parts: [1],
  });
  const put = await fetch(urls[0]?.url ?? '', { method: 'PUT', body: file });
  if (!put.ok) throw new Error(`the bucket answers ${put.status}: ${await put.text()}`);
  await callApi(`/uploads/${ticket.id}/complete`, {});
  return id;
}

async function isEncoded(id: string): Promise<boolean> {
  const { vod } = await callApi<{ vod: Encoded }>(`/live/vods/${id}`);
  if (vod.failure) throw new Error(vod.failure);
  // It plays before, as it was uploaded.
  return vod.status === 'FINISHED' && !vod.isImproving;
}

interface Encoded {
  status: string;
  failure: string | null;
  isImproving?: true;
}

/** Fetches the master playlist, a media playlist and the first segment, as a player does. */
async function play(url = ''): Promise<void> {
  let [address, text] = [url, ''];
  for (let depth = 0; depth < 3; depth += 1) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${new URL(address).pathname} answers ${answer.status}`);
    // After a redirect to IVS, URLs are relative to IVS's address.
    address = answer.url;
    if (!/\.m3u8$/.test(new URL(address).pathname)) {
      const bytes = await answer.arrayBuffer();
      if (bytes.byteLength < 1000) throw new Error('the first segment is empty');
      return;
    }
    text = await answer.text();
    const next = text.split('\n').find((line) => line !== '' && !line.startsWith('#'));
    if (!next) throw new Error('a playlist is empty');
    address = new URL(next, address).href;
  }
}

async function createCamera(): Promise<{ id: string; slug: string; streamServer: string; streamKey: string }> {
  const slug = `smoke-${randomBytes(4).toString('hex')}`;
  // Only administrators see a test camera, and its recording is not kept.
  const { id } = await callApi<{ id: string }>('/live/cameras', { slug, isTest: true });
  cleanUps.push(() => callApi(`/live/cameras/${id}`, undefined, 'DELETE'));
  return callApi(`/live/cameras/${id}`);
}

async function startStream(folder: string, address: string): Promise<void> {
  const encoder = await spawnFfmpeg(
    ['-loglevel', 'error', '-re', ...createTestPictureArgs(300), '-f', 'flv', address],
    folder,
  );
  encoder.stderr.resume();
  encoder.stdout.resume();
  cleanUps.push(
    () =>
      new Promise((resolve) => {
        encoder.once('close', resolve);
        if (!encoder.kill('SIGKILL')) resolve(undefined);
      }),
  );
}

/** Asks every second until there is an answer. @throws Error after `seconds`. */
async function poll<T>(seconds: number, ask: () => Promise<T | false | undefined>): Promise<T> {
  for (const end = Date.now() + seconds * 1000; ; ) {
    const answer = await ask();
    if (answer !== false && answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`not within ${seconds} s`);
    await sleep(1000);
  }
}

function logCleanUpError(error: unknown): void {
  console.error(`Not removed: ${error instanceof Error ? error.message : error}`);
}
