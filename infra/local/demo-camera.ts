/** `npm run demo:camera`: streams a generated film over RTMP to a camera of the demo league and logs the match's score. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readArguments } from '../toolchain/arguments.ts';
import { describeExit } from '../toolchain/exit-status.ts';
import { demoAccounts, demoPassword, readLocalConfig } from './config.ts';
import { keepScore } from './demo-scorer.ts';
import { startFilm } from './film/film.ts';
import { toFilmOptions } from './seed/clips.ts';
import { teams } from './seed/teams.ts';

const usage = `npm run demo:camera [-- <slug>]

Streams a generated match to a camera of the platform started with "npm start", until Ctrl-C.
The default camera is "campo-municipal".

  --help  shows this text`;

const {
  words: [slug = 'campo-municipal'],
} = readArguments(usage, {}, 1);
const web = `http://localhost:${readLocalConfig().ports.web}`;

const token = await logIn().catch(exitWithMessage);
const { id, sportEventId, streamServer, streamKey } = await findCamera(slug).catch(exitWithMessage);
const [home, away] = teams;
if (!home || !away) throw new Error('The demo league has no teams');
// Four hours, longer than any match.
const options = toFilmOptions({ sport: 'SOCCER', home, away, seconds: 4 * 3600, height: 720, seed: 7 });
const output = ['-f', 'flv', `${streamServer}/${streamKey}`];
const { ffmpeg, play } = await startFilm({ options, live: true, output }).catch(exitWithMessage);
let stderrTail = '';
ffmpeg.stderr?.on('data', (text) => {
  stderrTail = (stderrTail + text).slice(-2000);
});
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isStopping = true;
    ffmpeg.kill(signal);
    // Some ffmpeg builds first finish buffered input, which takes real time with -re.
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
console.log(`Streaming to ${web}/live/${slug} — Ctrl-C stops it.`);
if (sportEventId) await keepScore(sportEventId, play.goals, callApi);

/** Also checks the ingest health, because a stream that has just stopped remains live for a while. */
async function isLive(): Promise<boolean> {
  const { health } = await callApi<{ health: { state: string } }>(`/live/cameras/${id}/health`);
  const { isLive: isMarkedLive } = await callApi<{ isLive: boolean }>(`/live/cameras/${id}`);
  return isMarkedLive && (health.state === 'HEALTHY' || health.state === 'STARVING');
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

async function callApi<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${web}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { data, message } = (await answer.json()) as { data?: T; message: string };
  if (data === undefined) throw new Error(message);
  return data;
}
