/** A club restricts a match to the families of a team: link, request, confirmation, watching, and the end of access. */
import { findSeason } from '../../shared/domain/competition.ts';
import { createClub, createEvent, createPerson } from './support/platform.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test('[F-RIGHTS-4] a grandmother requests access by the team’s link, opens the match, and loses access @ci', async ({
  page,
  logInAs,
  device,
}) => {
  const clubId = await createClub('CD Sauce Viejo');
  const start = Date.now() - 3 * 3_600_000;
  const event = await createEvent({
    title: 'Sauce Viejo – Trigal',
    clubIds: [clubId],
    category: 'infantil',
    audience: 'FAMILIES',
    scheduledStartDate: new Date(start).toISOString(),
    state: 'FINISHED' as const,
    scheduledFinishDate: new Date(start + 5_400_000).toISOString(),
  });
  expect(findSeason(event.scheduledStartDate)).toBe(findSeason(new Date().toISOString()));
  await logInAs('CLUB_STAFF', { clubId });
  await page.goto('/derechos-imagen/manage?ver=familias');
  await page.getByRole('button', { name: 'Crear el enlace' }).click();
  const link = await page.getByRole('textbox', { name: /^Enlace: Infantil de fútbol/ }).inputValue();
  await expectAccessible(page);

  const grandmother = await device(
    await createPerson('REGULAR_BASIC', { name: 'Rosa', surname: 'Gil', emailConfirmedAt: new Date().toISOString() }),
  );
  await grandmother.goto(`/evento/${event.id}`);
  await expect(grandmother.getByText('Sauce Viejo – Trigal')).toHaveCount(0);
  await grandmother.goto(new URL(link).pathname);
  await expectAccessible(grandmother);
  await grandmother.getByRole('button', { name: 'Pedir verlos' }).click();
  await expect(grandmother.getByText(/^Ya lo has pedido/)).toBeVisible();

  await page.reload();
  const family = page.getByRole('listitem').filter({ hasText: 'Rosa Gil' });
  await family.getByRole('button', { name: 'Confirmar' }).click();
  await expect(family.getByText('Confirmada')).toBeVisible();

  await grandmother.goto('/mis-partidos');
  await expectAccessible(grandmother);
  await grandmother.getByRole('link', { name: /Sauce Viejo – Trigal/ }).click();
  await expect(grandmother.getByText('Solo familias')).toBeVisible();
  const visitor = await device();
  await visitor.goto(`/evento/${event.id}`);
  await expect(visitor.getByText('Sauce Viejo – Trigal')).toHaveCount(0);

  await family.getByRole('button', { name: 'Retirar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retirarlo' }).click();
  await expect(family.getByText('Permiso retirado')).toBeVisible();
  await grandmother.reload();
  await expect(grandmother.getByText('Sauce Viejo – Trigal')).toHaveCount(0);
});
