/** The tests' platform with what the flows search for, and users who carry them out. */
import type { Browser, BrowserContextOptions } from '@playwright/test';
import { ulid } from 'ulid';
import type { IngestHealth } from '../../../shared/contract/ingest.ts';
import type { Role } from '../../../shared/contract/user.ts';
import { createCaller } from '../../support/call-api.ts';
import { Encoder } from '../../support/encoder.ts';
import { encodingLimit } from '../../support/limits.ts';
import { expect } from '../support/expect.ts';
import { createVideoFile, removeFiles } from '../support/files.ts';
import {
  addMoment,
  addresses,
  createClub,
  createEvent,
  createPerson,
  createRecording,
  createVodClip,
  vods,
} from '../support/platform.ts';
import { desktop, phone, television } from '../support/screens.ts';
import { refuseCookies, storeSession } from '../support/test.ts';
import { type Flow, type FlowResult, runFlow, type Scene, type Who } from './flows.ts';
import type { InputDevice } from './user-actions.ts';

export interface Stage {
  run(flow: Flow, device: InputDevice): Promise<FlowResult>;
  end(): Promise<void>;
}

const places: Record<InputDevice, BrowserContextOptions> = {
  finger: { viewport: phone, isMobile: true, hasTouch: true },
  mouse: { viewport: desktop },
  keyboard: { viewport: desktop },
  remote: { viewport: television },
};
const roles: Record<Exclude<Who, 'visitor'>, Role> = {
  subscriber: 'REGULAR_SUBSCRIBER',
  staff: 'CLUB_STAFF',
  admin: 'ADMIN',
};
const hourMs = 3_600_000;

export async function createStage(browser: Browser): Promise<Stage> {
  const run = ulid().slice(-6).toLowerCase();
  const club = await createClub(`CD Camino ${run}`, { publicClips: true });
  const clubIds = [club, await createClub(`UD Meta ${run}`)];
  const match = await createSoldMatch(run, clubIds);
  const { camera, encoder } = await startStumblingCamera(run);
  const scene: Scene = {
    match,
    saturday: await createSaturdaysMatch(run, clubIds),
    clip: { path: `/clip/${await createVodClip(match.vodId, { clubId: club, title: 'Golazo', start: 2 })}` },
    filmed: { title: await createFilmedMatch(run, clubIds), path: (await createVideoFile('VID_20261122.mp4')).path },
    camera,
    newEmail: () => `familia-${ulid().toLowerCase()}@cantera.test`,
  };
  return {
    async run(flow, device) {
      const context = await browser.newContext({
        locale: 'es-ES',
        timezoneId: 'Europe/Madrid',
        colorScheme: 'dark',
        baseURL: addresses.web,
        ...places[device],
      });
      await refuseCookies(context);
      if (flow.who !== 'visitor') {
        const fields = flow.who === 'staff' ? { clubId: club } : {};
        await storeSession(context, await createPerson(roles[flow.who], fields));
      }
      const result = await runFlow(flow, device, await context.newPage(), scene);
      await context.close();
      return result;
    },
    async end() {
      await encoder.stop();
      removeFiles();
    },
  };
}

async function createSoldMatch(run: string, clubIds: string[]) {
  const title = `CD Camino ${run} – UD Meta ${run}`;
  const { id: eventId } = await createEvent({ title, clubIds });
  const vodId = await createRecording(clubIds[0] ?? '', title);
  await vods.change(vodId, (vod) => ({ ...vod, clubIds, sport: 'SOCCER', sportEventId: eventId, renderOrder: 1 }));
  await addMoment({ vodId, timestampMs: 5000, label: 'Gol', clubId: clubIds[0] });
  return { title, eventId, vodId, momentSeconds: 5 };
}

/** Creates another match of the same clubs, whose title does not name its category. */
async function createSaturdaysMatch(run: string, clubIds: string[]): Promise<Scene['saturday']> {
  const title = `UD Meta ${run} – CD Camino ${run}`;
  const [homeClubId, awayClubId] = clubIds.toReversed();
  const at = (hours: number) => new Date(Date.now() - 5 * 24 * hourMs + hours * hourMs).toISOString();
  const schedule = { scheduledStartDate: at(0), scheduledFinishDate: at(2), state: 'FINISHED' as const };
  await createEvent({ title, clubIds, homeClubId, awayClubId, category: 'alevin', ...schedule });
  return { title, words: `alevín camino ${run}` };
}

async function createFilmedMatch(run: string, clubIds: string[]): Promise<string> {
  const title = `Jornada ${run}`;
  const at = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
  await createEvent({ title, clubIds, scheduledStartDate: at(-3), scheduledFinishDate: at(-1) });
  return title;
}

/** Puts a camera on air whose encoder sends a key frame every ten seconds. */
async function startStumblingCamera(run: string): Promise<{ camera: Scene['camera']; encoder: Encoder }> {
  const [callApi, admin] = [createCaller(addresses.api), await createPerson('ADMIN')];
  const slug = `camino-${run}`;
  const { id } = (await callApi('POST', '/live/cameras', admin, { slug })).data;
  const { streamServer, streamKey } = (await callApi('GET', `/live/cameras/${id}`, admin)).data;
  const encoder = await Encoder.start(`${streamServer}/${streamKey}`, { output: ['-g', '250'] });
  let advice: string | undefined;
  const problem = async () => {
    const { data } = await callApi('GET', `/live/cameras/${id}/health`, admin);
    advice = (data.health as IngestHealth).advice.find(({ level }) => level === 'problem')?.text;
    return advice;
  };
  // The service advises after it has measured the stream for a while.
  await expect.poll(problem, { timeout: encodingLimit }).toBeDefined();
  return { camera: { slug, advice: advice ?? '' }, encoder };
}
