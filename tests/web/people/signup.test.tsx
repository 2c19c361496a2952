import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import {
  address,
  callsTo,
  captchaConfig,
  createList,
  fill,
  id,
  open,
  person,
  problems,
  type Replies,
  type Reply,
  site,
  stubCaptcha,
} from '../support/app.tsx';
import { club as someClub } from '../support/builders.ts';
import { fillBasics, fillSecurity, proceed } from '../support/sign-up-form.ts';

site.config = captchaConfig;
beforeEach(() => void stubCaptcha());

const club = someClub();
const accepts: Replies = { 'POST /users': { data: { id: id('new') } }, 'GET /clubs': createList('clubs', [club]) };
const answerSignUp = (reply: Reply<'POST /users'>): Replies => ({ ...accepts, 'POST /users': reply });

const finish = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Crear cuenta' }));

async function signUp(path: string, replies: Replies) {
  const { user } = open(path, { replies });
  await fillBasics(user);
  await fillSecurity(user);
  await finish(user);
  return user;
}

test.each([
  [
    '[A-SIGNUP-1] [A-SIGNUP-2]',
    '',
    [
      'Acceso a contenido exclusivo',
      'Recomendaciones para ti',
      'Guarda tus favoritos y tus listas',
      'Tu contenido, sincronizado en todos tus dispositivos',
    ],
  ],
  ['[A-SIGNUP-3]', '?source=subscription', ['Acceso libre a todo el contenido en directo y en diferido']],
  [
    '[A-SIGNUP-4]',
    '?source=ppv',
    [
      'Acceso inmediato al partido completo',
      'Vuelve a verlo cuando quieras',
      'Calidad HD',
      'En todos tus dispositivos',
    ],
  ],
])('%s lists the benefits of "%s"', async (_rows, query, benefits) => {
  open(`/signup${query}`);
  const panel = within(await screen.findByRole('complementary'));
  expect(panel.getAllByRole('listitem').map((item) => item.textContent)).toEqual(benefits);
});

test.each([
  ['REGULAR_BASIC', '', '/home'],
  ['REGULAR_BASIC', '?source=ppv', '/home?showPurchaseBanner=true'],
  ['REGULAR_SUBSCRIBER', '?source=ppv', '/home?showSubscriptionBanner=true'],
  ['REGULAR_SUBSCRIBER', '?source=subscription', '/home'],
] as const)(
  '[A-GEN-7] [A-SIGNUP-5] a %s who opens the sign-up with the query "%s" is sent to %s',
  async (role, query, target) => {
    open(`/signup${query}`, { user: person(role) });
    await waitFor(() => expect(address()).toBe(target));
  },
);

describe('step 1', () => {
  test('[A-SIGNUP-6] [A-SIGNUP-7] [A-SIGNUP-8] [A-SIGNUP-23] has fields, steps and a link to the login', async () => {
    const { user } = open('/signup', { replies: accepts });
    const steps = within(await screen.findByRole('list', { name: 'Pasos' })).getAllByRole('listitem');
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual(['step', null]);
    for (const name of [/^Nombre/, /^Apellidos/, /^Email/, /^Tu club favorito/])
      expect(screen.getByLabelText(name)).toBeDefined();
    const login = within(screen.getByRole('main')).getByRole('link', { name: 'Inicia sesión' });
    expect(login.getAttribute('href')).toBe('/login');
    await fillBasics(user);
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step']);
  });

  test('[A-SIGNUP-9] [A-SIGNUP-10] [A-SIGNUP-11] [A-SIGNUP-12] [A-SIGNUP-13] [A-SIGNUP-14] shows one problem at a time, in order', async () => {
    const { user } = open('/signup', { replies: accepts });
    await screen.findByRole('button', { name: 'Continuar' });
    const steps: [string, () => Promise<void>][] = [
      ['Por favor, introduce tu nombre', () => user.type(screen.getByLabelText(/^Nombre/), 'Marta')],
      ['Por favor, introduce tu apellido', () => user.type(screen.getByLabelText(/^Apellidos/), 'Ruiz')],
      ['Por favor, introduce tu email', () => user.type(screen.getByLabelText(/^Email/), 'marta@cantera')],
      ['Por favor, introduce un email válido', () => user.type(screen.getByLabelText(/^Email/), '.test')],
      ['Por favor, selecciona un club', () => user.click(screen.getByRole('checkbox', { name: 'Sin preferencia' }))],
    ];
    for (const [text, mend] of steps) {
      await proceed(user);
      expect(problems()).toEqual([text]);
      await mend();
    }
    await proceed(user);
    expect(screen.getByRole('button', { name: 'Crear cuenta' })).toBeDefined();
  });

  test('[A-SIGNUP-17] [A-SIGNUP-19] finds the club by typing and sends it', async () => {
    const { user } = open('/signup', { replies: accepts });
    fill(await screen.findByLabelText(/^Nombre/), 'Marta');
    await user.type(screen.getByLabelText(/^Apellidos/), 'Ruiz');
    fill(screen.getByLabelText(/^Email/), 'Marta@Cantera.test');
    await user.type(screen.getByRole('combobox', { name: /Tu club favorito/ }), 'sau');
    await user.click(await screen.findByRole('option', { name: 'CD Sauce' }));
    await proceed(user);
    await fillSecurity(user);
    await user.click(screen.getByRole('checkbox', { name: /novedades/ }));
    await finish(user);
    await waitFor(() => expect(callsTo('POST /users')).toHaveLength(1));
    expect(callsTo('POST /users')[0]?.body).toEqual({
      name: 'Marta',
      surname: 'Ruiz',
      email: 'Marta@Cantera.test',
      password: 'secreta-1',
      acceptMarketing: true,
      captchaToken: 'verified',
      platform: 'web',
      favoriteClubId: club.id,
    });
  });
});

describe('step 2', () => {
  test('[A-SIGNUP-15] [A-SIGNUP-16] keeps the input when going back', async () => {
    const { user } = open('/signup', { replies: accepts });
    await fillBasics(user);
    expect(screen.getByLabelText(/^Contraseña/).getAttribute('type')).toBe('password');
    expect(screen.getByRole('checkbox', { name: /Quiero recibir novedades/ })).toBeDefined();
    expect(screen.getByRole('link', { name: 'términos y condiciones' }).getAttribute('href')).toBe(
      '/documento/condiciones-compra',
    );
    expect(screen.getByRole('link', { name: 'aviso legal' }).getAttribute('href')).toBe('/aviso-legal');
    fill(screen.getByLabelText(/^Contraseña/), 'secreta-1');
    await user.click(screen.getByRole('button', { name: 'Atrás' }));
    expect(screen.getByLabelText<HTMLInputElement>(/^Nombre/).value).toBe('Marta');
    await proceed(user);
    expect(screen.getByLabelText<HTMLInputElement>(/^Contraseña/).value).toBe('secreta-1');
  });

  test('[A-SEC-1] [A-SEC-2] [A-SEC-3] [A-SEC-4] [A-SEC-6] shows one problem at a time, in order', async () => {
    const { user } = open('/signup', { replies: accepts });
    await fillBasics(user);
    const password = screen.getByLabelText(/^Contraseña/);
    const steps: [string, () => Promise<void>][] = [
      ['Por favor, introduce una contraseña', () => user.type(password, '1234567')],
      ['La contraseña debe tener al menos 8 caracteres', () => user.type(password, '8')],
      ['Las contraseñas no coinciden', () => user.type(screen.getByLabelText(/^Repite la contraseña/), '12345678')],
      ['Debes aceptar los términos y condiciones', () => user.click(screen.getByRole('checkbox', { name: /^Acepto/ }))],
    ];
    for (const [text, mend] of steps) {
      await finish(user);
      expect(problems()).toEqual([text]);
      await mend();
    }
    expect(callsTo('POST /users')).toEqual([]);
    await finish(user);
    await waitFor(() => expect(callsTo('POST /users')).toHaveLength(1));
  });

  test('[A-SEC-5] [A-SIGNUP-18] sends nothing without a captcha; with one, the action is signup', async () => {
    const captcha = { token: '' };
    const actions = stubCaptcha(captcha);
    const user = await signUp('/signup', accepts);
    expect(await screen.findByText('El captcha no está listo, vuelve a intentarlo')).toBeDefined();
    expect(callsTo('POST /users')).toEqual([]);
    captcha.token = 'verified';
    await finish(user);
    await waitFor(() => expect(callsTo('POST /users')).toHaveLength(1));
    expect(actions).toEqual(['signup', 'signup']);
  });
});

describe('the result', () => {
  test('[A-SIGNUP-20] [A-SIGNUP-21] [A-SIGNUP-22] [A-CONST-7] shows the success, links to the login and goes there after 2 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await signUp('/signup?source=ppv', accepts);
    expect(await screen.findByText(/Cuenta creada con éxito. Ya puedes iniciar sesión./)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ir a iniciar sesión' }).getAttribute('href')).toBe(
      '/login?source=signup&showPurchaseBanner=true',
    );
    expect(callsTo('POST /users')[0]?.body).not.toHaveProperty('favoriteClubId');
    expect(address()).toBe('/signup?source=ppv');
    await act(() => vi.advanceTimersByTimeAsync(2000));
    await waitFor(() => expect(address()).toBe('/login?source=signup&showPurchaseBanner=true'));
  });

  // The specification lists SR4002 and SR5011; the server never sends them.
  const cases: [string, string, Reply<'POST /users'>, string][] = [
    [
      '[A-SIGNUP-24]',
      'SR4092',
      errorAnswer('SR4092', 'otra cosa'),
      'Ya existe un usuario con ese email. Inicia sesión o registrate con otro email.',
    ],
    [
      '[A-SIGNUP-25]',
      'SR4002',
      rawAnswer(400, { code: 'SR4002', message: 'otra cosa' }),
      'El token de reseteo de contraseña es inválido o ha expirado.',
    ],
    [
      '[A-SIGNUP-26]',
      'SR5011',
      rawAnswer(500, { code: 'SR5011', message: '' }),
      'Algo salió mal. Intenta de nuevo en un rato o contacta con nosotros.',
    ],
    ['[A-SIGNUP-27] [V-UI-10]', 'REQ4000', errorAnswer('REQ4000', 'Ese dominio no existe'), 'Ese dominio no existe'],
    ['[A-SIGNUP-27] [A-ERR-1]', 'no body', rawAnswer(500), 'Algo salió mal. Intenta de nuevo en un rato'],
  ];
  test.each(cases)('%s shows a message for %s', async (_rows, code, reply, shown) => {
    await signUp('/signup', answerSignUp(reply));
    await waitFor(() => expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toContain(shown));
    if (code === 'SR5011')
      expect(screen.getByRole('link', { name: 'contacta con nosotros' }).getAttribute('href')).toBe('/contact/teams');
    expect(screen.getByRole('button', { name: 'Crear cuenta' })).toBeDefined();
  });
});
