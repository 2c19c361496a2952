/** Pages that the browser translates: each text node is replaced by two nested `<font>` elements, again after each change. */
import { createMatchWithRecording, createPerson } from './support/platform.ts';
import { expect, nightly, test } from './support/test.ts';

function translate(): void {
  const replaceTexts = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const parent = text.parentElement;
      if (!parent || /FONT|SCRIPT|STYLE/.test(parent.tagName) || !text.data.trim()) continue;
      const outer = document.createElement('font');
      outer.append(document.createElement('font'));
      outer.firstElementChild?.append(text.data);
      text.replaceWith(outer);
    }
  };
  addEventListener('DOMContentLoaded', () => {
    replaceTexts();
    new MutationObserver(replaceTexts).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

test(
  '[A-LOGIN-16][A-SIGNUP-1][E-PAY-1] login, sign-up, newsletter and buying work on a translated page',
  nightly,
  async ({ page }) => {
    const failures: string[] = [];
    page.on('pageerror', ({ message }) => failures.push(message));
    await page.addInitScript(translate);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

    await page.goto('/login');
    for (const word of ['una-mala-clave', 'otra-mala-clave']) {
      await page.getByLabel('Email o identificador de usuario').fill('nadie@cantera.test');
      await page.getByRole('textbox', { name: 'Contraseña' }).fill(word);
      await press('Iniciar Sesión');
      await expect(page.getByRole('alert').filter({ hasText: 'Usuario / Contraseña incorrectos' })).toBeVisible();
    }

    await page.goto('/signup');
    await press('Continuar');
    await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
    await page.getByLabel('Nombre').fill('Marta');
    await page.getByLabel('Apellidos').fill('Ruiz');
    await page.getByLabel(/^Email/).fill('marta.traducida@cantera.test');
    await page.getByLabel('Sin preferencia').check();
    await press('Continuar');
    await expect(page.getByLabel(/^Repite la contraseña/)).toBeVisible();

    await page.getByLabel('Las novedades, en tu email').fill('marta.traducida@cantera.test');
    await press('Suscribirme');
    await expect(page.getByText('Casi está: confirma tu suscripción')).toBeVisible();

    const { user } = await createPerson('REGULAR_BASIC', { password: 'una-clave-larga' });
    await page.goto('/login');
    await page.getByLabel('Email o identificador de usuario').fill(user.email);
    await page.getByRole('textbox', { name: 'Contraseña' }).fill('una-clave-larga');
    await press('Iniciar Sesión');
    await expect(page).toHaveURL('/home');
    const { path } = await createMatchWithRecording(13);
    await page.goto(path);
    await page.getByRole('link', { name: /^Comprar con mis datos/ }).click();
    await press('Continuar');
    await expect(
      page.getByRole('alert').filter({ hasText: 'Por favor, introduce tu número de teléfono' }),
    ).toBeVisible();
    await page.getByLabel('Teléfono').fill('612 345 678');
    await page.getByLabel('DNI, NIE o CIF').fill('12345678z');
    await page.getByLabel('Calle y número').fill('Calle Mayor, 1');
    await page.getByLabel('Municipio').fill('Murcia');
    await page.getByLabel('Código postal').fill('30001');
    await press('Continuar');
    await page.getByRole('checkbox', { name: /^Quiero verlo ya/ }).check();
    await press('Ir al pago');
    await expect(page).toHaveURL(/\/pay\/cs_/);
    expect(failures).toEqual([]);
  },
);
