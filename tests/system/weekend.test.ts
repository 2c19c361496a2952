/**
 * A weekend of a club on a stage that enforces image rights, in real browsers: the actions of its secretary, a
 * grandmother, a guardian, a subscriber and an admin, and the time until withdrawn seconds are refused. It runs only at
 * night, because it takes minutes.
 */
import { writeFileSync } from 'node:fs';
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { findSeason } from '../../shared/domain/competition.ts';
import { contractVersion, purposes, statementVersion } from '../../shared/domain/image-rights.ts';
import { expect as expectPage } from '../e2e/support/expect.ts';
import { startBrowserStage } from '../support/browser-stage.ts';
import { areAll, eventually, is } from '../support/eventually.ts';
import { makeClip, toScratchPath } from '../support/media.ts';
import { isNightly } from '../support/test-profile.ts';

/** Limit within which a withdrawal must take effect (F-TAKE-1, F-RIGHTS-2). */
const withdrawalMs = 60_000;
/** Encodings and browsers share two cores. */
const slow = { timeout: 300_000 };

describe.runIf(isNightly)('a weekend of a club', async () => {
  if (!isNightly) return;
  const { addresses, enter } = await startBrowserStage({ imageRights: 'exigir' });
  const { createClub, createPerson, events, vods } = await import('../e2e/support/platform.ts');
  const { expectPlaying } = await import('../e2e/support/player.ts');
  const { copyEncoding } = await import('../../infra/local/seed/encodings.ts');
  const { createCaller } = await import('../support/dedicated-calls.ts');

  const call = createCaller(addresses.api);
  const ask = async (...asked: Parameters<typeof call>) => {
    const { status, data } = await call(...asked);
    return { status, ...data };
  };
  const readStatus = async (address: string) => {
    const answer = await fetch(address, { redirect: 'manual' });
    await answer.arrayBuffer();
    return answer.status;
  };
  const readStatuses = (list: readonly string[]) => Promise.all(list.map(readStatus));

  const admin = await createPerson('ADMIN');
  const [club, rival, unstated] = await Promise.all(
    ['CD Sauce', 'UD Olmo', 'CF Mimbre'].map((name) => createClub(name, { publicClips: true })),
  );
  const clubIds = { club: club ?? '', rival: rival ?? '', unstated: unstated ?? '' };
  const secretary = await createPerson('CLUB_STAFF', { clubId: clubIds.club });
  const subscriber = await createPerson('REGULAR_SUBSCRIBER');
  // A club confirms only an address that is proved.
  const emailConfirmedAt = new Date().toISOString();
  const grandmother = await createPerson('REGULAR_BASIC', { name: 'Rosa Vidal', emailConfirmedAt });

  const season = findSeason(new Date().toISOString());
  await ask('POST', '/rights/contract', admin, { clubId: clubIds.rival, version: contractVersion });
  for (const category of ['cadete', 'infantil'])
    await ask('PUT', '/rights/teams', admin, {
      clubId: clubIds.rival,
      season,
      sport: 'SOCCER',
      category,
      purposes,
      textVersion: statementVersion,
    });

  const findMatch = async (part: string) => {
    const rows = await events.rows();
    const [found] = await events.items(rows.filter(({ title }) => title.includes(part)));
    if (!found) throw new Error(`No match of ${part}`);
    return found;
  };
  const file = { name: 'partido.mp4', path: await makeClip(toScratchPath('partido.mp4'), { seconds: 90, rate: 10 }) };
  /** Addresses of the recorded match, kept while it was public. */
  let segments: string[] = [];
  let vodId = '';
  let clipId = '';

  test(
    '[F-RIGHTS-1][F-RIGHTS-5] the secretary accepts the contract, confirms two teams and imports the fixtures',
    slow,
    async () => {
      const page = await enter(secretary);
      await page.goto('/derechos-imagen/manage?ver=equipos');
      await page.getByLabel(/^He leído el contrato/).check();
      await page.getByRole('button', { name: 'Aceptar el contrato' }).click();
      await expectPage(page.getByText('Aceptado', { exact: true })).toBeVisible();
      for (const team of ['Fútbol · Cadete', 'Fútbol · Infantil'])
        await page.getByRole('group', { name: team }).getByRole('button', { name: 'Marcar todo' }).click();
      await page.getByRole('button', { name: 'Declarar y guardar 2 cambios' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Declarar y guardar' }).click();
      await expectPage(page.getByText('Guardado').first()).toBeVisible();

      const day = (days: number) => new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE');
      const lines = [
        'fecha;hora;local;visitante;categoria',
        `${day(1)};10:00;CD Sauce;UD Olmo;Cadete`,
        `${day(1)};12:00;CD Sauce;CF Mimbre;Cadete`,
        `${day(2)};10:00;UD Olmo;CD Sauce;Infantil`,
      ];
      writeFileSync(toScratchPath('partidos.csv'), lines.join('\n'));
      await page.goto('/sportevents/manage');
      await page.getByRole('button', { name: 'Importar partidos' }).click();
      await page.getByLabel('Archivo CSV').setInputFiles(toScratchPath('partidos.csv'));
      await page.getByRole('button', { name: 'Importar 3 partidos' }).click();
      await page.getByRole('button', { name: 'Listo' }).click();
      await page.context().close();
    },
  );

  test(
    '[F-RIGHTS-2] the secretary sees which match lacks the rival’s permission, and no viewer sees that match',
    slow,
    async () => {
      const page = await enter(secretary);
      await page.goto('/derechos-imagen/manage');
      const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
      await expectPage(row('CD Sauce – CF Mimbre')).toContainText('CF Mimbre');
      await expectPage(row('CD Sauce – CF Mimbre')).toContainText('Solo lo ve el personal');
      await expectPage(row('CD Sauce – UD Olmo')).toContainText('Todo en regla');
      const { id } = await findMatch('mimbre');
      expect((await ask('GET', `/sportevents/${id}`)).status).toBe(404);
      expect((await ask('GET', `/sportevents/${(await findMatch('cd sauce – ud olmo')).id}`)).status).toBe(200);
      await page.context().close();
    },
  );

  test('[F-RIGHTS-2] a recording is uploaded, published, and the clip of a goal is public', slow, async () => {
    const page = await enter(secretary);
    await page.goto('/vods/create');
    await page.getByLabel('Archivo de video').setInputFiles(file.path);
    const option = page.getByLabel('Evento deportivo').locator('option', { hasText: 'CD Sauce – UD Olmo' });
    await option.waitFor({ state: 'attached' });
    await page.getByLabel('Evento deportivo').selectOption(String(await option.getAttribute('value')));
    await page.getByRole('button', { name: 'Subir Video' }).click();
    await page.getByText('Video subido correctamente').first().waitFor({ timeout: 60_000 });
    await page.context().close();
    const { id: eventId } = await findMatch('cd sauce – ud olmo');
    const vod = await eventually(
      async () => (await vods.items(await vods.rows())).find((item) => item.sportEventId === eventId),
      (item) => item?.status === 'FINISHED',
      200_000,
    );
    vodId = vod.id;
    expect((await ask('PATCH', `/live/vods/${vodId}`, admin, { visible: true })).status).toBe(200);
    const clip = await ask('POST', `/vods/${vodId}/clips`, secretary, { title: 'Gol', start: 30, seconds: 8 });
    clipId = clip.id;
    await eventually(
      async () => (await ask('GET', `/vods/${vodId}/clips`, secretary)).clips[0]?.status,
      (status) => status === 'FINISHED',
      100_000,
    );
    await ask('PATCH', `/clips/${clipId}`, secretary, { visible: true });
    const visitor = await enter();
    await visitor.goto(`/clip/${clipId}`);
    await expectPlaying(visitor);
    await visitor.context().close();
  });

  test(
    '[F-RIGHTS-4] an invited grandmother watches a match for families of which a subscriber finds nothing',
    slow,
    async () => {
      const staff = await enter(secretary);
      const match = await findMatch('ud olmo – cd sauce');
      await staff.goto(`/sportevents/manage/${match.id}`);
      await staff.getByRole('switch', { name: 'Solo familias' }).click();
      await staff.getByRole('button', { name: 'Guardar' }).first().click();
      await eventually(async () => (await events.get(match.id))?.audience, is('FAMILIES'));
      const film = await vods.get(vodId);
      if (!film) throw new Error('The recording is missing');
      const familyVodId = ulid();
      await copyEncoding(film, 'vods', familyVodId);
      const { posterFrame: _, ...copied } = film;
      await vods.create({ ...copied, id: familyVodId, title: match.title, sportEventId: null, visible: false });
      const edit = { sportEventId: match.id, visible: true };
      expect((await ask('PATCH', `/live/vods/${familyVodId}`, admin, edit)).status).toBe(200);
      await staff.goto('/derechos-imagen/manage?ver=familias');
      await staff.getByRole('button', { name: 'Crear el enlace' }).click();
      const link = await staff.getByRole('textbox', { name: /^Enlace/ }).inputValue();

      const family = await enter(grandmother);
      await family.goto(link);
      await family.getByRole('button', { name: 'Pedir verlos' }).click();
      await expectPage(family.getByText('Ya lo has pedido')).toBeVisible();
      await staff.reload();
      await staff.getByRole('listitem').filter({ hasText: 'Rosa' }).getByRole('button', { name: 'Confirmar' }).click();
      await expectPage(staff.getByText('Confirmada')).toBeVisible();
      await family.goto('/mis-partidos');
      await family.getByRole('link').filter({ hasText: match.title }).first().click();
      await family.goto(`/vods/${familyVodId}`);
      await expectPlaying(family);
      await family.context().close();

      const other = await enter(subscriber);
      for (const path of [`/evento/${match.id}`, `/vods/${familyVodId}`]) {
        await other.goto(path);
        await expectPage(other.getByText(/no encontrad/).first()).toBeVisible();
      }
      for (const path of ['/calendario', `/club/${clubIds.club}`, '/buscar?texto=olmo+sauce']) {
        await other.goto(path);
        await expectPage(other.getByText(/Olmo/).first()).toBeVisible();
        await expectPage(other.getByText(match.title)).toHaveCount(0);
      }
      await other.context().close();
      await staff.context().close();
    },
  );

  test(
    '[F-RIGHTS-3][F-TAKE-1][F-TAKE-2] a guardian objects to some seconds, and their addresses, kept from before, are refused within a minute',
    slow,
    async () => {
      const watching = await enter(subscriber);
      await watching.goto(`/vods/${vodId}`);
      await expectPlaying(watching);
      // The whole recording is in the player's buffer, and in the edge's cache.
      const { playback, thumbnail } = (await ask('GET', `/vods/${vodId}`, subscriber)).vod;
      const rendition = String(playback.url).replace('index.m3u8', 'index_360p.m3u8');
      const list = (await (await fetch(rendition)).text()).match(/^\.\.\/\S+/gm) ?? [];
      segments = list.map((path) => new URL(path, rendition).href);
      expect(await readStatuses(segments)).toEqual(segments.map(() => 200));
      const { video, poster } = (await ask('GET', `/clips/${clipId}`)).clip;
      const page = await (await fetch(`${addresses.web}/clip/${clipId}`)).text();
      const shared = /property="og:image" content="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const clipAddresses = [String(video), String(poster), shared];
      expect(await readStatuses(clipAddresses)).not.toContain(410);
      expect(thumbnail).toBeTruthy();

      const guardian = await enter();
      await guardian.goto(`/imagenes-de-menores?pagina=/vods/${vodId}&segundo=36`);
      // Otherwise the whole recording would be hidden until the decision.
      await guardian.getByRole('radio', { name: 'No' }).check();
      await guardian.getByLabel('¿Qué se ve y qué nos pides?').fill('Sale mi hija llorando en la banda.');
      await guardian.getByLabel('Tu nombre').fill('Marta');
      await guardian.getByRole('textbox', { name: 'Tu email', exact: true }).fill('marta@familia.test');
      await guardian.getByRole('button', { name: 'Enviar aviso' }).click();
      await expectPage(guardian.getByText(/AV-|número/i).first()).toBeVisible();
      await guardian.context().close();

      const queue = await enter(admin);
      await queue.goto('/avisos/manage');
      await queue.getByLabel('Motivos').fill('Sale una menor y su familia no quiere.');
      await queue.getByRole('button', { name: 'Quitar unos segundos' }).click();
      await queue
        .getByRole('dialog')
        .getByRole('button', { name: /^Quitar \d/ })
        .click();
      const decided = performance.now();
      const gone = await eventually(
        async () => [...(await readStatuses(clipAddresses)), ...(await readStatuses(segments))],
        (statuses) => [...statuses.slice(0, 2), Math.max(...statuses.slice(3))].every((status) => status === 410),
        withdrawalMs,
      );
      const seconds = (performance.now() - decided) / 1000;
      console.log(`The addresses of clip and segments are refused ${seconds.toFixed(1)} s after the decision`);
      expect(gone.slice(3)).toContain(200);
      // The service worker of the open page must not answer from its own cache either.
      const [withdrawn] = segments.filter((_, index) => gone[3 + index] === 410);
      expect(
        await watching.evaluate(
          async (address) => (await fetch(address, { cache: 'no-store' })).status,
          withdrawn ?? '',
        ),
      ).toBe(410);
      await expectPlaying(watching);
      await watching.getByRole('slider').first().waitFor({ state: 'attached' });
      await watching.goto(`/vods/${vodId}?t=20`);
      await expectPlaying(watching);
      await watching.context().close();

      const { ranges } = await ask('GET', `/vods/${vodId}/withdrawn`, admin);
      expect(ranges).toHaveLength(1);
      await ask('DELETE', `/vods/${vodId}/withdrawn/${ranges[0].id}`, admin);
      await eventually(() => readStatuses(segments), areAll(200), withdrawalMs);
      await queue.context().close();
    },
  );

  test('[F-RIGHTS-2] a club withdraws an authorisation, and its season is private within a minute', slow, async () => {
    const { id } = await findMatch('cd sauce – ud olmo');
    const page = await enter(secretary);
    await page.goto('/derechos-imagen/manage?ver=equipos');
    await page.getByRole('group', { name: 'Fútbol · Cadete' }).getByRole('button', { name: 'Quitar todo' }).click();
    await page.getByRole('button', { name: 'Declarar y guardar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Declarar y guardar' }).click();
    const withdrawn = performance.now();
    const answers = [`/sportevents/${id}`, `/vods/${vodId}`, `/clips/${clipId}`];
    await eventually(
      async () => [
        ...(await Promise.all(answers.map(async (path) => (await ask('GET', path, subscriber)).status))),
        ...(await readStatuses(segments)),
      ],
      (statuses) => statuses.every((status) => status === 404 || status === 410),
      withdrawalMs,
    );
    console.log(`A season is private ${((performance.now() - withdrawn) / 1000).toFixed(1)} s after the withdrawal`);
    await page.context().close();
  });
});
