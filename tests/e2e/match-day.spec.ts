/**
 * A whole match for everyone involved, three minutes in real time: organiser, camera, scorer, viewers, seeking and
 * sharing.
 */
import type { Page } from '@playwright/test';
import { ulid } from 'ulid';
import { probe } from '../../infra/local/ffmpeg/ffmpeg.ts';
import { secondsAt } from '../../shared/domain/recorded-time.ts';
import { Encoder } from '../support/encoder.ts';
import { encodingLimit } from '../support/limits.ts';
import { addresses, createClub, createPerson, events, vods } from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { phone } from './support/screens.ts';
import { expect, nightly, test } from './support/test.ts';

const { readLog } = await import('../../functions/league/scores/store.ts');

const minuteMs = 60_000;
const run = ulid().slice(-6).toLowerCase();
const [home, away] = [`CD Jornada ${run}`, `UD Visita ${run}`];

const findBoard = (page: Page) => page.locator('.scoreboard');
const findSeekBar = (page: Page) => page.getByRole('slider', { name: 'Momento de la emisión' });
const tap = (scorer: Page, team: string, action: string) =>
  scorer.getByRole('group', { name: team }).getByRole('button', { name: action, exact: true }).click();

async function callApi(
  path: string,
  { token, method = 'GET', body }: { token?: string; method?: string; body?: object } = {},
) {
  const answer = await fetch(`${addresses.api}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data = {} } = (await answer.json().catch(() => ({}))) as { data?: Record<string, never> };
  return { status: answer.status, data };
}

/** Returns the league's spreadsheet as CSV, with one match that begins now. */
function writeFixturesFile(): string {
  const [date, time] = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Madrid',
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(Date.now())
    .split(' ');
  return `fecha;hora;local;visitante;categoria;jornada\n${date};${time};${home};${away};cadete;9\n`;
}

test(
  '[D-MATCH-5][D-DESK-2][D-DESK-3][D-SCORE-4][D-SCORE-5][D-SCORE-6][D-DVR-1][D-CLIP-2][D-CLIP-3] takes a match from import to clip, and hides it again',
  nightly,
  async ({ page, logInAs, device }) => {
    test.setTimeout(4 * encodingLimit);
    const clubIds = [await createClub(home, { publicClips: true }), await createClub(away, { publicClips: true })];
    const admin = await logInAs('ADMIN');
    const byAdmin = { token: admin.token };
    const fan = await createPerson('REGULAR_SUBSCRIBER');
    const [screen, late, scorer, visitor] = [
      await device(fan),
      await device(await createPerson('REGULAR_SUBSCRIBER')),
      await device(),
      await device(),
    ];
    await scorer.setViewportSize(phone);
    const slug = `partido-${run}`;
    let encoder: Encoder | undefined;

    const eventId = await test.step('imports the fixture after a preview', async () => {
      await page.goto('/sportevents/manage');
      await page.getByRole('button', { name: 'Importar partidos' }).click();
      const buffer = Buffer.from(writeFixturesFile());
      await page.getByLabel('Archivo CSV').setInputFiles({ name: 'liga.csv', mimeType: 'text/csv', buffer });
      await expect(page.getByRole('region', { name: 'Líneas' })).toContainText(`${home} – ${away}`);
      await page.getByRole('button', { name: 'Importar 1 partido' }).click();
      await expect(page.getByText(/^Importado: 1 nuevo/)).toBeVisible();
      const found = (await events.rows()).find((row) => clubIds.every((id) => row.clubIds.includes(id)));
      return String(found?.id);
    });

    await test.step('goes on air, watched on two screens', async () => {
      const { data } = await callApi('/live/cameras', { ...byAdmin, method: 'POST', body: { slug } });
      const camera = `/live/cameras/${data.id}`;
      expect((await callApi(camera, { ...byAdmin, method: 'PATCH', body: { sportEventId: eventId } })).status).toBe(
        200,
      );
      encoder = await Encoder.start(`${addresses.rtmp}/${(await callApi(camera, byAdmin)).data.streamKey}`);
      for (const viewer of [screen, late]) {
        await viewer.goto(`/live/${slug}`);
        await expectPlaying(viewer);
      }
    });

    try {
      await test.step('opens the scorer app on a phone by the link, without an account', async () => {
        await page.goto(`/sportevents/manage/${eventId}`);
        await page.getByRole('button', { name: 'Enlace de anotador' }).click();
        await page.getByRole('button', { name: 'Crear enlace' }).click();
        const dialog = page.getByRole('dialog', { name: 'Enlace de anotador' });
        await scorer.goto(await dialog.getByLabel('Enlace', { exact: true }).inputValue());
        await expect(scorer.getByRole('status')).toHaveText('Todo enviado');
      });

      await test.step('first half: both screens show the goal', async () => {
        await scorer.getByRole('button', { name: 'Empezar 1.ª parte' }).click();
        for (const viewer of [screen, late]) await expect(findBoard(viewer)).toContainText('0–0');
        await tap(scorer, home, 'Gol');
        for (const viewer of [screen, late]) await expect(findBoard(viewer)).toContainText('1–0');
        await scorer.getByRole('button', { name: 'Final de la 1.ª parte' }).click();
        await expect(findBoard(screen)).toContainText('DES');
        await scorer.getByRole('button', { name: 'Empezar 2.ª parte' }).click();
      });

      await test.step('second half: the phone is offline for a minute, while a viewer seeks back to the goal', async () => {
        await expect(scorer.getByRole('status')).toHaveText('Todo enviado');
        await scorer.context().setOffline(true);
        const since = Date.now();
        await tap(scorer, away, 'Gol');
        await expect(scorer.getByRole('status')).toHaveText('Sin conexión · 1 por enviar');

        await expect(findSeekBar(late)).toBeVisible();
        await late.getByRole('button', { name: 'Desde el principio' }).click();
        await expect
          .poll(() => findSeekBar(late).evaluate((input: HTMLInputElement) => Number(input.value)))
          .toBeLessThan(8);
        await expectPlaying(late);
        await late.locator('.player-marks button').first().click();
        await expect(findBoard(late)).toContainText('1–0');
        await late.getByRole('button', { name: /^En directo/ }).click();
        await expect(findSeekBar(late)).toHaveAttribute('aria-valuetext', 'En directo');
        await expectPlaying(late);

        await expect.poll(() => Date.now() - since, { timeout: 2 * minuteMs }).toBeGreaterThan(minuteMs);
        await expect(findBoard(screen)).toContainText('1–0');
        await scorer.context().setOffline(false);
        await expect(scorer.getByRole('status')).toHaveText('Todo enviado');
        for (const viewer of [screen, late]) await expect(findBoard(viewer)).toContainText('1–1');
      });

      await test.step('the match ends: both screens and the API have the final score', async () => {
        await scorer.getByRole('button', { name: 'Final del partido', exact: true }).click();
        for (const viewer of [screen, late]) await expect(findBoard(viewer)).toContainText('FIN');
        expect((await callApi(`/sportevents/${eventId}/score`)).data).toMatchObject({
          score: { home: 1, away: 1, phase: 'ENDED' },
        });
      });
    } finally {
      await encoder?.stop();
    }

    const vodId = await test.step('the recording appears, aligned, with both goals at their times', async () => {
      const readVod = async () => {
        const row = (await vods.rows()).find(({ sportEventId }) => sportEventId === eventId);
        return row && (await vods.get(row.id));
      };
      await expect.poll(async () => (await readVod())?.status, { timeout: encodingLimit }).toBe('FINISHED');
      const vod = (await readVod())!;
      const { from, gaps } = vod.recorded!;
      const goals = (await readLog(eventId)).filter(({ kind }) => kind === 'GOAL').map(({ at }) => at);
      const wanted = goals
        .map((at) => Math.max(0, secondsAt({ from: Date.parse(from), gaps: gaps ?? [] }, at) - 10))
        .toSorted((a, b) => a - b);
      const listMoments = async () => {
        const { data } = await callApi(`/vods/${vod.id}/moments`, byAdmin);
        const found = (data as unknown as { moments?: { timestampMs: number }[] }).moments ?? [];
        return found.map(({ timestampMs }) => timestampMs / 1000).toSorted((a, b) => a - b);
      };
      await expect.poll(async () => (await listMoments()).length).toBe(2);
      for (const [index, seconds] of (await listMoments()).entries()) expect(seconds).toBeCloseTo(wanted[index]!, 0);

      await page.goto(`/vods/${vod.id}`);
      await expectPlaying(page);
      const first = secondsAt({ from: Date.parse(from), gaps: gaps ?? [] }, Math.min(...goals));
      for (const [seconds, score] of [
        [first + 1, '1–0'],
        [first - 0.5, '0–0'],
      ] as const) {
        await page.locator('video').evaluate((video: HTMLVideoElement, at) => {
          video.pause();
          video.currentTime = at;
        }, seconds);
        await expect(findBoard(page)).toContainText(score);
      }
      return vod.id;
    });

    const address = await test.step('shows it, and publishes a clip of the first goal', async () => {
      expect(
        (await callApi(`/live/vods/${vodId}`, { ...byAdmin, method: 'PATCH', body: { visible: true } })).status,
      ).toBe(200);
      const panel = page.getByRole('region', { name: 'Clips' });
      await panel
        .getByRole('button', { name: /^Cortar clip de / })
        .first()
        .click();
      await panel.getByRole('button', { name: /^Publicar / }).click({ timeout: encodingLimit });
      return String(await panel.getByRole('link', { name: /^Página de / }).getAttribute('href'));
    });
    const clipId = String(address.split('/').pop());

    await test.step('a visitor watches and shares it', async () => {
      await visitor.goto(address);
      await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
      await visitor.locator('video').evaluate((video: HTMLVideoElement) => {
        video.muted = true;
        return video.play();
      });
      await expectPlaying(visitor);
      await visitor.getByRole('button', { name: 'Más acciones' }).click();
      const [download] = await Promise.all([
        visitor.waitForEvent('download'),
        visitor.getByRole('button', { name: 'Descargar' }).click(),
      ]);
      const { container, duration, video, audio } = await probe(await download.path());
      expect(container).toContain('mp4');
      expect(video).toMatchObject({ codec: 'h264' });
      expect(audio).toMatchObject({ codec: 'aac' });
      expect(duration).toBeGreaterThan(5);
      expect(duration).toBeLessThan(20);
    });

    await test.step('removes it everywhere when hidden again', async () => {
      const everywhere = [
        `/sportevents/${eventId}`,
        `/sportevents/${eventId}/score`,
        `/sportevents/${eventId}/timeline`,
        `/vods/${vodId}`,
        `/vods/${vodId}/moments`,
        `/clips/${clipId}`,
        `/clips/${clipId}/video`,
      ];
      const readStatuses = () =>
        Promise.all(everywhere.map(async (path) => `${path} ${(await callApi(path, { token: fan.token })).status}`));
      await page.goto(`/sportevents/manage/${eventId}`);
      await page.getByRole('switch', { name: 'Evento visible' }).click();
      await expect(page.getByRole('checkbox', { name: 'Ocultar también su video' })).toBeChecked();
      await page.getByRole('button', { name: 'Guardar cambios' }).click();
      await expect(page.getByText('Evento actualizado correctamente')).toBeVisible();
      await expect.poll(readStatuses).toEqual(everywhere.map((path) => `${path} 404`));
      // The edge caches public answers for up to a minute.
      for (const [viewer, path] of [
        [visitor, address],
        [screen, `/evento/${eventId}`],
      ] as const) {
        const expectGone = async () => {
          await viewer.goto(path);
          await expect(viewer.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(viewer.locator('video')).toHaveCount(0, { timeout: 10_000 });
          await expect(viewer.getByText(home)).toHaveCount(0, { timeout: 10_000 });
        };
        await expect(expectGone).toPass({ timeout: encodingLimit });
      }
    });
  },
);
