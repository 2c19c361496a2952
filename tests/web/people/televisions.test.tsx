import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { errorAnswer } from '../support/api-answers.ts';
import { address, admin, callsTo, fill, open, type Reply, subscriber } from '../support/app.tsx';

const asked = { code: '482915', secret: 'x'.repeat(43), expiresAt: '2999-01-01T00:00:00.000Z' };
const ask = { 'POST /session/televisions': { data: asked } };
const over = errorAnswer('TVS4040');
const found = { device: 'Televisión Samsung', askedAt: '2026-11-21T10:00:00.000Z', isNear: true };

describe('[E-TV-3] a television', () => {
  test('shows its code and returns to the requested page once the phone confirms', async () => {
    let answered = 0;
    const answer = (): Reply<'POST /session/televisions/answer'> => {
      answered += 1;
      const session = { token: 't.s', expiresAt: asked.expiresAt, user: subscriber };
      return { data: answered === 1 ? { state: 'WAITING' } : { state: 'CONFIRMED', ...session } };
    };
    open('/login/tv', {
      replies: { ...ask, 'POST /session/televisions/answer': answer, 'GET /users/me': { data: { user: subscriber } } },
    });
    expect((await screen.findByRole('img', { name: '4 8 2 9 1 5' })).textContent).toBe('482 915');
    expect(await screen.findByRole('img', { name: 'Código QR para tu móvil' })).toBeDefined();
    await waitFor(() => expect(address()).toBe('/home'));
    expect(decodeURIComponent(document.cookie)).toContain('"token":"t.s"');
    expect(callsTo('POST /session/televisions/answer')[0]?.body).toEqual({ code: asked.code, secret: asked.secret });
  });

  test('shows that its code expired or was declined, and requests another one only on a click', async () => {
    const { user } = open('/login/tv', { replies: { ...ask, 'POST /session/televisions/answer': over } });
    await screen.findByRole('heading', { name: 'El código ha caducado' });
    expect(callsTo('POST /session/televisions')).toHaveLength(1);
    // An unattended page asks no more.
    const polls = callsTo('POST /session/televisions/answer').length;
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    expect(callsTo('POST /session/televisions/answer')).toHaveLength(polls);
    await user.click(screen.getByRole('button', { name: 'Pedir otro código' }));
    await waitFor(() => expect(callsTo('POST /session/televisions')).toHaveLength(2));
  });

  test('shows that the phone declined', async () => {
    open('/login/tv', { replies: { ...ask, 'POST /session/televisions/answer': { data: { state: 'DECLINED' } } } });
    expect(await screen.findByRole('heading', { name: 'En el móvil has dicho que no' })).toBeDefined();
  });
});

describe('[E-TV-3] the phone', () => {
  const finds = { 'POST /users/me/televisions/find': { data: found } };

  test('shows the code of a QR link and confirms nothing by itself', async () => {
    const { user } = open('/tv#482915', {
      user: subscriber,
      replies: {
        ...finds,
        'POST /users/me/televisions': { message: 'Listo: tu televisión ya ha entrado en tu cuenta.' },
      },
    });
    expect(await screen.findByText('Televisión Samsung')).toBeDefined();
    expect(callsTo('POST /users/me/televisions')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Sí, es mi televisión' }));
    await screen.findByRole('heading', { name: 'Listo: tu televisión ya ha entrado en tu cuenta.' });
    expect(callsTo('POST /users/me/televisions')[0]?.body).toEqual({
      code: '482915',
      askedAt: found.askedAt,
      confirm: true,
    });
  });

  test('accepts a typed code, reports problems, and can decline', async () => {
    const { user } = open('/tv', {
      user: subscriber,
      replies: { ...finds, 'POST /users/me/televisions': { message: 'No ha entrado nadie en tu cuenta.' } },
    });
    const field = await screen.findByLabelText('Código');
    fill(field, '48291');
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    expect(await screen.findByText('El código son seis cifras')).toBeDefined();
    expect(callsTo('POST /users/me/televisions/find')).toEqual([]);
    await user.type(field, '5{Enter}');
    await user.click(await screen.findByRole('button', { name: 'No la conozco' }));
    expect(await screen.findByRole('heading', { name: 'No ha entrado nadie en tu cuenta.' })).toBeDefined();
    expect(callsTo('POST /users/me/televisions')[0]?.body).toMatchObject({ confirm: false });
  });

  test('reports an expired code at the field', async () => {
    open('/tv#482915', { user: subscriber, replies: { 'POST /users/me/televisions/find': over } });
    expect(await screen.findByText('Este código ya no vale. Pide otro en tu televisión.')).toBeDefined();
    expect((screen.getByLabelText('Código') as HTMLInputElement).value).toBe('482915');
  });

  test('sends a visitor to the login first and keeps the code', async () => {
    const { user } = open('/tv#482915', {
      replies: {
        ...finds,
        'POST /session/login': { data: { token: 't.s', expiresAt: '', isLiveUser: false, user: subscriber } },
        'GET /users/me': { data: { user: subscriber } },
      },
    });
    const links = await screen.findAllByRole('link', { name: 'Iniciar Sesión' });
    await user.click(links.at(-1)!);
    fill(await screen.findByLabelText('Email o identificador de usuario'), 'marta@cantera.test');
    fill(screen.getByLabelText('Contraseña'), 'secreta');
    await user.click(screen.getByRole('button', { name: 'Iniciar Sesión' }));
    expect(await screen.findByText('Televisión Samsung')).toBeDefined();
  });
});

test('[E-TV-3] the account links viewers to it, but not staff', async () => {
  const { unmount } = open('/profile/preferencias', { user: subscriber });
  expect((await screen.findByRole('link', { name: 'Conectar una televisión' })).getAttribute('href')).toBe('/tv');
  unmount();
  open('/profile/preferencias', { user: admin });
  await screen.findByRole('region', { name: 'Resultados' });
  expect(screen.queryByRole('link', { name: 'Conectar una televisión' })).toBeNull();
});
