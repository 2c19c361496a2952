import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Playback } from '../../../shared/domain/playback-grant.ts';
import { errorAnswer } from '../support/api-answers.ts';
import {
  address,
  callsTo,
  captchaConfig,
  fill as enter,
  id,
  open,
  person,
  problems,
  type Replies,
  site,
  stubCaptcha,
} from '../support/app.tsx';
import { eventOfItem, liveStream, sportEvent, vod } from '../support/builders.ts';

site.config = captchaConfig;
const actions: string[] = [];
const captcha = { token: 'verified' };
beforeEach(() => {
  actions.length = 0;
  captcha.token = 'verified';
  stubCaptcha(captcha, actions);
});

const event = id('event');
const ppv = `source=ppv&sportEventId=${event}&redirectUrl=${encodeURIComponent('/vods/1')}`;
const payment = `/creando-pago?productType=PT_SPORT_EVENT&sportEventId=${event}&redirectUrl=${encodeURIComponent('/vods/1')}`;
const newcomer = person('REGULAR_BASIC', { name: '', surname: '', hasPassword: false });
const entered = { token: `${newcomer.id}.secret`, expiresAt: '2999-01-01', isLiveUser: false, user: newcomer };
/** The payment page requests its link at once; the link is never followed here. */
const pays: Replies = { 'POST /payments/stripe': () => new Promise(() => undefined) };
const sells: Replies = {
  ...pays,
  'POST /users/by-email': { data: entered },
  'GET /users/me': { data: { user: newcomer } },
};

const email = () => screen.findByLabelText<HTMLInputElement>(/^Email/);
const terms = () => screen.getByRole('checkbox', { name: /Acepto los/ });
const proceed = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Ir al pago' }));

const consent = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Quiero verlo ya/ });

async function fill(user: UserEvent) {
  enter(await email(), ' Marta@cantera.test');
  await user.click(terms());
  await user.click(consent());
  await proceed(user);
}

describe('buying a match with an email alone', () => {
  test('[E-PAY-1] [A-PAY-11] [A-SUB-14] an email and the consent lead to the payment with a session', async () => {
    const { user } = open(`/comprar?${ppv}`, { replies: sells });
    await fill(user);
    await waitFor(() => expect(address()).toBe(payment));
    expect(actions).toEqual(['signup']);
    expect(callsTo('POST /users/by-email').map(({ body }) => body)).toEqual([
      { email: 'Marta@cantera.test', acceptTerms: true, captchaToken: 'verified', platform: 'web' },
    ]);
    await waitFor(() => expect(callsTo('POST /payments/stripe')).toHaveLength(1));
    expect(callsTo('POST /payments/stripe')[0]?.body).toMatchObject({ sportEventId: event, consent: 'PARTIDO-1' });
    expect(callsTo('POST /payments/stripe')[0]?.headers.get('authorization')).toBe(`Bearer ${entered.token}`);
    expect(document.cookie).toContain('cantera-session=');
  });

  test('[E-PAY-1] shows the product with its price above the form, and a hint about the password', async () => {
    open(`/comprar?${ppv}`, { replies: { [`GET /sportevents/${event}`]: errorAnswer('EVT4040') } });
    const order = within(await screen.findByRole('region', { name: 'Tu compra' }));
    expect(await order.findByText('Un partido')).toBeDefined();
    expect(order.getByText('1,99 €')).toBeDefined();
    const hint = document.getElementById(String((await email()).getAttribute('aria-describedby')));
    expect(hint?.textContent).toMatch(/no necesitas contraseña.*podrás elegir una/);
  });

  test('[A-SIGNUP-12] [A-SIGNUP-13] [A-SEC-4] shows one problem at a time under its field, and focuses it', async () => {
    const { user } = open(`/comprar?${ppv}`, { replies: sells });
    await email();
    await proceed(user);
    expect(problems()).toEqual(['Por favor, introduce tu email']);
    expect(document.activeElement).toBe(await email());
    await user.type(await email(), 'marta');
    expect(problems()).toEqual([]);
    await proceed(user);
    expect(problems()).toEqual(['Por favor, introduce un email válido']);
    await user.type(await email(), '@cantera.test');
    await proceed(user);
    expect(problems()).toEqual(['Debes aceptar los términos y condiciones']);
    expect(document.activeElement).toBe(terms());
    await user.click(terms());
    await proceed(user);
    expect(problems()).toEqual(['Marca la casilla para ir al pago']);
    expect(document.activeElement).toBe(consent());
    expect(callsTo('POST /users/by-email')).toEqual([]);
  });

  test('[A-SEC-5] sends nothing without a captcha', async () => {
    captcha.token = '';
    const { user } = open(`/comprar?${ppv}`, { replies: sells });
    await fill(user);
    expect(await screen.findByText('El captcha no está listo, vuelve a intentarlo')).toBeDefined();
    expect(callsTo('POST /users/by-email')).toEqual([]);
  });

  test('[A-PAY-11] sends a double submission once', async () => {
    const replies = { ...sells, 'POST /users/by-email': () => new Promise<never>(() => undefined) };
    const { user } = open(`/comprar?${ppv}`, { replies });
    await fill(user);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Ir al pago' });
    expect([button.disabled, button.getAttribute('aria-busy')]).toEqual([true, 'true']);
    await user.type(await email(), '{Enter}');
    await waitFor(() => expect(callsTo('POST /users/by-email')).toHaveLength(1));
    fireEvent.submit(button.form as HTMLFormElement);
    await user.click(button);
    expect(callsTo('POST /users/by-email')).toHaveLength(1);
  });

  test('[A-SIGNUP-24] leads an existing account to the login, and from there to the payment', async () => {
    const taken = errorAnswer('SR4092', 'x');
    const { user } = open(`/comprar?${ppv}`, { replies: { ...sells, 'POST /users/by-email': taken } });
    await fill(user);
    const [alert] = (await screen.findAllByRole('alert')).filter(({ textContent }) => textContent);
    expect(alert?.textContent).toBe('Ya existe un usuario con ese email. Inicia sesión o registrate con otro email.');
    const [above, below] = screen.getAllByRole('link', { name: 'Inicia sesión' });
    expect(below?.getAttribute('href')).toBe(above?.getAttribute('href'));
    expect(new URL(String(above?.getAttribute('href')), location.origin).searchParams.get('redirectTo')).toBe(payment);
  });

  test('[A-PAY-11] asks a returning email-only buyer to check the mailbox', async () => {
    const bought = errorAnswer('SR4093');
    const { message } = bought;
    const { user } = open(`/comprar?${ppv}`, { replies: { ...sells, 'POST /users/by-email': bought } });
    await fill(user);
    await waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(message));
    expect(problems()).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Ir al pago' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Usar otro email' }));
    expect((await email()).value).toBe('Marta@cantera.test');
  });

  test('[V-UI-10] shows any other error above the form, which can be sent again', async () => {
    const refused = errorAnswer('REQ4290', 'Se han creado demasiadas cuentas desde tu red.');
    const { user } = open(`/comprar?${ppv}`, { replies: { ...sells, 'POST /users/by-email': refused } });
    await fill(user);
    await waitFor(() => expect(problems()).toEqual([refused.message]));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ir al pago' }).disabled).toBe(false);
  });
});

describe('other ways', () => {
  test('[A-SUB-15] links to the full account form with the same query', async () => {
    open(`/comprar?${ppv}`, { replies: sells });
    const link = await screen.findByRole('link', { name: 'Prefiero crear mi cuenta completa' });
    const query = new URLSearchParams(link.getAttribute('href')?.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual(Object.fromEntries(new URLSearchParams(ppv)));
    expect(link.getAttribute('href')).toMatch(/^\/subscription\?/);
  });

  test('[A-SUB-6] redirects to the full account form without a match', async () => {
    open('/comprar?source=subscription');
    await waitFor(() => expect(address()).toBe('/subscription?source=subscription'));
  });

  test('[A-PAY-1] redirects a logged-in user to the payment', async () => {
    open(`/comprar?${ppv}`, { user: person('REGULAR_BASIC'), replies: pays });
    expect(await screen.findByText('Espera mientras te redirigimos a la plataforma de pago')).toBeDefined();
    expect(address()).toBe(payment);
  });
});

describe('the sheet on a page that sells a match', () => {
  const path = `/vods/${id('vod')}`;
  const page = (playback: Playback): Replies => ({
    ...sells,
    [`GET ${path}`]: { data: { vod: vod(1, { id: id('vod'), playback, sportEvent: eventOfItem({ id: event }) }) } },
    [`GET /sportevents/${event}`]: errorAnswer('EVT4040'),
  });
  const visitor = page({ granted: false, reason: 'LOGIN_REQUIRED' });
  const toPay = `/creando-pago?productType=PT_SPORT_EVENT&sportEventId=${event}&redirectUrl=${encodeURIComponent(path)}`;

  test('[H-BUY-1] the sheet names the match of its page at once', async () => {
    const replies = { ...visitor, [`GET /sportevents/${event}`]: () => new Promise<never>(() => undefined) };
    const { user } = open(path, { replies });
    await user.click((await screen.findAllByRole('link', { name: /^Ver por 1,99/ }))[0] as HTMLElement);
    const order = within(await screen.findByRole('region', { name: 'Tu compra' }));
    expect(order.getByText(eventOfItem({ id: event }).title)).toBeDefined();
    expect(order.queryByText('Cargando el partido')).toBeNull();
  });

  test('[H-BUY-1] one tap, the email and one more tap lead to the payment', async () => {
    const { user } = open(path, { replies: visitor });
    await user.click((await screen.findAllByRole('link', { name: /^Ver por 1,99/ }))[0] as HTMLElement);
    const sheet = within(await screen.findByRole('dialog', { name: 'Ver este partido' }));
    expect(location.hash).toBe('#comprar');
    expect(sheet.getByText(/^Al pagar aceptas los/)).toBeDefined();
    enter(await email(), 'marta@cantera.test');
    expect(consent().checked).toBe(false);
    await user.click(consent());
    await user.click(sheet.getByRole('button', { name: /^Pagar 1,99/ }));
    await waitFor(() => expect(address()).toBe(toPay));
    expect(callsTo('POST /users/by-email')).toHaveLength(1);
  });

  test('[H-BUY-1] closes back to the page, and opens by its address', async () => {
    const { user } = open(`${path}#comprar`, { replies: visitor });
    await screen.findByRole('dialog', { name: 'Ver este partido' });
    await user.click(screen.getByRole('button', { name: 'Cerrar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([address(), location.hash]).toEqual([path, '']);
  });

  test('[H-BUY-1] [F-LAW-3] asks logged-in users for the consent and nothing else', async () => {
    const replies = page({ granted: false, reason: 'PAYMENT_REQUIRED' });
    const { user } = open(`${path}#comprar`, { user: newcomer, replies });
    const pay = await screen.findByRole('button', { name: /^Pagar 1,99/ });
    expect(screen.queryByLabelText(/^Email/)).toBeNull();
    await user.click(pay);
    expect([address(), problems()]).toEqual([path, ['Marca la casilla para ir al pago']]);
    await user.click(consent());
    await user.click(pay);
    await waitFor(() => expect(address()).toBe(toPay));
    await waitFor(() => expect(callsTo('POST /payments/stripe')[0]?.body).toMatchObject({ consent: 'PARTIDO-1' }));
  });

  test('[F-LAW-1] shows product, total, duration, renewal and seller beside the button', async () => {
    open(`${path}#comprar`, { user: newcomer, replies: page({ granted: false, reason: 'PAYMENT_REQUIRED' }) });
    const sheet = within(await screen.findByRole('dialog', { name: 'Ver este partido' }));
    const order = within(sheet.getByRole('region', { name: 'Tu compra' }));
    expect(order.getByText(eventOfItem({ id: event }).title)).toBeDefined();
    expect(order.getByText('IVA incluido')).toBeDefined();
    expect(sheet.getByText(/^Hasta 90 días/)).toBeDefined();
    expect(sheet.getByText('Pago único: no se renueva')).toBeDefined();
    expect(sheet.getByText(/^Cantera TV \(demostración\), NIF/)).toBeDefined();
    expect(sheet.getByText(/Bizum, tarjeta/)).toBeDefined();
  });

  test('[F-MONEY-6] offers the phone’s browser inside a chat, and nowhere else', async () => {
    const replies = page({ granted: false, reason: 'PAYMENT_REQUIRED' });
    const shown = open(`${path}#comprar`, { user: newcomer, replies });
    await screen.findByRole('dialog', { name: 'Ver este partido' });
    expect(screen.queryByRole('link', { name: 'Abrir en el navegador' })).toBeNull();
    shown.unmount();
    const agent = vi.spyOn(navigator, 'userAgent', 'get');
    agent.mockReturnValue('Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile Safari/537.36 Instagram 350.0');
    open(`${path}#comprar`, { user: newcomer, replies });
    const link = await screen.findByRole('link', { name: 'Abrir en el navegador' });
    expect(link.getAttribute('href')).toMatch(/^intent:\/\/.*#Intent;scheme=http;.*fallback_url=http/);
    cleanup();
    agent.mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 [FBAN/FBIOS]');
    open(`${path}#comprar`, { user: newcomer, replies });
    const safari = await screen.findByRole('link', { name: 'Abrir en el navegador' });
    expect(safari.getAttribute('href')).toMatch(/^x-safari-http:.*#comprar$/);
  });

  test('[H-BUY-1] one button leads from the end of the free moment to the sheet', async () => {
    const replies: Replies = {
      ...visitor,
      [`GET ${path}/free-moment`]: { data: { freeMoment: { seconds: 30 } } },
      [`POST ${path}/free-moment`]: { data: { video: 'https://media.test/moment.mp4' } },
    };
    const { user } = open(path, { replies });
    await user.click(await screen.findByRole('button', { name: 'Ver un momento gratis' }));
    fireEvent.ended(await screen.findByLabelText(/^Momento gratis de/));
    const more = await screen.findByRole('link', { name: /^Seguir viendo por 1,99/ });
    expect(document.activeElement).toBe(more);
    await user.click(more);
    expect(await screen.findByRole('dialog', { name: 'Ver este partido' })).toBeDefined();
  });

  const ahead = sportEvent({
    id: event,
    state: 'SCHEDULED',
    isPublic: false,
    scheduledStartDate: '2099-03-05T17:00:00.000Z',
    scheduledFinishDate: '2099-03-05T19:00:00.000Z',
  });
  const offAir = {
    ...liveStream('campo', { isLive: false, status: 'OFFLINE', startedAt: null }),
    sportEvent: ahead,
    playback: { granted: false, reason: 'LOGIN_REQUIRED' as const },
  };
  const awaited: Replies = {
    ...sells,
    [`GET /sportevents/${event}`]: { data: { sportEvent: ahead } },
    'GET /liveusers/campo': { data: { liveUser: offAir } },
  };

  test.each([`/evento/${event}`, '/live/campo'])(
    '[H-BUY-2] %s sells a match before it begins, and states the refund terms beside each button',
    async (page) => {
      const { user } = open(page, { replies: awaited });
      const buttons = await screen.findAllByRole('link', { name: /^Reservar por 1,99/ });
      expect(screen.getAllByText(/Si cambia de fecha/)).toHaveLength(buttons.length);
      expect(screen.getAllByText(/no llega a verse,.* te devolvemos el dinero/)).toHaveLength(buttons.length);
      await user.click(buttons[0] as HTMLElement);
      const sheet = within(await screen.findByRole('dialog', { name: 'Reserva el partido' }));
      expect(sheet.getByText(/Si se cancela o no llega a verse,.*te devolvemos el dinero/)).toBeDefined();
    },
  );
});
