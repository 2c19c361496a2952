/** What a person can tell whoever helps: the id of the request that failed. */

import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError, errorText } from '../../../web/lib/api.ts';
import { toast } from '../../../web/ui/toaster.tsx';
import { captchaConfig, open, site, stubCaptcha } from '../support/app.tsx';

site.config = captchaConfig;

const broken = {
  status: 500,
  headers: { 'apigw-requestid': 'JKJaXmPLvHcESHA=' },
  code: 'REQ5000',
  message: 'Algo salió mal. Intenta de nuevo en un rato',
};

test('[V-UI-10] a page that cannot load says which request failed, and a click copies it', async () => {
  const { user } = open('/clubes', { replies: { 'GET /clubs': broken } });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Algo salió mal. Intenta de nuevo en un rato');
  expect(alert.textContent).toContain('Referencia: JKJaXmPLvHcESHA=');
  await user.click(screen.getByRole('button', { name: 'Copiar la referencia JKJaXmPLvHcESHA=' }));
  expect(await screen.findByText('Referencia copiada')).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe('JKJaXmPLvHcESHA=');
});

test('[V-UI-10] so does a form that could not be sent, and a message in the corner', async () => {
  stubCaptcha();
  const { user } = open('/recordar-contrasena', { replies: { 'POST /users/forgot-password': broken } });
  await user.type(await screen.findByLabelText('Email'), 'marta@cantera.test');
  await user.click(screen.getByRole('button', { name: 'Enviar enlace de recuperación' }));
  expect(await screen.findByRole('button', { name: 'Copiar la referencia JKJaXmPLvHcESHA=' })).toBeDefined();
  act(() => void toast.error(errorText(new ApiError(503, 'REQ5030', 'Hay mucha gente', 'another-request='))));
  expect(await screen.findByRole('button', { name: 'Copiar la referencia another-request=' })).toBeDefined();
});

test('[V-UI-10] a refusal that says what to do shows no id', async () => {
  open('/clubes', {
    replies: {
      'GET /clubs': { status: 429, headers: broken.headers, code: 'REQ4290', message: 'Demasiados intentos' },
    },
  });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Demasiados intentos');
  expect(alert.textContent).not.toContain('eferencia');
});
