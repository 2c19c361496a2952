/** `npm run cover -- <address>`: the README's picture of the running product on a computer and a phone. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { demoAccounts, root } from '../../../infra/local/config.ts';
import { readArguments } from '../../../infra/toolchain/arguments.ts';
import { expectPlaying } from '../support/player.ts';
import { phone } from '../support/screens.ts';
import { callApi, leave, settleIn, startBrowser, visit, waitUntilIdle } from './visit.ts';

const usage = `npm run cover -- <address of the running web>

Makes web/docs/home.jpg of the product that "npm start" has started there: the home page on a computer, and on a phone the
live match that "npm run demo:camera" sends, or else the latest recording.

  --help  this text`;

const {
  words: [address = 'http://localhost:3000'],
} = readArguments(usage, {}, 1);

interface Screen {
  picture: Buffer;
  width: number;
  height: number;
  left: number;
  top: number;
  radius: number;
}

const ground = { width: 1600, height: 940, channels: 3 as const, background: '#1b232d' };
const cover = join(root, 'web/docs/home.jpg');

const browser = await startBrowser();
try {
  const computer = await visit(browser, address, {
    viewport: { width: 1360, height: 850 },
    email: demoAccounts.subscriber,
  });
  await settleIn(computer);
  // The answers to its questions have scrolled the page.
  await computer.evaluate(() => scrollTo(0, 0));
  const onComputer = await photograph(computer);
  const hand = await visit(browser, address, {
    viewport: phone,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    email: demoAccounts.subscriber,
  });
  await hand.goto(await matchToWatch());
  await expectPlaying(hand);
  const onPhone = await photograph(hand);
  await leave(hand);
  const screens: Screen[] = [
    { picture: onComputer, width: 1240, height: 775, left: 60, top: 60, radius: 18 },
    { picture: onPhone, width: 346, height: 749, left: 1194, top: 146, radius: 40 },
  ];
  await sharp({ create: ground })
    .composite(await Promise.all(screens.map(layOut)))
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(cover);
} finally {
  await browser.close();
}
console.log(cover);

async function matchToWatch(): Promise<string> {
  const { liveUsers } = await callApi<{ liveUsers: { slug: string }[] }>(address, '/liveusers');
  const { vods } = await callApi<{ vods: { id: string }[] }>(address, '/vods?sport=SOCCER&each=match');
  return liveUsers[0] ? `/live/${liveUsers[0].slug}` : `/vods/${vods[0]?.id}?t=2`;
}

async function photograph(page: Page): Promise<Buffer> {
  await waitUntilIdle(page);
  return page.screenshot({ animations: 'disabled' });
}

/** Draws the screen with rounded corners and an edge, at its position. */
async function layOut({ picture, width, height, left, top, radius }: Screen) {
  const shape = (look: string) =>
    Buffer.from(
      `<svg width="${width}" height="${height}"><rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="${radius}" ${look}/></svg>`,
    );
  const input = await sharp(picture)
    .resize(width, height)
    .composite([
      { input: shape('fill="#fff"'), blend: 'dest-in' },
      { input: shape('fill="none" stroke="#39434f" stroke-width="2"') },
    ])
    .png()
    .toBuffer();
  return { input, left, top };
}
