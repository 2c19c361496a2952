/** Messages of failures: they show the id of the failed request, which the user can report. */

import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createElement } from '../../../web/features/league/scorer/dom.ts';
import { showSyncStatus } from '../../../web/features/league/scorer/sync-status.ts';
import { ApiError, errorText } from '../../../web/lib/api.ts';
import { toast } from '../../../web/ui/toaster.tsx';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import { admin, basic, captchaConfig, fill, id, open, type Replies, site, stubCaptcha } from '../support/app.tsx';
import { staffUser } from '../support/builders.ts';

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

type Hands = ReturnType<typeof open>['user'];
const press = async (user: Hands, name: string) => user.click(await screen.findByRole('button', { name }));

/** Each place that showed a server's message by itself: its page, the endpoint that fails, and how to get there. */
const places: Record<
  string,
  { path: string; user?: typeof basic; fails: string; replies?: Replies; act: (user: Hands) => Promise<void> }
> = {
  'the newsletter': {
    path: '/clubes',
    fails: 'POST /public/newsletter',
    act: async (user) => {
      const footer = within(await screen.findByRole('contentinfo'));
      fill(await footer.findByRole('textbox'), 'marta@cantera.test');
      await user.click(footer.getByRole('button', { name: 'Suscribirme' }));
    },
  },
  'an invitation': {
    path: '/aceptar-invitacion?token=tok',
    fails: 'POST /club-staff-invitations/tok/accept',
    replies: { 'GET /club-staff-invitations/tok': { data: { email: 'ana@club.test', clubName: 'CD Sauce' } } },
    act: async (user) => {
      fill(await screen.findByLabelText(/^Nombre/), 'Ana');
      fill(screen.getByLabelText(/^Contraseña/), 'contraseña-larga');
      fill(screen.getByLabelText(/^Repite la contraseña/), 'contraseña-larga');
      await press(user, 'Activar mi cuenta');
    },
  },
  'an invitation that is sent again': {
    path: `/club-staff-users/manage/${id('staff1')}`,
    user: admin,
    fails: `POST /live/club-staff-users/${id('staff1')}/resend-invitation`,
    replies: { [`GET /live/club-staff-users/${id('staff1')}`]: { data: { clubStaffUser: staffUser(1) } } },
    act: (user) => press(user, 'Reenviar invitación'),
  },
  'a field': {
    path: '/tv',
    user: basic,
    fails: 'POST /users/me/televisions/find',
    act: async (user) => {
      fill(await screen.findByLabelText(/^Código/), '482915');
      await user.keyboard('{Enter}');
      await press(user, 'Continuar');
    },
  },
  'a family invitation': {
    path: '/familias/codigo',
    user: basic,
    fails: 'POST /family-invitations/codigo',
    replies: {
      'GET /family-invitations/codigo': {
        data: {
          sport: 'SOCCER',
          category: 'infantil',
          season: 2026,
          state: null,
          isProved: true,
          club: { id: id('club'), name: 'CD Sauce' },
        },
      },
    },
    act: (user) => press(user, 'Pedir verlos'),
  },
};

test.each(Object.entries(places))('[A-ERR-3] shows the links of a message, and the id, at %s', async (_, place) => {
  const message = 'Ahora no se puede. <a href="/#contacto">Escríbenos</a>.';
  const { user } = open(place.path, {
    ...(place.user && { user: place.user }),
    replies: { ...place.replies, [place.fails]: { ...errorAnswer('REQ5000', message), headers } },
  });
  await place.act(user);
  const link = await screen.findByRole('link', { name: 'Escríbenos' });
  expect(link.getAttribute('href')).toBe('/#contacto');
  expect(screen.getByRole('button', { name: 'Copiar la referencia JKJaXmPLvHcESHA=' })).toBeDefined();
  expect(document.body.textContent).not.toContain('<a href');
});

test('[A-ERR-3] has no text of a failure that JSX or an error would show as letters', () => {
  const failure = new ApiError(400, 'REQ4000', '<b>No</b>');
  // @ts-expect-error: only FailureText may show it
  const shown = <p>{errorText(failure)}</p>;
  expect(shown).toBeDefined();
  expect(failure.message).toBe('400 REQ4000');
});

test('[A-ERR-3] shows the links of a message in the scorer app', () => {
  const line = createElement('p');
  const reason = 'El enlace ha caducado. <a href="/#contacto" onclick="x()">Pide otro</a> <script>x()</script>';
  showSyncStatus(line, { connection: 'gone', waitingCount: 0, reason }, '/login');
  expect(line.innerHTML).toBe('El enlace ha caducado. <a href="/#contacto" class="underline">Pide otro</a> ');
});
