/** Forms with a captcha on a slow line. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  address,
  callsTo,
  captchaConfig,
  fill,
  id,
  open,
  person,
  type Replies,
  site,
  stubCaptcha,
} from '../support/app.tsx';
import { eventOfItem, vod } from '../support/builders.ts';

site.config = captchaConfig;

/** Scripts of the captcha that the page has requested, none of which arrives. */
let scripts: HTMLScriptElement[];
beforeEach(() => {
  scripts = [];
  vi.spyOn(document.head, 'append').mockImplementation((element) => void scripts.push(element as HTMLScriptElement));
  return () => {
    // The module remembers its script, so that the next test needs a failure to see another request.
    for (const script of scripts) script.dispatchEvent(new Event('error'));
  };
});

const slow = 'Tu conexión va lenta. Pulsa otra vez';
const path = `/vods/${id('vod')}`;
const sells: Replies = {
  [`GET ${path}`]: {
    data: {
      vod: vod(1, {
        id: id('vod'),
        playback: { granted: false, reason: 'LOGIN_REQUIRED' },
        sportEvent: eventOfItem({ id: id('event') }),
      }),
    },
  },
};

const query = `source=ppv&sportEventId=${id('event')}`;
const texts: [string, string, string][] = [
  ['/login', 'Iniciar Sesión', '[A-LOGIN-6]'],
  ['/signup', 'Continuar', '[A-SIGNUP-18]'],
  ['/recordar-contrasena', 'Enviar enlace de recuperación', '[A-FORGOT-6]'],
  [`/subscription?${query}`, 'Continuar', '[A-SUB-10]'],
  [`/comprar?${query}`, 'Ir al pago', '[A-SEC-5]'],
  ['/contact/teams', 'Enviar mensaje', '[V-CONTACT-6]'],
  ['/imagenes-de-menores', 'Enviar aviso', '[F-RIGHTS-3]'],
  ['/denunciar', 'Enviar denuncia', '[F-RIGHTS-3]'],
];
test.each(texts)('%s requests the captcha when its form opens', async (page, button) => {
  open(page, { replies: sells });
  expect(await screen.findByRole('button', { name: button })).toBeDefined();
  await waitFor(() => expect(scripts).toHaveLength(1));
  expect(scripts[0]?.src).toContain('/recaptcha/api.js');
});

test('[A-PROF-8] the profile requests the captcha with the form of the first password', async () => {
  open('/profile/seguridad', { user: person('REGULAR_BASIC', { hasPassword: false }) });
  await screen.findByRole('button', { name: 'Enviarme un enlace para elegir contraseña' });
  await waitFor(() => expect(scripts).toHaveLength(1));
});

test('a form below the fold requests the captcha once it is on the screen', async () => {
  const { prepareCaptcha } = await import('../../../web/lib/captcha.ts');
  let show: (entries: object[]) => void = () => undefined;
  class FakeObserver {
    constructor(take: typeof show) {
      show = take;
    }
    observe = () => undefined;
    disconnect = () => undefined;
  }
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  prepareCaptcha(document.createElement('form'));
  show([{ isIntersecting: false }]);
  await new Promise((done) => setTimeout(done, 20));
  expect(scripts).toHaveLength(0);
  show([{ isIntersecting: true }]);
  await waitFor(() => expect(scripts).toHaveLength(1));
});

describe('a captcha that does not arrive within 15 s', () => {
  const write = (label: RegExp, value: string) => fill(screen.getByLabelText(label), value);
  const forms: [string, string, () => void][] = [
    [
      '/login',
      'Iniciar Sesión',
      () => {
        write(/^Email/, 'marta@cantera.test');
        write(/^Contraseña/, 'una-clave-larga');
      },
    ],
    ['/recordar-contrasena', 'Enviar enlace de recuperación', () => write(/^Email/, 'marta@cantera.test')],
    [
      '/contact/teams',
      'Enviar mensaje',
      () => {
        write(/^Nombre/, 'Marta');
        write(/^Email/, 'marta@cantera.test');
        write(/^Mensaje/, 'Somos un club.');
      },
    ],
    [
      '/imagenes-de-menores',
      'Enviar aviso',
      () => {
        write(/^Equipo/, 'Alevín A');
        fireEvent.click(screen.getByRole('radio', { name: 'Sí' }));
        write(/^¿Qué se ve/, 'Sale mi hija.');
        write(/^Tu nombre/, 'Marta');
        write(/^Tu email/, 'marta@familia.test');
      },
    ],
  ];
  test.each(forms)('%s asks to press again', async (page, name, enter) => {
    open(page);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name });
    enter();
    await waitFor(() => expect(scripts).toHaveLength(1));
    vi.useFakeTimers();
    await act(async () => void fireEvent.submit(button.form as HTMLFormElement));
    await act(() => vi.advanceTimersByTimeAsync(14_900));
    expect(screen.queryByText(slow)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(screen.getByText(slow)).toBeDefined();
  });
});

// Last in the file: the module keeps a script that has arrived.
test('[H-BUY-1] the sheet focuses the email, waits 15 s with its button busy, and goes on at the next press', async () => {
  const pays: Replies = { 'POST /users/by-email': () => new Promise(() => undefined) };
  const { user } = open(path, { replies: { ...sells, ...pays } });
  await user.click((await screen.findAllByRole('link', { name: /^Ver por 1,99/ }))[0] as HTMLElement);
  const sheet = within(await screen.findByRole('dialog', { name: 'Ver este partido' }));
  const email = sheet.getByLabelText(/^Email/);
  expect(document.activeElement).toBe(email);
  await waitFor(() => expect(scripts).toHaveLength(1));
  fill(email, 'marta@cantera.test');
  await user.click(sheet.getByRole('checkbox', { name: /^Quiero verlo ya/ }));
  const button = sheet.getByRole<HTMLButtonElement>('button', { name: /^Pagar 1,99/ });
  const press = () => act(async () => void fireEvent.submit(button.form as HTMLFormElement));
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  vi.useFakeTimers();
  await press();
  await wait(14_900);
  expect([button.getAttribute('aria-busy'), sheet.queryByText(slow)]).toEqual(['true', null]);
  await wait(200);
  expect(sheet.getByText(slow)).toBeDefined();
  expect(button.disabled).toBe(false);

  await press();
  stubCaptcha();
  scripts[0]?.onload?.(new Event('load'));
  await wait(100);
  expect(sheet.queryByText(slow)).toBeNull();
  expect(scripts).toHaveLength(1);
  expect(callsTo('POST /users/by-email')).toHaveLength(1);
  expect(address()).toBe(path);
});
