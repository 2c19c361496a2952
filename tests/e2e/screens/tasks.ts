/** `npm run tasks -- <address>`: what five tasks take in the product that runs there, written to web/docs/tasks.md. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions } from '@playwright/test';
import { demoAccounts, root } from '../../../infra/local/config.ts';
import { readArguments } from '../../../infra/toolchain/arguments.ts';
import type { Camera } from '../../../shared/broadcast/cameras.ts';
import type { IngestHealth } from '../../../shared/broadcast/ingest.ts';
import { Encoder } from '../../support/encoder.ts';
import { removeFiles, videoFile } from '../support/files.ts';
import { desktop, phone } from '../support/screens.ts';
import type { Means } from './hand.ts';
import { ask, startBrowser, visit } from './visit.ts';
import { type Scene, type Walk, type Way, type Who, walk, ways } from './ways.ts';

const usage = `npm run tasks -- <address of the running web>

Does five tasks in the product that "npm start" has started there, as somebody would by a finger on a phone, a mouse and a
keyboard alone, counts what each takes, and writes web/docs/tasks.md. Leaves three accounts and three hidden videos there;
the demo camera is on the air meanwhile.

  --help  this text`;

const {
  words: [address = 'http://localhost:3000'],
} = readArguments(usage, {}, 1);

const emails: Record<Exclude<Who, 'visitor'>, string> = demoAccounts;
const places: Record<Means, BrowserContextOptions> = {
  finger: { viewport: phone, isMobile: true, hasTouch: true },
  mouse: { viewport: desktop },
  keyboard: { viewport: desktop },
};

const browser = await startBrowser();
const camera = await stumblingCamera(browser);
try {
  const scene: Scene = {
    match: await soldMatch(browser),
    filmed: { title: await filmedMatch(browser), path: (await videoFile('VID_20261122_113000.mp4')).path },
    camera,
    newEmail: () => `familia-${crypto.randomUUID()}@cantera.test`,
  };
  const rows: [keyof typeof ways, Record<Means, Walk>][] = [];
  for (const [id, way] of Object.entries(ways) as [keyof typeof ways, Way][]) {
    const walks = {} as Record<Means, Walk>;
    for (const means of Object.keys(places) as Means[]) {
      const email = way.who === 'visitor' ? undefined : emails[way.who];
      const page = await visit(browser, address, { ...places[means], email });
      walks[means] = await walk(way, means, page, scene);
      await page.context().close();
      console.log(way.name, means, walks[means]);
    }
    rows.push([id, walks]);
  }
  const table = join(root, 'web/docs/tasks.md');
  await writeFile(table, report(rows));
  console.log(table);
} finally {
  await camera.end();
  await browser.close();
  removeFiles();
}

/** A recording with a moment, whose match is not for everybody. */
async function soldMatch(browser: Browser): Promise<Scene['match']> {
  const asSubscriber = await askingAs(browser, demoAccounts.subscriber);
  const { vods } = await ask<{ vods: { id: string; title: string; sportEventId: string }[] }>(
    address,
    '/vods?sport=SOCCER&each=match',
  );
  for (const { id, title, sportEventId } of vods) {
    const { sportEvent } = await ask<{ sportEvent: { isPublic: boolean } }>(address, `/sportevents/${sportEventId}`);
    const { moments } = await asSubscriber<{ moments: { timestampMs: number }[] }>(`/vods/${id}/moments`);
    const [first] = moments;
    if (first && !sportEvent.isPublic) return { title, eventId: sportEventId, momentSeconds: first.timestampMs / 1000 };
  }
  throw new Error('No recording that is sold has a moment');
}

/** What the staff's club has played last. */
async function filmedMatch(browser: Browser): Promise<string> {
  const asStaff = await askingAs(browser, demoAccounts.staff);
  const { sportEvents } = await asStaff<{ sportEvents: { title: string; scheduledStartDate: string }[] }>(
    '/clubStaff/sportevents?sport=SOCCER',
  );
  const played = sportEvents.filter(({ scheduledStartDate }) => Date.parse(scheduledStartDate) < Date.now());
  const [last] = played.sort((a, b) => b.scheduledStartDate.localeCompare(a.scheduledStartDate));
  if (!last) throw new Error("The staff's club has played no match");
  return last.title;
}

/** The demo camera, fed by an encoder that sends a key frame each ten seconds. */
async function stumblingCamera(browser: Browser): Promise<Scene['camera'] & { end: () => Promise<void> }> {
  const asAdmin = await askingAs(browser, demoAccounts.admin);
  const [listed] = (await asAdmin<{ cameras: Camera[] }>('/live/cameras')).cameras;
  if (!listed || listed.isLive) throw new Error('There is no camera that is free');
  const { slug, streamServer, streamKey } = await asAdmin<Camera>(`/live/cameras/${listed.id}`);
  const encoder = await Encoder.start(`${streamServer}/${streamKey}`, { output: ['-g', '250'] });
  for (;;) {
    const { health } = await asAdmin<{ health: IngestHealth }>(`/live/cameras/${listed.id}/health`);
    const problem = health.advice.find(({ level }) => level === 'problem');
    if (problem) return { slug, advice: problem.text, end: () => encoder.stop() };
    if (!encoder.running) throw new Error(encoder.log);
    await sleep(1000);
  }
}

/** Of somebody who logs in as people do. */
async function askingAs(browser: Browser, email: string): Promise<<Data>(path: string) => Promise<Data>> {
  const page = await visit(browser, address, { email });
  const session = (await page.context().cookies()).find(({ name }) => name === 'cantera-session');
  await page.context().close();
  const { token } = JSON.parse(decodeURIComponent(session?.value ?? '{}')) as { token: string };
  return (path) => ask(address, path, token);
}

function report(rows: [keyof typeof ways, Record<Means, Walk>][]): string {
  return `# What five tasks take

Counted by \`npm run tasks\` in the running product: it goes by what is on the screen, as a person does. A tap or click, a
tick, a field that is typed (whatever its length) and the choice of a file count one each, a list to choose from two;
scrolling counts nothing. With a keyboard alone each press of Tab, Enter, Space or an arrow counts, and a field one. The
seconds are the machine's, on two cores: nobody thinks or types in them.

| task | from | phone, 390 px | desktop, 1440 px | keyboard alone | the best we know |
|---|---|---|---|---|---|
${rows.map(([id, walks]) => row(id, walks)).join('\n')}

*The best we know* is an estimate: counted by hand from memory of the published flows of products of that kind, not measured.
The same rules hold for it.

${Object.entries(notes)
  .map(([id, note]) => `- **${ways[id as keyof typeof ways].name}**: ${note}`)
  .join('\n')}

\`tests/e2e/tasks.spec.ts\` (\`npm test -- --all\`) keeps these numbers: nobody makes a way longer unseen.
`;
}

function row(id: keyof typeof ways, { finger, mouse, keyboard }: Record<Means, Walk>): string {
  const { name, who } = ways[id];
  const counted = ({ taps, fields, steps, seconds }: Walk) =>
    `**${steps}**${fields > 0 ? ` (${taps} + ${fields} typed)` : ''}, ${seconds} s`;
  return `| ${name} | ${begins[id]}, ${who} | ${counted(finger)} | ${counted(mouse)} | ${keyboard.steps}, ${keyboard.seconds} s | ${best[id]} |`;
}

const begins: Record<keyof typeof ways, string> = {
  find: 'landing page',
  buy: "the match's page",
  goal: 'home',
  publish: 'home',
  camera: 'home',
};

const best: Record<keyof typeof ways, string> = {
  find: '3 (1 typed): a general video platform',
  buy: '10 (6 typed): pay-per-view of a sports platform, with a card',
  goal: '2: a sports broadcaster with key moments',
  publish: "6 (1 typed): a general video platform's app",
  camera: "3: a video platform's studio",
};

const notes: Partial<Record<keyof typeof ways, string>> = {
  find: 'the club by its name in the search of *Partidos*. Whoever has chosen it in *Mi equipo* has its match first on the home page: one tap.',
  buy: `here the payment page is the local one, which asks for no card; on AWS four fields of a card come to both sides of the
  comparison, or a tap or two of a wallet. Ten fields are more than anybody else's. The payment needs the email, and the law the
  consent to the terms; name, favourite club, phone, identity number and address stand in this product's specification, and a
  receipt of less than 400 € would need none of them. What could be spared without them was: whoever has just signed up types
  email and password no second time (12 typed before). A browser that knows its owner fills eight of the ten by two taps.`,
  goal: 'the moments stand beside the picture on a desktop and below it on a phone, and each is one tap.',
  publish: `until the file has arrived; what the club's staff send is published by an admin. The title comes from the match, so
  that nobody types it (8 before, with the title and the way over the menu).`,
  camera: `the list of cameras says what is wrong and what to do (5 before on a phone: over two menus and the camera's page).`,
};
