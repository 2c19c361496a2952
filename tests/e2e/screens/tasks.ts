/** `npm run tasks -- <address>…`: how many taps and keystrokes five tasks take on a phone, in products that run there. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { demoAccounts, root } from '../../../infra/local/config.ts';
import { readArguments } from '../../../infra/toolchain/arguments.ts';
import { rests, startBrowser, visit } from './visit.ts';

const usage = `npm run tasks -- <address> [<address of another version, before>]

Does five tasks on a phone in the product that runs at the address, and in the other, and writes how many taps and
keystrokes each took into web/docs/tasks.md.

  --help  this text`;

const {
  words: [after = 'http://localhost:3000', before],
} = readArguments(usage, {}, 2);

/** Counts what a person does. */
class Hand {
  readonly page: Page;
  taps = 0;
  keys = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async tap(place: Locator): Promise<void> {
    await place.first().tap({ timeout: 15_000 });
    this.taps += 1;
    await rests(this.page);
  }

  async type(place: Locator, text: string): Promise<void> {
    await place.pressSequentially(text);
    this.keys += text.length;
    await rests(this.page);
  }
}

interface Task {
  name: string;
  from: string;
  email?: string;
  start: string;
  run: (hand: Hand) => Promise<void>;
}

const cards = (page: Page) => page.getByRole('main').locator('a:has(h3)');
const { admin, basic, subscriber } = demoAccounts;

const tasks: Task[] = [
  {
    name: 'Find my child’s match',
    from: 'home, as a visitor',
    start: '/home',
    run: async (hand) => {
      await hand.tap(hand.page.getByRole('link', { name: 'Partidos' }));
      const box = hand.page.getByRole('searchbox', { name: 'Buscar por título' });
      await hand.tap(box);
      await hand.type(box, 'leon');
      await hand.page.waitForFunction(() =>
        [...document.querySelectorAll('main h3')].every((one) => /León/.test(one.textContent)),
      );
      await hand.tap(cards(hand.page));
      await hand.page.getByRole('heading', { level: 1, name: /León/ }).waitFor();
    },
  },
  {
    name: 'Buy it',
    from: 'the match, logged in',
    email: basic,
    start: '/home',
    run: async (hand) => {
      const { page } = hand;
      await page.goto('/futbol');
      await rests(page);
      await cards(page).nth(3).tap();
      await rests(page);
      await hand.tap(page.getByRole('link', { name: /^Comprar evento/ }));
      for (let step = 0; step < 8 && !/checkout|pay/.test(page.url()); step += 1) {
        await hand.tap(page.getByRole('main').getByRole('button', { name: /Continuar|Siguiente|Pagar|Ir al pago/ }));
        await page.waitForTimeout(500);
      }
      await hand.tap(page.getByRole('button', { name: /^Pagar/ }));
      await page
        .getByText(/procesado correctamente|Pago recibido/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'Watch the first goal',
    from: 'the list of matches, as a subscriber',
    email: subscriber,
    start: '/futbol',
    run: async (hand) => {
      await hand.tap(cards(hand.page));
      await hand.tap(
        hand.page.getByRole('region', { name: 'Momentos' }).getByRole('listitem').getByRole('button', { name: /Gol/ }),
      );
      await hand.page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0);
    },
  },
  {
    name: 'Publish a match from a phone',
    from: 'the list of videos, as an admin',
    email: admin,
    start: '/vods/manage',
    run: async (hand) => {
      const { page } = hand;
      await hand.tap(page.getByRole('button', { name: /^Por publicar/ }));
      const [answer] = await Promise.all([
        page.waitForResponse((one) => one.request().method() === 'PATCH'),
        hand.tap(page.getByRole('list', { name: 'Videos' }).getByRole('switch')),
      ]);
      if (!answer.ok()) throw new Error(`It was not published: ${answer.status()}`);
    },
  },
  {
    name: 'See what is wrong with a camera',
    from: 'the list of videos, as an admin',
    email: admin,
    start: '/vods/manage',
    run: async (hand) => {
      const { page } = hand;
      await hand.tap(page.getByRole('button', { name: 'Abrir menú' }));
      await hand.tap(page.getByRole('link', { name: 'Cámaras' }));
      await hand.tap(page.getByRole('list', { name: 'Cámaras' }).getByRole('link'));
      await page
        .getByRole('region', { name: 'Señal ahora' })
        .or(page.getByRole('heading', { name: 'Señal' }))
        .first()
        .waitFor();
    },
  },
];

const browser = await startBrowser();
const rows: string[] = [];
try {
  for (const task of tasks) {
    const counts = [];
    for (const address of [before, after]) if (address) counts.push(await counted(task, address));
    rows.push(`| ${[task.name, task.from, ...counts].join(' | ')} |`);
    console.log(rows.at(-1));
  }
} finally {
  await browser.close();
}
const heading = before ? ['before', 'after'] : ['taps and keystrokes'];
await writeFile(
  join(root, 'web/docs/tasks.md'),
  `# Five tasks on a phone

Taps, and keystrokes where something is typed, from where the task begins; counted by \`npm run tasks\` in the demo league.

| ${['task', 'from', ...heading].join(' | ')} |
|${'---|'.repeat(2 + heading.length)}
${rows.join('\n')}
`,
);

async function counted({ name, email, start, run }: Task, address: string): Promise<string> {
  const page = await visit(browser, address, {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    email,
  });
  try {
    await page.goto(start);
    await rests(page);
    const hand = new Hand(page);
    await run(hand);
    return hand.keys > 0 ? `${hand.taps} taps, ${hand.keys} keys` : `${hand.taps} taps`;
  } catch (error) {
    console.error(`${name} at ${address}: ${error instanceof Error ? error.message : error}`);
    return '–';
  } finally {
    await page.context().close();
  }
}
