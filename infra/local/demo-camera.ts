/**
 * `npm run demo:camera`: streams a looped film over RTMP to a camera of the demo league, and logs its match's score.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { paths } from '../../shared/domain/paths.ts';
import { readArguments } from '../toolchain/arguments.ts';
import { describeExit } from '../toolchain/exit-status.ts';
import { demoAccounts, demoPassword, readLocalConfig } from './config.ts';
import { keepScore } from './demo-scorer.ts';
import { spawnFfmpeg } from './ffmpeg/ffmpeg.ts';
import { type DemoFilm, demoFilms, type Goal } from './seed/films.ts';
import { lengthenFile } from './seed/repeated-file.ts';

const usage = `npm run demo:camera [-- <slug>]

Streams a match to a camera of the platform started with "npm start", until Ctrl-C.
The default camera is "campo-municipal".

  --help  shows this text`;

const {
  words: [slug = 'campo-municipal'],
} = readArguments(usage, {}, 1);
/** Long enough that goals are minutes apart. */
const loopSeconds = 600;
const web = `http://localhost:${readLocalConfig().ports.web}`;

const token = await logIn().catch(exitWithMessage);
const { id, sportEventId, streamServer, streamKey } = await findCamera(slug).catch(exitWithMessage);
const film = findFilm('Atlético Norte');
const goals: Goal[] = [];
const ffmpeg = await startStream(`${streamServer}/${streamKey}`).catch(exitWithMessage);
createInterface({ input: ffmpeg.stdout }).on('line', (line) => {
  const microseconds = /^out_time_us=(\d+)/.exec(line)?.[1];
  if (microseconds) noteGoals(Number(microseconds) / 1e6);
});
let stderrTail = '';
ffmpeg.stderr.on('data', (text) => {
  stderrTail = (stderrTail + text).slice(-2000);
});
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isStopping = true;
    ffmpeg.kill(signal);
    // Some ffmpeg builds first finish their buffered input, which takes real time with `-re`.
    setTimeout(() => ffmpeg.kill('SIGKILL'), 1000);
  });
}
ffmpeg.on('error', exitWithMessage);
ffmpeg.on('close', (code, signal) => {
  if (isStopping) process.exit(0);
  console.error(`The camera stopped: ffmpeg ${describeExit(code, signal)}. ${stderrTail.trim()}`);
  process.exit(1);
});
console.log('The camera starts…');
while (!(await isLive().catch(() => false))) await sleep(250);
console.log(`Streaming to ${web}${paths.live(slug)} — Ctrl-C stops it.`);
if (sportEventId) await keepScore(sportEventId, goals, callApi);

/** Streams the film endlessly: its goals, then play without goals until `loopSeconds`, then again. */
async function startStream(address: string) {
  const folder = mkdtempSync(join(tmpdir(), 'cantera-camera-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { path, seconds, goallessFrom } = film;
  const long = await lengthenFile(path, { seconds, goallessEnd: { from: goallessFrom, until: loopSeconds } }, folder);
  const input = ['-loglevel', 'warning', '-progress', 'pipe:1', '-re', '-stream_loop', '-1', '-i', long];
  const rate = ['-crf', '26', '-maxrate', '4M', '-bufsize', '4M', '-g', '50'];
  const sound = ['-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-ar', '48000'];
  const picture = ['-c:v', 'libx264', '-preset', 'ultrafast', ...rate];
  return spawnFfmpeg([...input, ...picture, ...sound, '-f', 'flv', address], folder);
}

function noteGoals(streamed: number): void {
  for (;;) {
    const goal = film.goals[goals.length % film.goals.length];
    const at = (goal?.at ?? 0) + Math.floor(goals.length / film.goals.length) * loopSeconds;
    if (!goal || at > streamed) return;
    // The film's home side wears the kit of the match's away club.
    goals.push({ at, side: goal.side === 0 ? 1 : 0 });
  }
}

/** Checks the camera and its ingest health: a stream that has just stopped is marked live for a while. */
async function isLive(): Promise<boolean> {
  const { health } = await callApi<{ health: { state: string } }>(`/live/cameras/${id}/health`);
  const { isLive: isMarkedLive } = await callApi<{ isLive: boolean }>(`/live/cameras/${id}`);
  return isMarkedLive && (health.state === 'HEALTHY' || health.state === 'STARVING');
}

function findFilm(home: string): DemoFilm {
  const film = demoFilms.find((candidate) => candidate.home === home);
  if (!film) throw new Error(`The demo league has no film of ${home}`);
  return film;
}

interface Camera {
  id: string;
  sportEventId: string | null;
  streamServer: string;
  streamKey: string;
}

async function findCamera(cameraSlug: string): Promise<Camera> {
  const { cameras } = await callApi<{ cameras: { id: string; slug: string }[] }>(`/live/cameras?search=${cameraSlug}`);
  const camera = cameras.find((candidate) => candidate.slug === cameraSlug);
  if (!camera) throw new Error(`Camera ${cameraSlug} does not exist`);
  return callApi(`/live/cameras/${camera.id}`);
}

function exitWithMessage(error: unknown): never {
  console.error(
    error instanceof TypeError ? `No answer from ${web}: is "npm start" running?` : (error as Error).message,
  );
  process.exit(1);
}

async function logIn(): Promise<string> {
  const config = (await (await fetch(`${web}/config.json`)).json()) as { captchaUrl: string; captchaSiteKey: string };
  const captcha = await fetch(`${config.captchaUrl}/recaptcha/api/token`, {
    method: 'POST',
    body: new URLSearchParams({ k: config.captchaSiteKey, action: 'login' }),
  });
  const { token: captchaToken } = (await captcha.json()) as { token: string };
  const answer = await fetch(`${web}/api/session/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: demoAccounts.admin, password: demoPassword, captchaToken }),
  });
  const { data, message } = (await answer.json()) as { data?: { token: string }; message: string };
  if (!data) throw new Error(`Login failed: ${message}`);
  return data.token;
}

async function callApi<T>(path: string): Promise<T> {
  const answer = await fetch(`${web}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  const { data, message } = (await answer.json()) as { data?: T; message: string };
  if (data === undefined) throw new Error(message);
  return data;
}
