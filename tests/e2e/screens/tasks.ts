/**
 * `npm run tasks -- <address>`: counts the steps of the user tasks in the running product, and writes
 * web/docs/tasks.md.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions } from '@playwright/test';
import { demoAccounts, root } from '../../../infra/local/config.ts';
import { readArguments } from '../../../infra/toolchain/arguments.ts';
import type { Camera } from '../../../shared/contract/cameras.ts';
import type { IngestHealth } from '../../../shared/contract/ingest.ts';
import { Encoder } from '../../support/encoder.ts';
import { createVideoFile, removeFiles } from '../support/files.ts';
import { desktop, phone, television } from '../support/screens.ts';
import { type Flow, flows, runFlow, type Scene, type Who } from './flows.ts';
import { type Row, report } from './tasks-report.ts';
import type { InputDevice } from './user-actions.ts';
import { type Change, callApi, leave, startBrowser, visit } from './visit.ts';

const usage = `npm run tasks -- <address of the running web>

Does the user tasks in the product that "npm start" has started there, as somebody would by a finger on a phone, a mouse, a
keyboard alone and, where it is watched, a television's remote control, counts the steps of each, and writes web/docs/tasks.md.
The demo camera is on air meanwhile. Leaves twelve accounts there, a clip, three matches, three videos that wait to be published, and the camera's recording.

  --help  this text`;

const {
  words: [address = 'http://localhost:3000'],
} = readArguments(usage, {}, 1);

const emails: Record<Exclude<Who, 'visitor'>, string> = demoAccounts;
const places: Record<InputDevice, BrowserContextOptions> = {
  finger: { viewport: phone, isMobile: true, hasTouch: true },
  mouse: { viewport: desktop },
  keyboard: { viewport: desktop },
  remote: { viewport: television },
};

const browser = await startBrowser();
const camera = await startStumblingCamera(browser);
try {
  const sold = await findMatchForSale(browser);
  const scene: Scene = {
    match: sold,
    saturday: await findSaturdayMatch(),
    clip: await createPublicClip(browser, sold.vodId),
    filmed: { title: await findFilmedMatch(browser), path: (await createVideoFile('VID_20261122_113000.mp4')).path },
    camera,
    newEmail: () => `familia-${crypto.randomUUID()}@cantera.test`,
  };
  const rows: Row[] = [];
  for (const [id, flow] of Object.entries(flows) as [keyof typeof flows, Flow][]) {
    const results = {} as Row[1];
    for (const device of Object.keys(places) as InputDevice[]) {
      if (device === 'remote' && !flow.onTelevision) continue;
      const email = flow.who === 'visitor' ? undefined : emails[flow.who];
      const page = await visit(browser, address, { ...places[device], email });
      results[device] = await runFlow(flow, device, page, scene);
      await leave(page);
      console.log(flow.name, device, results[device]);
    }
    rows.push([id, results]);
  }
  const table = join(root, 'web/docs/tasks.md');
  await writeFile(table, report(rows));
  console.log(table);
} finally {
  await camera.end();
  await browser.close();
  removeFiles();
}

/** Finds a recording with a moment, whose match is not public. */
async function findMatchForSale(browser: Browser) {
  const asSubscriber = await createCaller(browser, demoAccounts.subscriber);
  const { vods } = await callApi<{ vods: { id: string; title: string; sportEventId: string }[] }>(
    address,
    '/vods?sport=SOCCER&each=match',
  );
  for (const { id, title, sportEventId } of vods) {
    const { sportEvent } = await callApi<{ sportEvent: { isPublic: boolean } }>(
      address,
      `/sportevents/${sportEventId}`,
    );
    const { moments } = await asSubscriber<{ moments: { timestampMs: number }[] }>(`/vods/${id}/moments`);
    const [first] = moments;
    if (first && !sportEvent.isPublic)
      return { title, vodId: id, eventId: sportEventId, momentSeconds: first.timestampMs / 1000 };
  }
  throw new Error('No paid recording has a moment');
}

/** Finds the latest match of a category, and the words that a parent remembers. */
async function findSaturdayMatch(): Promise<Scene['saturday']> {
  const { sportEvents } = await callApi<{ sportEvents: { title: string }[] }>(
    address,
    '/sportevents?time=results&category=alevin&sport=soccer',
  );
  const [last] = sportEvents;
  if (!last) throw new Error('The league has no match of the category');
  return { title: last.title, words: `alevín ${last.title.split(' – ')[0]}` };
}

/** Creates a clip of the recording, published by an admin. */
async function createPublicClip(browser: Browser, vodId: string): Promise<Scene['clip']> {
  const asAdmin = await createCaller(browser, demoAccounts.admin);
  const { id: clipId } = await asAdmin<{ id: string }>(`/vods/${vodId}/clips`, {
    method: 'POST',
    body: { title: 'Golazo', start: 5, seconds: 8 },
  });
  for (;;) {
    const { clips } = await asAdmin<{ clips: { id: string; status: string }[] }>(`/vods/${vodId}/clips`);
    if (clips.find(({ id }) => id === clipId)?.status === 'FINISHED') break;
    await sleep(1000);
  }
  await asAdmin(`/clips/${clipId}`, { method: 'PATCH', body: { visible: true } });
  return { path: `/clip/${clipId}` };
}

/** Finds the latest match of the staff's club. */
async function findFilmedMatch(browser: Browser): Promise<string> {
  const asStaff = await createCaller(browser, demoAccounts.staff);
  const { sportEvents } = await asStaff<{ sportEvents: { title: string; scheduledStartDate: string }[] }>(
    '/clubStaff/sportevents?sport=SOCCER',
  );
  const played = sportEvents.filter(({ scheduledStartDate }) => Date.parse(scheduledStartDate) < Date.now());
  const [last] = played.sort((a, b) => b.scheduledStartDate.localeCompare(a.scheduledStartDate));
  if (!last) throw new Error("The staff's club has played no match");
  return last.title;
}

/** Puts the demo camera on air by an encoder that sends a key frame every ten seconds. */
async function startStumblingCamera(browser: Browser): Promise<Scene['camera'] & { end: () => Promise<void> }> {
  const asAdmin = await createCaller(browser, demoAccounts.admin);
  const [listed] = (await asAdmin<{ cameras: Camera[] }>('/live/cameras')).cameras;
  if (!listed || listed.isLive) throw new Error('No camera is free');
  const { slug, streamServer, streamKey } = await asAdmin<Camera>(`/live/cameras/${listed.id}`);
  const encoder = await Encoder.start(`${streamServer}/${streamKey}`, { output: ['-g', '250'] });
  for (;;) {
    const { health } = await asAdmin<{ health: IngestHealth }>(`/live/cameras/${listed.id}/health`);
    const problem = health.advice.find(({ level }) => level === 'problem');
    if (problem) return { slug, advice: problem.text, end: () => encoder.stop() };
    if (!encoder.isRunning) throw new Error(encoder.log);
    await sleep(1000);
  }
}

/** Logs a user in by the form; returns a function that calls the API with that session. */
async function createCaller(
  browser: Browser,
  email: string,
): Promise<<Data>(path: string, change?: Change) => Promise<Data>> {
  const page = await visit(browser, address, { email });
  const session = (await page.context().cookies()).find(({ name }) => name === 'cantera-session');
  await page.context().close();
  const { token } = JSON.parse(decodeURIComponent(session?.value ?? '{}')) as { token: string };
  return (path, change) => callApi(address, path, token, change);
}
