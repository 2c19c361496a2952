/** `npm run landing -- <address>`: the pictures of the landing page, taken from the running product. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { demoAccounts, root } from '../../../infra/local/config.ts';
import { readArguments } from '../../../infra/toolchain/arguments.ts';
import { expectPlaying } from '../support/player.ts';
import { callApi, leave, settleIn, startBrowser, visit, waitUntilIdle } from './visit.ts';

const folder = join(root, 'web/public/landing');

const usage = `npm run landing -- <address of the running web>

Makes two pictures of the product that "npm start" has started there, into web/public/landing: the home page as on a
television, best with the live of "npm run demo:camera" on it, and a recording with its moments as on a phone.

  --help  this text`;

const {
  words: [address = 'http://localhost:3000'],
} = readArguments(usage, {}, 1);

const browser = await startBrowser();
try {
  const television = await visit(browser, address, {
    viewport: { width: 1440, height: 810 },
    email: demoAccounts.subscriber,
  });
  await settleIn(television);
  // The answers to its questions have scrolled the page.
  await television.evaluate(() => scrollTo(0, 0));
  await save(television, 'home-tv.webp', 960);

  const phone = await visit(browser, address, {
    viewport: { width: 390, height: 800 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    email: demoAccounts.subscriber,
  });
  const { vods } = await callApi<{ vods: { id: string }[] }>(address, '/vods?sport=SOCCER&each=match');
  await phone.goto(`/vods/${vods[0]?.id}?t=2`);
  await expectPlaying(phone);
  await save(phone, 'watch-phone.webp', 420);
  await leave(phone);
} finally {
  await browser.close();
}
console.log(`The pictures are in ${folder}`);

async function save(page: Page, name: string, width: number): Promise<void> {
  await waitUntilIdle(page);
  const picture = await page.screenshot({ animations: 'disabled' });
  await sharp(picture).resize(width).webp({ quality: 70 }).toFile(join(folder, name));
}
