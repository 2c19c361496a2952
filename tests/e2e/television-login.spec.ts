/** Login on a television, approved on a phone (E-TV-3): one browser with a remote control's keys, one with touch. */
import { createPerson } from './support/platform.ts';
import { phone, television } from './support/screens.ts';
import { waitForStableLayout } from './support/stable-layout.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test.use({ viewport: television });

test('[E-TV-3] logs in on the television after the phone approves its code @ci', async ({ page, device }) => {
  await page.goto('/mi-lista');
  await expect(page.getByRole('heading', { name: 'Iniciar Sesión' })).toBeVisible();
  await page.getByRole('link', { name: 'Entrar con el móvil, desde una televisión' }).click();
  await expect(page.getByRole('heading', { name: 'Entra con tu móvil' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Código QR para tu móvil' })).toBeVisible();
  await waitForStableLayout(page);
  await expectAccessible(page);
  const code = (await page.getByRole('img', { name: /^(\d ){5}\d$/ }).textContent()) ?? '';
  expect(code).toMatch(/^\d{3} \d{3}$/);

  const mobile = await device(await createPerson('REGULAR_SUBSCRIBER'));
  await mobile.setViewportSize(phone);
  await mobile.goto('/tv');
  await mobile.getByLabel('Código').fill(code);
  await mobile.getByRole('button', { name: 'Continuar' }).click();
  await expect(mobile.getByText('Está en tu misma red.')).toBeVisible();
  await waitForStableLayout(mobile);
  await expectAccessible(mobile);
  await mobile.getByRole('button', { name: 'Sí, es mi televisión' }).click();
  await expect(mobile.getByRole('heading', { name: 'Listo: tu televisión ya ha entrado en tu cuenta.' })).toBeVisible();

  // The television returns to the page asked for first, with a session as long as 'Recordarme' gives.
  await expect(page).toHaveURL(/\/mi-lista$/);
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'cantera-session');
  expect((cookie?.expires ?? 0) * 1000 - Date.now()).toBeGreaterThan(300 * 24 * 3600_000);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Mi lista', level: 1 })).toBeVisible();
});
