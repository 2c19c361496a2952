import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import { callsTo, createList, fill as enter, open, type Replies, stubMedia } from '../support/app.tsx';
import { vodCard } from '../support/builders.ts';

const vod = vodCard(1, { title: 'CD Sauce – Pinar UD' });

describe('the landing page', () => {
  test('[V-LAND-1] [V-GEN-1] shows the product, the devices and a call for clubs', async () => {
    open('/', { replies: { 'GET /vods': createList('vods', [vod]) } });
    await screen.findByRole('heading', { level: 1, name: /^Tu hijo juega\. Tú\sno te lo\spierdes\.$/ });
    expect(screen.getByRole('region', { name: 'La tele de los que empiezan' })).toBeDefined();
    const devices = screen.getByRole('region', { name: 'En el móvil, en la tablet y en la tele' });
    expect(devices.textContent).toContain('Chromecast');
    const clubs = within(screen.getByRole('region', { name: /¿Llevas un club\?/ }));
    expect(clubs.getByRole('link', { name: 'Quiero emitir mis partidos' }).getAttribute('href')).toBe('#contacto');
    expect(await screen.findByRole('link', { name: /CD Sauce – Pinar UD/ })).toBeDefined();
  });

  test('loads the background film after the page; it can be paused and respects the data saver', async () => {
    open('/');
    expect(await screen.findByRole('button', { name: 'Pausar el video de fondo' })).toBeDefined();
    expect(document.querySelector('video')?.getAttribute('src')).toBe('/landing/hero.mp4');
    cleanup();
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    try {
      open('/');
      await screen.findByRole('heading', { level: 1 });
      expect(document.querySelector('video')).toBeNull();
    } finally {
      Reflect.deleteProperty(navigator, 'connection');
    }
  });

  test('[V-LAND-2] [A-CONST-1] has two plans at the anchor opciones', async () => {
    open('/');
    const options = await screen.findByRole('region', { name: 'Elige cómo verlo' });
    expect(options.id).toBe('opciones');
    const [ppv, monthly] = within(options).getAllByRole('link');
    expect([ppv?.getAttribute('href'), monthly?.getAttribute('href')]).toEqual([
      '/signup?source=ppv',
      '/subscription?source=subscription',
    ]);
    expect(options.textContent).toContain('1,99\u00a0€');
    expect(options.textContent).toContain('6,99\u00a0€');
    expect(screen.getByRole('link', { name: 'Elige cómo verlo' }).getAttribute('href')).toBe('#opciones');
  });

  test("[V-LAND-3] has a banner for the operator's customers", async () => {
    open('/');
    const banner = within(await screen.findByRole('region', { name: /¿Eres cliente de nuestro operador\?/ }));
    expect(banner.getByRole('link', { name: 'Ya soy cliente' })).toBeDefined();
  });
});

describe("the landing page's contact form", () => {
  const form = async () => {
    const section = await screen.findByRole('region', { name: 'Hablemos' });
    expect(section.id).toBe('contacto');
    await within(section).findByLabelText(/^Nombre/);
    return within(section);
  };
  const texts = {
    Nombre: 'El nombre es obligatorio',
    Apellidos: 'Los apellidos son obligatorios',
    Email: 'El correo electrónico es obligatorio',
    Teléfono: 'El teléfono es obligatorio',
  };
  const values = { Nombre: 'Marta', Apellidos: 'Ruiz Gil', Email: 'marta@cantera.test', Teléfono: '612345678' };
  async function fill(replies: Replies, message = '') {
    const { user } = open('/', { replies });
    const contact = await form();
    for (const [name, value] of Object.entries(values)) enter(contact.getByLabelText(new RegExp(`^${name}`)), value);
    if (message) await user.type(contact.getByLabelText('Mensaje'), message);
    await user.click(contact.getByRole('button', { name: 'Enviar mensaje' }));
    return contact;
  }

  test('[V-LAND-4] [V-LAND-5] shows an alert for each missing field, which disappears when filled', async () => {
    const { user } = open('/');
    const contact = await form();
    const names = [...document.querySelectorAll('#contacto [name]')].map((field) => field.getAttribute('name'));
    expect(names).toEqual(['firstName', 'lastName', 'email', 'phone', 'message']);
    await user.click(contact.getByRole('button', { name: 'Enviar mensaje' }));
    const alerts = () =>
      contact
        .getAllByRole('alert')
        .map((alert) => alert.textContent)
        .filter(Boolean);
    expect(alerts()).toEqual(Object.values(texts));
    await user.type(contact.getByLabelText(/^Apellidos/), 'Ruiz');
    expect(alerts()).not.toContain(texts.Apellidos);
    expect(callsTo('POST /public/contact/teams')).toEqual([]);
  });

  test('[V-LAND-6] sends both names as one, confirms and clears', async () => {
    const contact = await fill({ 'POST /public/contact/teams': {} }, 'Hola');
    expect(await screen.findByText('Mensaje enviado correctamente')).toBeDefined();
    expect(callsTo('POST /public/contact/teams')[0]?.body).toEqual({
      name: 'Marta Ruiz Gil',
      email: 'marta@cantera.test',
      phone: '612345678',
      message: 'Hola',
      captchaToken: '',
    });
    await waitFor(() => expect(contact.getByLabelText<HTMLInputElement>(/^Nombre/).value).toBe(''));
  });

  test('[V-LAND-6] keeps the input after a failure', async () => {
    const contact = await fill({ 'POST /public/contact/teams': rawAnswer(500) });
    expect(await screen.findByText('Error al enviar el mensaje. Por favor, inténtalo de nuevo.')).toBeDefined();
    expect(contact.getByLabelText<HTMLInputElement>(/^Nombre/).value).toBe('Marta');
  });
});

describe('the contact form on a phone', () => {
  const asPhone = () => stubMedia('width < 40rem');

  test('[V-LAND-4] opens by its link and stays open', async () => {
    asPhone();
    open('/');
    const contact = within(await screen.findByRole('region', { name: 'Hablemos' }));
    const link = contact.getByRole('link', { name: 'Escríbenos' });
    expect(link.getAttribute('href')).toBe('#contacto');
    expect(contact.queryByLabelText(/^Nombre/)).toBeNull();
    const goTo = (hash: string) =>
      act(() => {
        history.pushState(null, '', `/${hash}`);
        dispatchEvent(new PopStateEvent('popstate'));
      });
    goTo('#contacto');
    expect(await contact.findByLabelText(/^Nombre/)).toBeDefined();
    goTo('#opciones');
    expect(contact.getByLabelText(/^Nombre/)).toBeDefined();
    expect(contact.queryByRole('link', { name: 'Escríbenos' })).toBeNull();
  });

  test('[V-LAND-4] is open for a visit by its address', async () => {
    asPhone();
    open('/#contacto');
    expect(await screen.findByLabelText(/^Nombre/)).toBeDefined();
  });
});

describe('the newsletter', () => {
  const subscribe = async (email: string, replies: Replies = { 'POST /public/newsletter': {} }) => {
    const { user } = open('/clubes', { replies });
    const footer = within(await screen.findByRole('contentinfo'));
    await user.type(await footer.findByRole('textbox'), email);
    await user.click(footer.getByRole('button', { name: 'Suscribirme' }));
    return footer;
  };

  test('[A-GEN-2] [A-SHELL-17] [A-ERR-4] sends a valid address; the success disappears after 5 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const footer = await subscribe('marta@cantera.test');
    expect(await footer.findByText(/^Casi está: confirma tu suscripción en el email/)).toBeDefined();
    // The subscription begins with the emailed link.
    expect(screen.queryByText(/Te has suscrito/)).toBeNull();
    expect(callsTo('POST /public/newsletter')[0]?.body).toEqual({ email: 'marta@cantera.test' });
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(footer.queryByText(/^Casi está/)).toBeNull();
  });

  test.each(['marta@cantera', 'marta'])('[A-SHELL-17] rejects %s', async (email) => {
    const footer = await subscribe(email);
    expect(footer.getByText('Por favor, introduce un email válido')).toBeDefined();
    expect(callsTo('POST /public/newsletter')).toEqual([]);
  });

  test.each([
    ['/boletin/confirmar', 'POST /public/newsletter/confirm', 'Confirmar suscripción', 'Suscripción confirmada'],
    ['/boletin/baja', 'POST /public/newsletter/unsubscribe', 'Darme de baja', 'Te hemos dado de baja'],
  ])(
    '%s changes nothing for a mail scanner that opens it, and works with one button',
    async (path, key, name, title) => {
      const { user } = open(`${path}?token=abc`, { replies: { [key]: {} } });
      const button = await screen.findByRole('button', { name });
      expect(callsTo(key)).toEqual([]);
      await user.click(button);
      expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
      expect(callsTo(key).map((call) => call.body)).toEqual([{ token: 'abc' }]);
    },
  );

  test('reports an invalid link', async () => {
    const refused = errorAnswer('NWS4000', 'El enlace no es válido.');
    const { user } = open('/boletin/confirmar?token=abc', { replies: { 'POST /public/newsletter/confirm': refused } });
    await user.click(await screen.findByRole('button', { name: 'Confirmar suscripción' }));
    expect(await screen.findByText('El enlace no es válido.')).toBeDefined();
  });
});
