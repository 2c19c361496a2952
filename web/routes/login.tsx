/** /login: always shows its form, and never redirects on its own. */
import { type FormEvent, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { FormNotice } from '../features/people/accounts/account-layout.tsx';
import { forgetSignup, getSignupCredentials } from '../features/people/accounts/signup-credentials.ts';
import { ApiError, api, type ErrorText, errorText, genericErrorText } from '../lib/api.ts';
import { CaptchaError, getCaptchaToken, prepareCaptcha } from '../lib/captcha.ts';
import { useConfig } from '../lib/config-context.tsx';
import { paths } from '../lib/paths.ts';
import { toSafePath, withQuery } from '../lib/safe-path.ts';
import { useSession } from '../session/session.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { TextLink } from '../ui/text-link.tsx';

export default function LoginPage() {
  const session = useSession();
  const { partnerName } = useConfig();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { state } = useLocation();
  const [problem, setProblem] = useState<ErrorText | string | undefined>(describeQueryError(query.get('error')));
  const [missing, setMissing] = useState<{ username?: string; password?: string }>({});
  const [busy, setBusy] = useState(false);
  // True for a former customer of the partner, who needs a session to subscribe.
  const [mustSubscribe, setMustSubscribe] = useState(query.get('error') === 'SSN4003');
  const [known] = useState(getSignupCredentials);
  useEffect(() => forgetSignup, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const subscribing = submitter?.getAttribute('name') === 'subscribing';
    const form = new FormData(event.currentTarget);
    const username = String(form.get('username') ?? '').trim();
    const password = String(form.get('password') ?? '');
    setProblem(undefined);
    if (!username) return setMissing({ username: 'Introduce tu email' });
    if (!password) return setMissing({ password: 'Introduce tu contraseña' });
    setMissing({});
    setBusy(true);
    try {
      const remember = form.get('remember') === 'on';
      const captcha = await getCaptchaToken('login');
      const { data } = await api('POST /session/login', {
        body: {
          username,
          password,
          remember,
          platform: 'web',
          captchaToken: captcha,
          ...(subscribing && { subscribing }),
        },
      });
      session.enter(data, remember);
      const wizard = withQuery(paths.subscription, { source: 'subscription', redirectUrl: getNextPath() });
      navigate(subscribing ? wizard : getNextPath(), { replace: true });
    } catch (error) {
      setMustSubscribe(error instanceof ApiError && error.code === 'SSN4003');
      setProblem(error instanceof CaptchaError ? error.message : describeLoginError(error));
      setBusy(false);
    }
  }

  /**
   * Returns the path that opens after the login: the query's redirectTo, or the page that asked for the login, or the
   * home page.
   */
  function getNextPath(): string {
    const referrer = typeof state?.referrer === 'string' ? state.referrer : undefined;
    const path = toSafePath(query.get('redirectTo')) ?? toSafePath(referrer) ?? paths.home;
    return query.get('showPurchaseBanner') === 'true' ? withQuery(path, { showPurchaseBanner: 'true' }) : path;
  }

  function getSignUpQuery(): Record<string, string> {
    const requestedPath = toSafePath(typeof state?.referrer === 'string' ? state.referrer : undefined);
    return { ...(requestedPath ? { redirectTo: requestedPath } : {}), ...Object.fromEntries(query) };
  }

  return (
    <div className="mx-auto flex w-full max-w-110 flex-col gap-6 px-4 py-10 sm:py-14">
      <div>
        <h1 className="text-title">Iniciar Sesión</h1>
        <p className="mt-2 text-muted">Entra para ver los partidos de tu club.</p>
      </div>

      <FormNotice
        problem={problem}
        success={query.get('source') === 'signup' && 'Cuenta creada con éxito. Ya puedes iniciar sesión.'}
      />

      {mustSubscribe && (
        <p className="text-pretty">
          Tu acceso con {partnerName} ha terminado. Puedes seguir viéndolo todo con tu propia suscripción: entra con la
          misma contraseña y te llevamos a ella.
        </p>
      )}

      <form noValidate className="flex flex-col gap-5" onSubmit={submit} ref={prepareCaptcha}>
        <TextInput
          label="Email o identificador de usuario"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          maxLength={254}
          defaultValue={known?.username}
          error={missing.username}
          onInput={() => setMissing({})}
        />
        <PasswordInput
          label="Contraseña"
          name="password"
          defaultValue={known?.password}
          error={missing.password}
          onInput={() => setMissing({})}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox name="remember" label="Recordarme en este dispositivo" />
          <TextLink to={paths.forgotPassword} isTarget className="text-small">
            ¿Has olvidado tu contraseña?
          </TextLink>
        </div>
        {mustSubscribe && (
          <Button type="submit" name="subscribing" busy={busy}>
            Entrar y suscribirme
          </Button>
        )}
        <Button type="submit" kind={mustSubscribe ? 'secondary' : 'primary'} busy={busy && !mustSubscribe}>
          Iniciar Sesión
        </Button>
      </form>

      <LinkButton kind="secondary" to={paths.televisionLogin} state={state} className="max-sm:hidden">
        Entrar con el móvil, desde una televisión
      </LinkButton>

      <p className="text-center text-small text-muted">
        ¿Aún no tienes cuenta?{' '}
        <TextLink to={withQuery(paths.signup, getSignUpQuery())} isTarget className="text-small">
          Regístrate
        </TextLink>
      </p>
    </div>
  );
}

const byCode: Record<string, string> = {
  SSN4003: 'Usuario sin suscripción',
  PYM4001: 'Ya has pagado por este producto',
  SR4006: 'El usuario está dado de baja',
  CPT4000: 'No se pudo verificar reCAPTCHA. Inténtalo de nuevo.',
  CPT4001:
    'Ha habido muchos intentos fallidos y no hemos podido comprobar que eres una persona. Entra con «¿Has olvidado tu contraseña?» o prueba dentro de unos minutos.',
};

function describeLoginError(error: unknown): ErrorText | string {
  if (error instanceof ApiError && (error.status === 400 || error.status === 401)) {
    return byCode[error.code] ?? 'Usuario / Contraseña incorrectos';
  }
  return errorText(error);
}

/** Describes an error code of the query, which can be anything: unknown codes get the generic text. */
function describeQueryError(code: string | null): string | undefined {
  if (!code) return undefined;
  return Object.hasOwn(byCode, code) ? byCode[code] : genericErrorText;
}
