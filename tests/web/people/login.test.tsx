import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getSignupCredentials, rememberSignup } from '../../../web/features/people/accounts/signup-credentials.ts';
import { hostileAddresses } from '../../support/hostile-addresses.ts';
import { pickSome } from '../../support/test-profile.ts';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import { address, answer, calls, callsTo, fill, open, person, type Replies, type Reply } from '../support/app.tsx';

const subscriber = person('REGULAR_SUBSCRIBER');
const accepts: Replies = {
  'POST /session/login': { data: { token: 't.s', expiresAt: '', isLiveUser: false, user: subscriber } },
  'GET /users/me': { data: { user: subscriber } },
};
const answerLogin = (reply: Reply<'POST /session/login'>): Replies => ({ 'POST /session/login': reply });

async function logIn(path: string, replies: Replies, { remember = false } = {}) {
  const { user } = open(path, { replies });
  fill(await screen.findByLabelText('Email o identificador de usuario'), ' marta@cantera.test ');
  fill(screen.getByLabelText('Contraseña'), 'secreta ');
  if (remember) await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Iniciar Sesión' }));
  return user;
}

test('[A-LOGIN-1] shows its fields and links', async () => {
  open('/login');
  expect(await screen.findByLabelText('Email o identificador de usuario')).toBeDefined();
  expect(screen.getByLabelText('Contraseña').getAttribute('type')).toBe('password');
  expect(screen.getByRole('checkbox', { name: 'Recordarme en este dispositivo' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Regístrate' }).getAttribute('href')).toBe('/signup');
  expect(screen.getByRole('link', { name: '¿Has olvidado tu contraseña?' }).getAttribute('href')).toBe(
    '/recordar-contrasena',
  );
});

test.each([
  ['[A-LOGIN-2]', 'source=signup', 'Cuenta creada con éxito. Ya puedes iniciar sesión.'],
  ['[A-LOGIN-3]', 'error=SR4006&source=x', 'El usuario está dado de baja'],
  ['[A-LOGIN-3]', 'error=<b>hola</b>', 'Algo salió mal. Intenta de nuevo en un rato'],
])('%s says at ?%s what happened, never in the words of the query', async (_row, query, text) => {
  open(`/login?${query}`);
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.queryByText('hola')).toBeNull();
});

test('[A-SUB-13] prefills the credentials of a fresh sign-up once', async () => {
  rememberSignup({ username: 'marta@cantera.test', password: 'secreta-1' });
  const { user, unmount } = open('/login?source=signup', { replies: accepts });
  const username = await screen.findByLabelText<HTMLInputElement>('Email o identificador de usuario');
  expect(username.value).toBe('marta@cantera.test');
  await user.click(screen.getByRole('button', { name: 'Iniciar Sesión' }));
  await waitFor(() =>
    expect(callsTo('POST /session/login')[0]?.body).toMatchObject({
      username: 'marta@cantera.test',
      password: 'secreta-1',
    }),
  );
  unmount();
  open('/login?source=signup');
  const fields = ['Email o identificador de usuario', 'Contraseña'];
  for (const name of fields) expect((await screen.findByLabelText<HTMLInputElement>(name)).value).toBe('');
});

test("[A-SUB-13] forgets the sign-up's credentials without a login", () => {
  vi.useFakeTimers();
  rememberSignup({ username: 'marta@cantera.test', password: 'secreta-1' });
  vi.advanceTimersByTime(600_000);
  expect(getSignupCredentials()).toBeUndefined();
});

test('[A-LOGIN-4] [A-LOGIN-5] shows what is missing and sends nothing', async () => {
  const { user } = open('/login');
  const button = (await screen.findAllByRole('button', { name: 'Iniciar Sesión' }))[0]!;
  await user.click(button);
  expect(screen.getByText('Introduce tu email')).toBeDefined();
  fill(screen.getByLabelText('Email o identificador de usuario'), 'a@b.es');
  await user.click(button);
  expect(screen.getByText('Introduce tu contraseña')).toBeDefined();
  expect(callsTo('POST /session/login')).toEqual([]);
});

test('[A-GEN-7] [A-LOGIN-9] [A-LOGIN-10] logs in and leads to the home page', async () => {
  await logIn('/login', accepts, { remember: true });
  await waitFor(() => expect(address()).toBe('/home'));
  expect(callsTo('POST /session/login')[0]?.body).toEqual({
    username: 'marta@cantera.test',
    password: 'secreta ',
    captchaToken: '',
    platform: 'web',
    remember: true,
  });
});

test.each([
  ['[A-LOGIN-10]', '/login?redirectTo=%2Ffutbol%3Fsearch%3DSauce', '/futbol?search=Sauce'],
  ['[A-LOGIN-10] [A-GUARD-1]', '/profile/pagos?desde=recibo#facturas', '/profile/pagos?desde=recibo#facturas'],
  ['[A-LOGIN-12]', '/login?showPurchaseBanner=true', '/home?showPurchaseBanner=true'],
])('%s leads from %s to %s', async (_rows, from, to) => {
  await logIn(from, accepts);
  await waitFor(() => expect(address() + location.hash).toBe(to));
});

test('[A-LOGIN-10] [A-GUARD-1] returns to the guarded page, and Back does not return to the login', async () => {
  const staff = person('CLUB_STAFF', { clubId: '01KCANTERAC000000000000001' });
  const before = history.length;
  await logIn('/vods/manage?page=2', {
    'POST /session/login': { data: { token: 't.s', expiresAt: '', isLiveUser: false, user: staff } },
    'GET /users/me': { data: { user: staff } },
  });
  await waitFor(() => expect(address()).toBe('/vods/manage?page=2'));
  expect(history.length).toBe(before);
});

test.each(pickSome(hostileAddresses(location.host)))(
  '[A-LOGIN-11] ignores an address of another site: %j',
  async (target) => {
    await logIn(`/login?redirectTo=${encodeURIComponent(target)}`, accepts);
    await waitFor(() => expect(address()).toBe('/home'));
  },
);

const cases: [string, Reply<'POST /session/login'>, string][] = [
  ['SSN4003', errorAnswer('SSN4003', 'otra cosa'), 'Usuario sin suscripción'],
  // The specification lists this code; the server never sends it.
  ['PYM4001', rawAnswer(400, { code: 'PYM4001', message: '' }), 'Ya has pagado por este producto'],
  ['SR4006', errorAnswer('SR4006', 'otra cosa'), 'El usuario está dado de baja'],
  ['SSN4011', errorAnswer('SSN4011', 'otra cosa'), 'Usuario / Contraseña incorrectos'],
  ['REQ4000', errorAnswer('REQ4000', 'otra cosa'), 'Usuario / Contraseña incorrectos'],
  ['CPT4000', errorAnswer('CPT4000'), 'No se pudo verificar reCAPTCHA. Inténtalo de nuevo.'],
  ['REQ4290', errorAnswer('REQ4290', 'Demasiados intentos. Espera.'), 'Demasiados intentos. Espera.'],
  ['no body', rawAnswer(500), 'Algo salió mal. Intenta de nuevo en un rato'],
];
test.each(cases)('[A-LOGIN-13] to [A-LOGIN-17] shows its text for %s', async (_code, reply, shown) => {
  await logIn('/login', answerLogin(reply));
  expect(await screen.findByText(shown)).toBeDefined();
  expect(address()).toBe('/login');
});

test('[A-LOGIN-18] offers a former partner customer to log in and subscribe', async () => {
  const user = await logIn('/login', answerLogin(errorAnswer('SSN4003')));
  const offer = await screen.findByRole('button', { name: 'Entrar y suscribirme' });
  const former = person('REGULAR_BASIC');
  answer({
    'POST /session/login': { data: { token: 't.s', expiresAt: '', isLiveUser: false, user: former } },
    'GET /users/me': { data: { user: former } },
  });
  await user.click(offer);
  await waitFor(() => expect(address()).toMatch(/^\/subscription\?source=subscription/));
  expect(callsTo('POST /session/login').at(-1)?.body).toMatchObject({ subscribing: true, password: 'secreta ' });
});

test('keeps the requested page through the sign-up', async () => {
  open('/mi-lista');
  const signUp = await screen.findByRole('link', { name: 'Regístrate' });
  expect(signUp.getAttribute('href')).toBe('/signup?redirectTo=%2Fmi-lista');
});

const withCaptcha = () => {
  const fetchAnswers = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    input === '/config.json'
      ? Promise.resolve(Response.json({ captchaUrl: 'http://captcha.test', captchaSiteKey: 'key' }))
      : fetchAnswers(input, init),
  );
};

test('[A-LOGIN-6] [A-LOGIN-7] [A-LOGIN-8] the captcha is not ready, not verified, then verified with the action login', async () => {
  vi.resetModules();
  const { getCaptchaToken, CaptchaError } = await import('../../../web/lib/captcha.ts');
  withCaptcha();
  const script = () => document.querySelector<HTMLScriptElement>('script[src^="http://captcha.test"]');

  const notReady = getCaptchaToken('login').catch((error: unknown) => error);
  await waitFor(() => expect(script()).not.toBeNull());
  script()?.dispatchEvent(new Event('error'));
  expect(await notReady).toEqual(new CaptchaError('El servicio reCAPTCHA no está listo. Inténtalo de nuevo.'));

  const asked: unknown[] = [];
  let token = '';
  vi.stubGlobal('grecaptcha', {
    ready: (done: () => void) => done(),
    execute: async (key: string, options: unknown) => {
      asked.push([key, options]);
      return token;
    },
  });
  await expect(getCaptchaToken('login')).rejects.toThrow('No se pudo verificar reCAPTCHA. Inténtalo de nuevo.');
  token = 'verified';
  expect(await getCaptchaToken('login')).toBe('verified');
  expect(asked.at(-1)).toEqual(['key', { action: 'login' }]);
  expect(calls).toEqual([]);
});
