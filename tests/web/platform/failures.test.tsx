/** Messages of failures: they show the id of the failed request, which the user can report. */

import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError, errorText } from '../../../web/lib/api.ts';
import { toast } from '../../../web/ui/toaster.tsx';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import { captchaConfig, open, site, stubCaptcha } from '../support/app.tsx';

site.config = captchaConfig;

const headers = { 'apigw-requestid': 'JKJaXmPLvHcESHA=' };
const broken = { ...errorAnswer('REQ5000'), headers };

test('[V-UI-10] shows the id of the failed request on a page that failed to load, and copies it on a click', async () => {
  const { user } = open('/clubes', { replies: { 'GET /clubs': broken } });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Algo salió mal. Intenta de nuevo en un rato');
  expect(alert.textContent).toContain('Referencia: JKJaXmPLvHcESHA=');
  await user.click(screen.getByRole('button', { name: 'Copiar la referencia JKJaXmPLvHcESHA=' }));
  expect(await screen.findByText('Referencia copiada')).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe('JKJaXmPLvHcESHA=');
});

test('[V-UI-10] shows the id below a form that failed and in a toast', async () => {
  stubCaptcha();
  const { user } = open('/recordar-contrasena', { replies: { 'POST /users/forgot-password': broken } });
  await user.type(await screen.findByLabelText('Email'), 'marta@cantera.test');
  await user.click(screen.getByRole('button', { name: 'Enviar enlace de recuperación' }));
  expect(await screen.findByRole('button', { name: 'Copiar la referencia JKJaXmPLvHcESHA=' })).toBeDefined();
  act(() => void toast.error(errorText(new ApiError(503, 'REQ5030', 'Hay mucha gente', 'another-request='))));
  expect(await screen.findByRole('button', { name: 'Copiar la referencia another-request=' })).toBeDefined();
});

test('[V-UI-10] shows no id for an error that the user can resolve', async () => {
  open('/clubes', {
    replies: {
      // API Gateway throttles without an error code.
      'GET /clubs': rawAnswer(429, { message: 'Demasiados intentos' }, headers),
    },
  });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Demasiados intentos');
  expect(alert.textContent).not.toContain('eferencia');
});
