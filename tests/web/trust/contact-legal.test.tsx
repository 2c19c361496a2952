import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { rawAnswer } from '../support/api-answers.ts';
import { address, callsTo, fill, open, type Replies, site } from '../support/app.tsx';

const legal = {
  registry: 'Registro Mercantil de Murcia, hoja MU-1',
  contactPoint: 'avisos@x.es',
  complaints: 'En la calle Mayor 1',
  accessibilityReview: '2026-11-30',
  consentAge: 16,
};
site.config = { legal };

describe("the teams' contact form", () => {
  const accepts: Replies = { 'POST /public/contact/teams': {} };
  const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Enviar mensaje' }));
  async function fillForm(values: { email?: string; phone?: string }, replies: Replies = accepts) {
    const { user } = open('/contact/teams', { replies });
    fill(await screen.findByLabelText(/^Nombre/), 'Marta Ruiz');
    fill(screen.getByLabelText(/^Mensaje/), 'Somos un club.');
    if (values.email) await user.type(screen.getByLabelText('Email'), values.email);
    if (values.phone) await user.type(screen.getByLabelText('Teléfono'), values.phone);
    return user;
  }

  test('[V-CONTACT-1] [V-CONTACT-6] keeps the button disabled until name and message are filled', async () => {
    const { user } = open('/contact/teams');
    const hint = 'Debes completar todos los campos marcados con *';
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Enviar mensaje' });
    const required = ['Nombre', 'Email', 'Teléfono', 'Mensaje'].map((name) =>
      screen.getByLabelText(new RegExp(`^${name}`)).getAttribute('aria-required'),
    );
    expect(required).toEqual(['true', null, null, 'true']);
    fill(screen.getByLabelText(/^Nombre/), 'Marta');
    expect([button.disabled, screen.queryByText(hint) !== null]).toEqual([true, true]);
    await user.type(screen.getByLabelText(/^Mensaje/), 'Hola');
    expect([button.disabled, screen.queryByText(hint) !== null]).toEqual([false, false]);
  });

  test.each([
    ['[V-CONTACT-2]', {}, 'Debes proporcionar al menos un método de contacto: email o teléfono'],
    ['[V-CONTACT-3]', { email: 'marta@cantera' }, 'Por favor, introduce un email válido'],
    ['[V-CONTACT-4]', { phone: '512-345-678' }, 'Por favor, introduce un número de teléfono válido'],
  ])('%s rejects %o and sends nothing', async (_row, values, text) => {
    const user = await fillForm(values);
    await send(user);
    expect(screen.getByText(text)).toBeDefined();
    expect(callsTo('POST /public/contact/teams')).toEqual([]);
  });

  test('[V-CONTACT-5] clears an error when its field is edited', async () => {
    const user = await fillForm({ email: 'marta@cantera' });
    await send(user);
    await user.type(screen.getByLabelText(/^Email/), '.');
    expect(screen.queryByText('Por favor, introduce un email válido')).toBeNull();
  });

  test('[V-CONTACT-4] [V-CONTACT-7] [V-ENT-8] accepts a phone alone as it was typed; sends, confirms and clears', async () => {
    const phone = '+34612-345-678';
    let answer: (reply: object) => void = () => undefined;
    const user = await fillForm(
      { phone },
      { 'POST /public/contact/teams': () => new Promise((done) => (answer = done)) },
    );
    await send(user);
    const sending = await screen.findByRole<HTMLButtonElement>('button', { name: 'Enviando…' });
    expect(sending.disabled).toBe(true);
    await waitFor(() => expect(callsTo('POST /public/contact/teams')).toHaveLength(1));
    expect(callsTo('POST /public/contact/teams')[0]?.body).toEqual({
      name: 'Marta Ruiz',
      email: '',
      phone,
      message: 'Somos un club.',
      captchaToken: '',
    });
    answer({});
    expect(await screen.findByText('Mensaje enviado correctamente')).toBeDefined();
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Nombre/).value).toBe(''));
  });

  test('[V-CONTACT-8] keeps the form after a failure', async () => {
    const user = await fillForm({ email: 'a@b.es' }, { 'POST /public/contact/teams': rawAnswer(500) });
    await send(user);
    expect(await screen.findByText('Error al enviar el mensaje. Por favor, inténtalo de nuevo.')).toBeDefined();
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Mensaje/).value).toBe('Somos un club.');
  });
});

describe('documents', () => {
  URL.createObjectURL = () => 'blob:here/pdf';
  URL.revokeObjectURL = () => undefined;

  test('[A-LEGAL-4] [A-LEGAL-5] embeds a PDF with a download link', async () => {
    open('/documento/autorizacion-menores');
    // The file is missing at first, so only the fallback shows.
    const links = await screen.findAllByRole('link', { name: /desc[aá]rg/i });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/documentos/autorizacion-menores.pdf',
      '/documentos/autorizacion-menores.pdf',
    ]);
    expect(screen.getByRole('heading', { level: 1, name: 'Autorización para menores de edad' })).toBeDefined();
    cleanup();
    const file: Replies = { 'GET /documentos/autorizacion-menores.pdf': rawAnswer(200, 'bytes') };
    open('/documento/autorizacion-menores', { replies: file });
    const frame = await screen.findByTitle('Autorización para menores de edad');
    expect(frame.getAttribute('src')).toBe('blob:here/pdf');
  });

  test('[F-LAW-2] shows a version as text at its own address, with its date and the others', async () => {
    open('/documento/condiciones-compra/1');
    expect(await screen.findByRole('heading', { name: 'Desistimiento' })).toBeDefined();
    expect(screen.getByText(/^Versión 1, del 29 de noviembre de 2026. Ya no es la vigente.$/)).toBeDefined();
    const versions = within(screen.getByRole('navigation', { name: 'Versiones' }));
    expect(versions.getAllByRole('link').at(-1)?.getAttribute('href')).toBe('/documento/condiciones-compra/1');
    expect(screen.getByRole('link', { name: 'Descargar PDF' }).getAttribute('href')).toBe(
      '/documentos/condiciones-compra-1.pdf',
    );
  });

  test.each(['otro', 'toString', '..%2Fsecret', 'condiciones-compra/99', 'condiciones-compra/x'])(
    '[A-LEGAL-5] rejects %s',
    async (name) => {
      open(`/documento/${name}`);
      expect(await screen.findByText('Página no encontrada')).toBeDefined();
    },
  );
});

test('[A-LEGAL-6] [A-LEGAL-7] the page of an unknown address leads home and searches everything', async () => {
  const { user } = open('/no-existe');
  expect(await screen.findByRole('heading', { name: 'Página no encontrada' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Volver al inicio' }).getAttribute('href')).toBe('/home');
  await user.type(await screen.findByRole('searchbox', { name: 'Buscar un partido' }), 'pinar rivera{Enter}');
  await waitFor(() => expect(address()).toBe('/buscar?texto=pinar+rivera'));
});

describe('legal pages', () => {
  test.each([
    ['/cookies', 'Política de cookies'],
    ['/privacidad', 'Política de privacidad'],
    ['/aviso-legal', 'Aviso legal'],
    ['/accesibilidad', 'Declaración de accesibilidad'],
    ['/declaracion-responsable', 'Declaración responsable'],
  ])('[A-LEGAL-1] %s is open to visitors', async (path, title) => {
    open(path);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
    expect(document.title).toContain(title);
  });

  test('[F-LAW-7] states what the stage’s settings say of register, contact, complaints and consent', async () => {
    const { user } = open('/aviso-legal');
    await screen.findByRole('heading', { name: 'Hojas de reclamaciones' });
    const text = screen.getByRole('article').textContent;
    for (const part of [legal.registry, legal.contactPoint, legal.complaints, 'Desde los 16 años'])
      expect(text).toContain(part);
    await user.click(screen.getByRole('link', { name: 'Declaración de accesibilidad' }));
    expect((await screen.findByText(/Última revisión/)).textContent).toContain('30 de noviembre de 2026');
  });

  test('[F-LAW-5] names the software that makes the invoices, its version and its maker', async () => {
    open('/declaracion-responsable');
    await screen.findByRole('heading', { level: 1 });
    const text = screen.getByRole('article').textContent;
    for (const part of ['Cantera TV', 'Versión: 0.1.0', 'B00000000', 'no es un sistema VERI*FACTU'])
      expect(text).toContain(part);
  });

  test('[A-LEGAL-2] [A-LEGAL-3] mention guardians of minors and forbid shared accounts', async () => {
    open('/aviso-legal');
    await screen.findByRole('heading', { name: 'Menores de edad' });
    const text = screen.getByRole('article').textContent;
    expect(text).toMatch(/menores de edad necesitan la autorización de su padre, madre o tutor legal/);
    expect(text).toMatch(/Está prohibido compartirla/);
  });
});
