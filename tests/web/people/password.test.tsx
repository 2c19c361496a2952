import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import {
  address,
  callsTo,
  captchaConfig,
  fill as enter,
  open,
  problems,
  type Replies,
  site,
  stubCaptcha,
} from '../support/app.tsx';

site.config = captchaConfig;
beforeEach(() => void stubCaptcha());

describe('the forgotten-password form', () => {
  const accepts: Replies = { 'POST /users/forgot-password': {} };
  const button = () => screen.getByRole('button', { name: 'Enviar enlace de recuperación' });
  async function ask(replies: Replies, email = 'marta@cantera.test') {
    const { user } = open('/recordar-contrasena', { replies });
    if (email) await user.type(await screen.findByLabelText('Email'), email);
    else await screen.findByLabelText('Email');
    await user.click(button());
    return user;
  }

  test.each(['/recordar-contrasena', '/recuperar-contrasena'])(
    '[A-FORGOT-1] [A-FORGOT-2] opens the form at %s',
    async (path) => {
      open(path);
      expect(await screen.findByLabelText('Email')).toBeDefined();
      expect(button()).toBeDefined();
    },
  );

  test.each([
    ['[A-FORGOT-4]', '', 'Por favor, introduce tu email'],
    ['[A-FORGOT-5]', 'marta@cantera', 'Por favor, introduce un email válido'],
  ])('%s sends nothing for "%s"', async (_row, email, text) => {
    await ask(accepts, email);
    expect(problems()).toEqual([text]);
    expect(callsTo('POST /users/forgot-password')).toEqual([]);
  });

  test('[A-FORGOT-3] [A-FORGOT-6] [A-FORGOT-7] hides the field while sending and afterwards', async () => {
    const actions = stubCaptcha();
    let answer: (reply: object) => void = () => undefined;
    await ask({ 'POST /users/forgot-password': () => new Promise((done) => (answer = done)) });
    await waitFor(() => expect(callsTo('POST /users/forgot-password')).toHaveLength(1));
    expect(screen.queryByLabelText('Email')).toBeNull();
    expect(callsTo('POST /users/forgot-password')[0]?.body).toEqual({
      email: 'marta@cantera.test',
      captchaToken: 'verified',
      platform: 'web',
    });
    expect(actions).toEqual(['forgotPassword']);
    act(() => answer({}));
    await screen.findByText('Recibirás un correo con instrucciones para recuperar tu contraseña.');
    expect(screen.queryByLabelText('Email')).toBeNull();
  });

  test('[A-FORGOT-6] reports a failed verification and sends nothing', async () => {
    stubCaptcha({ token: '' });
    await ask(accepts);
    expect(await screen.findByText('No se pudo verificar reCAPTCHA. Inténtalo de nuevo.')).toBeDefined();
    expect(callsTo('POST /users/forgot-password')).toEqual([]);
  });

  test('[A-FORGOT-6] reports a captcha that fails to load', async () => {
    vi.unstubAllGlobals();
    await ask(accepts);
    expect(await screen.findByText('El servicio reCAPTCHA no está listo. Inténtalo de nuevo.')).toBeDefined();
    expect(callsTo('POST /users/forgot-password')).toEqual([]);
  });

  test('[A-FORGOT-8] keeps the form after a failure', async () => {
    await ask({ 'POST /users/forgot-password': rawAnswer(500) });
    await screen.findByText('Ha ocurrido un error al procesar tu solicitud. Por favor, inténtalo de nuevo más tarde.');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('marta@cantera.test');
  });
});

describe('the reset form', () => {
  const path = '/restablecer-contrasena?token=from-the-mail';
  const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Restablecer Contraseña' }));
  async function fill(replies: Replies) {
    const { user } = open(path, { replies });
    enter(await screen.findByLabelText(/^Nueva contraseña/), 'nueva-clave');
    enter(screen.getByLabelText(/^Repite la nueva contraseña/), 'nueva-clave');
    await send(user);
  }

  test('[A-RESET-3] shows no fields without a token', async () => {
    open('/restablecer-contrasena');
    await screen.findByText('Token de recuperación no encontrado. Por favor, solicita un nuevo enlace.');
    expect(screen.queryByRole('button', { name: 'Restablecer Contraseña' })).toBeNull();
  });

  test('[A-RESET-2] [A-RESET-5] [A-RESET-6] [A-RESET-7] shows one problem at a time', async () => {
    const { user } = open(path);
    const password = await screen.findByLabelText(/^Nueva contraseña/);
    await send(user);
    expect(problems()).toEqual(['Por favor, introduce una nueva contraseña']);
    enter(password, '1234567');
    await send(user);
    expect(problems()).toEqual(['La contraseña debe tener al menos 8 caracteres']);
    await user.type(password, '8');
    await send(user);
    expect(problems()).toEqual(['Las contraseñas no coinciden']);
    expect(callsTo('POST /users/reset-password')).toEqual([]);
  });

  test('[A-RESET-1] [A-RESET-8] [A-RESET-9] [A-RESET-10] hides the fields on success and leads to the login after 5 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let answer: (reply: object) => void = () => undefined;
    await fill({ 'POST /users/reset-password': () => new Promise((done) => (answer = done)) });
    await waitFor(() => expect(callsTo('POST /users/reset-password')).toHaveLength(1));
    expect(callsTo('POST /users/reset-password')[0]?.body).toEqual({
      token: 'from-the-mail',
      newPassword: 'nueva-clave',
    });
    expect(screen.queryByLabelText(/^Nueva contraseña/)).toBeNull();
    act(() => answer({}));
    await screen.findByText('Contraseña actualizada con éxito. Ya puedes iniciar sesión con tu nueva contraseña.');
    expect(screen.queryByLabelText(/^Nueva contraseña/)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(4500));
    expect(address()).toBe(path);
    await act(() => vi.advanceTimersByTimeAsync(600));
    await waitFor(() => expect(address()).toBe('/login'));
  });

  test('[A-RESET-4] reports an invalid, used or expired token', async () => {
    await fill({ 'POST /users/reset-password': errorAnswer('SR4002', 'otra cosa') });
    await screen.findByText('Token de recuperación inválido. Por favor, solicita un nuevo enlace.');
    expect(screen.getByRole('link', { name: 'Solicitar un nuevo enlace' }).getAttribute('href')).toBe(
      '/recordar-contrasena',
    );
  });
});
