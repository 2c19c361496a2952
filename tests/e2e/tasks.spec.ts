/** Enforces the step counts of the user tasks, as `npm run tasks` counts them. */
import type { Browser } from '@playwright/test';
import { ulid } from 'ulid';
import type { Camera } from '../../shared/contract/cameras.ts';
import type { IngestHealth } from '../../shared/contract/ingest.ts';
import type { Role } from '../../shared/contract/user.ts';
import { Encoder } from '../support/encoder.ts';
import { encodingLimit } from '../support/limits.ts';
import { type Flow, flows, runFlow, type Scene, type Who } from './screens/flows.ts';
import { visit } from './screens/visit.ts';
import { createVideoFile, removeFiles } from './support/files.ts';
import {
  addMoment,
  addresses,
  createClub,
  createEvent,
  createPerson,
  createRecording,
  createVodClip,
  vods,
} from './support/platform.ts';
import { desktop, phone, television } from './support/screens.ts';
import { expect, nightly, storeSession, test } from './support/test.ts';

/**
 * Maximum steps of each task: taps and typed fields, by touch on a phone and by mouse. With a remote control each task of a
 * television takes at most `maxRemoteKeys`.
 */
const maxSteps: Record<keyof typeof flows, [number, number]> = {
  find: [3, 3],
  // The consent to the loss of the right of withdrawal is a box of its own, which the law wants unticked.
  buy: [5, 5],
  saturday: [3, 3],
  table: [2, 2],
  clip: [5, 5],
  slow: [5, 5],
  // The same box, beside the order's summary after the login, with its button.
  account: [20, 20],
  goal: [2, 2],
  publish: [6, 6],
  camera: [1, 1],
  leave: [3, 3],
  create: [3, 3],
};

const maxRemoteKeys = 30;

const run = ulid().slice(-6).toLowerCase();
const roles: Record<Exclude<Who, 'visitor'>, Role> = {
  subscriber: 'REGULAR_SUBSCRIBER',
  staff: 'CLUB_STAFF',
  admin: 'ADMIN',
};
const hourMs = 3_600_000;
let encoder: Encoder | undefined;

test.afterAll(async () => {
  await encoder?.stop();
  removeFiles();
});

test(
  '[H-BUY-1][H-FIND-1] keeps the taps and fields of twelve tasks within their limits',
  nightly,
  async ({ browser }) => {
    const clubIds = [await createClub(`CD Camino ${run}`, { publicClips: true }), await createClub(`UD Meta ${run}`)];
    const match = await createSoldMatch(clubIds);
    const scene: Scene = {
      match,
      saturday: await createSaturdaysMatch(clubIds),
      clip: {
        path: `/clip/${await createVodClip(match.vodId, { clubId: clubIds[0] ?? '', title: 'Golazo', start: 2 })}`,
      },
      filmed: { title: await createFilmedMatch(clubIds), path: (await createVideoFile('VID_20261122.mp4')).path },
      camera: await createCameraWithProblem(),
      newEmail: () => `familia-${ulid().toLowerCase()}@cantera.test`,
    };
    for (const [id, flow] of Object.entries(flows) as [keyof typeof flows, Flow][]) {
      await test.step(flow.name, async () => {
        const [onPhone, onDesktop] = maxSteps[id];
        expect((await runFlowAs(browser, flow, scene, 'finger', clubIds)).steps).toBeLessThanOrEqual(onPhone);
        expect((await runFlowAs(browser, flow, scene, 'mouse', clubIds)).steps).toBeLessThanOrEqual(onDesktop);
        if (flow.onTelevision)
          expect((await runFlowAs(browser, flow, scene, 'remote', clubIds)).steps).toBeLessThanOrEqual(maxRemoteKeys);
      });
    }
  },
);

const places = {
  finger: { viewport: phone, isMobile: true, hasTouch: true },
  mouse: { viewport: desktop },
  remote: { viewport: television },
};

async function runFlowAs(browser: Browser, flow: Flow, scene: Scene, device: keyof typeof places, clubIds: string[]) {
  const place = places[device];
  const page = await visit(browser, addresses.web, place);
  if (flow.who !== 'visitor') {
    const fields = flow.who === 'staff' ? { clubId: clubIds[0] } : {};
    await storeSession(page.context(), await createPerson(roles[flow.who], fields));
  }
  const result = await runFlow(flow, device, page, scene);
  await page.context().close();
  return result;
}

async function createSoldMatch(clubIds: string[]) {
  const title = `CD Camino ${run} – UD Meta ${run}`;
  const { id: eventId } = await createEvent({ title, clubIds });
  const vodId = await createRecording(clubIds[0] ?? '', title);
  await vods.change(vodId, (vod) => ({ ...vod, clubIds, sport: 'SOCCER', sportEventId: eventId, renderOrder: 1 }));
  await addMoment({ vodId, timestampMs: 5000, label: 'Gol', clubId: clubIds[0] });
  return { title, eventId, vodId, momentSeconds: 5 };
}

/** Creates another match of the same clubs, whose title does not name its category. */
async function createSaturdaysMatch(clubIds: string[]): Promise<Scene['saturday']> {
  const title = `UD Meta ${run} – CD Camino ${run}`;
  const [homeClubId, awayClubId] = clubIds.toReversed();
  const at = (hours: number) => new Date(Date.now() - 5 * 24 * hourMs + hours * hourMs).toISOString();
  const schedule = { scheduledStartDate: at(0), scheduledFinishDate: at(2), state: 'FINISHED' as const };
  await createEvent({ title, clubIds, homeClubId, awayClubId, category: 'alevin', ...schedule });
  return { title, words: `alevín camino ${run}` };
}

async function createFilmedMatch(clubIds: string[]): Promise<string> {
  const title = `Jornada ${run}`;
  const at = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
  await createEvent({ title, clubIds, scheduledStartDate: at(-3), scheduledFinishDate: at(-1) });
  return title;
}

/** Puts a camera on air whose encoder sends a key frame every ten seconds. */
async function createCameraWithProblem(): Promise<Scene['camera']> {
  const { token } = await createPerson('ADMIN');
  const slug = `camino-${run}`;
  const { id } = await callApi<{ id: string }>(token, '/live/cameras', { slug });
  const { streamServer, streamKey } = await callApi<Camera>(token, `/live/cameras/${id}`);
  encoder = await Encoder.start(`${streamServer}/${streamKey}`, { output: ['-g', '250'] });
  let advice: string | undefined;
  const problem = async () => {
    const { health } = await callApi<{ health: IngestHealth }>(token, `/live/cameras/${id}/health`);
    advice = health.advice.find(({ level }) => level === 'problem')?.text;
    return advice;
  };
  // The service advises after it has measured the stream for a while.
  await expect.poll(problem, { timeout: encodingLimit }).toBeDefined();
  return { slug, advice: advice ?? '' };
}

async function callApi<Data>(token: string, path: string, body?: object): Promise<Data> {
  const answer = await fetch(`${addresses.api}${path}`, {
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return ((await answer.json()) as { data: Data }).data;
}
