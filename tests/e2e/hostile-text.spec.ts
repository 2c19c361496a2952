/**
 * Markup and scripts in every text that is stored or part of an address: shown as plain text, without executing
 * anything, requesting other hosts, or violating the content security policy.
 */
import type { Page } from '@playwright/test';
import { toSeedId } from '../../infra/local/seed/steps.ts';
import type { ContractKey } from '../../shared/contract/contract.ts';
import { hostileMarkup } from '../support/hostile-markup.ts';
import { pickSome } from '../support/test-profile.ts';
import {
  addresses,
  contentVideos,
  createAd,
  createEvent,
  createMatchWithRecording,
  createPerson,
  createRecording,
  type Person,
  vods,
} from './support/platform.ts';
import { openAtAd } from './support/player.ts';
import { expect, nightly, test } from './support/test.ts';

const all = hostileMarkup.join('\n');
const tried = pickSome(hostileMarkup, 16);
const club = hostileMarkup[1]!;

/** Records every effect beyond plain text: scripts, requests to other hosts, violations. */
async function watch(page: Page): Promise<string[]> {
  const deeds: string[] = [];
  page.on('dialog', (dialog) => {
    deeds.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (/evil/.test(new URL(request.url()).hostname)) deeds.push(`request ${request.url()}`);
  });
  await page.exposeFunction('hacked', () => deeds.push(`executed on ${page.url()}`));
  await page.exposeFunction('violated', (what: string) => deeds.push(`policy ${what} on ${page.url()}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      (window as unknown as { violated: (what: string) => void }).violated(
        `${violatedDirective} ${blockedURI} ${sample}`,
      );
    });
  });
  return deeds;
}

async function expectTexts(page: Page, path: string, ...texts: string[]): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  for (const text of texts) await expect(page.getByText(text).first(), `${text} on ${path}`).toBeAttached();
}

/** Calls the API as a person; throws unless it succeeds. */
async function store(page: Page, who: Person | undefined, key: ContractKey, body: object): Promise<{ id: string }> {
  const [method = '', path = ''] = key.split(' ');
  return storeAt(page, who, method, path, body);
}

async function storeAt(page: Page, who: Person | undefined, method: string, path: string, data: object) {
  const headers: Record<string, string> = who ? { authorization: `Bearer ${who.token}` } : {};
  const answer = await page.request.fetch(`${addresses.api}${path}`, { method, headers, data });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return ((await answer.json()) as { data?: { id: string } }).data ?? { id: '' };
}

test('[A-ERR-3] shows the staff’s texts verbatim to visitors and in the back office, never executed @ci', async ({
  page,
  device,
}) => {
  const admin = await createPerson('ADMIN');
  const clubId = (await store(page, admin, 'POST /live/clubs', { name: club })).id;
  const { id: vodId, sportEvent } = await createMatchWithRecording(26, { isPublic: true });
  const videoId = toSeedId('N', 1);
  const before = { vod: await vods.get(vodId), video: await contentVideos.get(videoId) };
  const desk = await device(admin);
  const deeds = [await watch(page), await watch(desk)];
  try {
    for (const text of tried) {
      await storeAt(page, admin, 'PATCH', `/live/sportevents/${sportEvent.id}`, { title: text, summary: all });
      await storeAt(page, admin, 'PUT', `/live/sportevents/${sportEvent.id}/clubs`, { clubIds: [clubId] });
      await storeAt(page, admin, 'PATCH', `/live/vods/${vodId}`, { title: text, summary: all });
      await storeAt(page, admin, 'PATCH', `/live/content/${videoId}`, { title: text, description: all });
      const moment = { timestampMs: 1000, label: text, vodId, clubId };
      await store(page, admin, 'POST /live/moments', moment);
      await storeAt(page, admin, 'PATCH', '/live/users/me', { title: text, summary: all });

      await expectTexts(page, `/vods/${vodId}`, text, club);
      await expectTexts(page, `/evento/${sportEvent.id}`, text, club);
      await expectTexts(desk, `/sportevents/manage/${sportEvent.id}`);
      await expect(desk.getByRole('textbox', { name: 'Título' })).toHaveValue(text);
    }
    const text = tried.at(-1)!;
    const { categoryId } = (await contentVideos.get(videoId))!;
    await expectTexts(page, `/content/${categoryId}/videos/${videoId}`, text);
    await expectTexts(page, `/club/${clubId}`, club);
    await expectTexts(page, `/futbol?search=${encodeURIComponent(text)}`);
    await expectTexts(page, `/clubes?search=${encodeURIComponent(club.slice(0, 20))}`, club);
    for (const path of ['/home', '/contenido', '/calendario']) await expectTexts(page, path);
    await expectTexts(desk, `/vods/manage/${vodId}`);
    await expect(desk.getByRole('textbox', { name: 'Título' })).toHaveValue(text);
    await expectTexts(desk, `/vods/${vodId}/stats`);
    for (const path of ['/vods/manage', '/content/manage', '/clubs/manage', '/live-profile'])
      await expectTexts(desk, path);
    expect(deeds.flat()).toEqual([]);
  } finally {
    await vods.change(vodId, () => before.vod!);
    await contentVideos.change(videoId, () => before.video!);
    await page.request.delete(`${addresses.api}/live/sportevents/${sportEvent.id}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    await page.request.delete(`${addresses.api}/live/clubs/${clubId}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
  }
});

test(
  '[A-ERR-3] shows titles of ads and names of staff verbatim in the back office and before a match',
  nightly,
  async ({ page, logInAs, device }) => {
    const admin = await createPerson('ADMIN');
    const clubId = (await store(page, admin, 'POST /live/clubs', { name: club })).id;
    const email = `personal-${Date.now()}@cantera.test`;
    const { id: staffId } = await store(page, admin, 'POST /live/club-staff-users', { email, clubId });
    const [adId, vodId] = await Promise.all([createAd(clubId, 'Anuncio'), createRecording(clubId, 'Con anuncio')]);
    await logInAs('REGULAR_SUBSCRIBER');
    const desk = await device(admin);
    const deeds = [await watch(page), await watch(desk)];
    try {
      for (const text of tried) {
        await storeAt(page, admin, 'PATCH', `/live/ad_videos/${adId}`, { title: text });
        await storeAt(page, admin, 'PATCH', `/live/club-staff-users/${staffId}`, { personalName: text });
        await expectTexts(desk, `/ad-videos/manage/${adId}`, club);
        await expect(desk.getByRole('textbox', { name: 'Título' })).toHaveValue(text);
        await expectTexts(desk, `/club-staff-users/manage/${staffId}`, club);
        await expect(desk.getByRole('textbox', { name: 'Nombre' })).toHaveValue(text);
        await openAtAd(page, `/vods/${vodId}`, text);
      }
      const text = tried.at(-1)!;
      await expectTexts(desk, '/ad-videos/manage', text, club);
      await expectTexts(desk, `/club-staff-users/manage?search=${encodeURIComponent(email)}`, text, club);
      expect(deeds.flat()).toEqual([]);
    } finally {
      const headers = { authorization: `Bearer ${admin.token}` };
      for (const path of [`ad_videos/${adId}`, `vods/${vodId}`, `club-staff-users/${staffId}`, `clubs/${clubId}`])
        await page.request.delete(`${addresses.api}/live/${path}`, { headers });
    }
  },
);

test(
  '[A-ERR-3] shows users’ texts verbatim in their account, the bar and mails',
  nightly,
  async ({ page, logInAs }) => {
    const deeds = await watch(page);
    const captcha = async (action: string) => {
      const form = { k: 'local-site-key', action };
      const answer = await page.request.post(`${addresses.captcha}/recaptcha/api/token`, { form });
      return ((await answer.json()) as { token: string }).token;
    };
    for (const text of tried) {
      const short = text.slice(0, 100);
      const who = await logInAs('REGULAR_BASIC', { name: short, surname: short });
      await storeAt(page, who, 'PATCH', '/users/me', {
        address: { streetName: text, municipality: short, zipCode: '30001' },
      });
      await expectTexts(page, '/profile', short);
      await page.goto('/profile/datos');
      await expect(page.getByLabel('Calle y número')).toHaveValue(text);
    }
    const email = `texto-${Date.now()}@cantera.test`;
    await store(page, undefined, 'POST /users', {
      name: hostileMarkup[1],
      surname: hostileMarkup[0],
      email,
      password: 'una-clave-larga',
      captchaToken: await captcha('signup'),
    });
    await store(page, undefined, 'POST /public/contact/teams', {
      name: hostileMarkup[2],
      email,
      message: all,
      captchaToken: await captcha('contact'),
    });
    for (const [to, text] of [
      [email, hostileMarkup[1]],
      ['equipos@cantera.test', hostileMarkup[2]],
    ] as const) {
      await expect(async () => {
        await page.goto(`${addresses.mail}/?to=${encodeURIComponent(to)}`);
        await page.locator('.list a').first().click({ timeout: 1000 });
      }).toPass();
      // Mails to unconfirmed addresses leave out the typed name; a contact message is quoted verbatim.
      const mail = page.frameLocator('iframe');
      if (to === email) await expect(mail.getByText(text!)).toHaveCount(0);
      else await expect(mail.getByText(text!).first()).toBeVisible();
    }
    expect(deeds).toEqual([]);
  },
);

test('[A-LOGIN-3][A-ERR-3] neither executes nor renders markup in an address', nightly, async ({ page, device }) => {
  const desk = await device(await createPerson('ADMIN'));
  const deeds = [await watch(page), await watch(desk)];
  const { id } = await createEvent();
  for (const text of tried) {
    const value = encodeURIComponent(text);
    const paths = [
      `/login?error=${value}&source=${value}&redirectTo=${value}`,
      `/signup?source=${value}`,
      `/futbol?search=${value}`,
      `/payment-success?redirectUrl=${value}`,
      `/restablecer-contrasena?token=${value}`,
      `/boletin/baja?token=${value}`,
      '/no-existe',
    ];
    for (const path of paths) await expectTexts(page, path);
    // A last path segment with a dot counts as a file and opens no screen.
    for (const path of ['evento', 'club', 'documento', 'no-existe']) await page.goto(`/${path}/${value}`);
    await expectTexts(desk, `/vods/manage?title=${value}&sportEventId=${id}&search=${value}`);
  }
  expect(deeds.flat()).toEqual([]);
});
