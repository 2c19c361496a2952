/** /signup: two steps; the benefits depend on `source`. */
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { AccountLayout, Benefits, FormNotice, Steps } from '../features/people/accounts/account-layout.tsx';
import {
  emptyBasic,
  emptySecurity,
  validateBasic,
  validateSecurity,
} from '../features/people/accounts/account-validation.ts';
import { describeSignUpError, signUp } from '../features/people/accounts/sign-up.ts';
import { BasicStep, SecurityStep } from '../features/people/accounts/steps.tsx';
import { prepareCaptcha } from '../lib/captcha.ts';
import { paths } from '../lib/paths.ts';
import { withQuery } from '../lib/safe-path.ts';
import { useDelayedNavigate } from '../lib/use-delayed-navigate.ts';
import { useFields } from '../lib/use-fields.ts';
import { useSession } from '../session/session.tsx';
import { Button } from '../ui/button.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { TextLink } from '../ui/text-link.tsx';

export default function SignupPage() {
  const session = useSession();
  const [query] = useSearchParams();
  const source = query.get('source');
  const later = useDelayedNavigate();
  const [step, setStep] = useState(0);
  const form = useFields({
    empty: { ...emptyBasic, ...emptySecurity },
    validate: step === 0 ? validateBasic : validateSecurity,
    next: step === 0 ? () => setStep(1) : undefined,
    send: async (values) => {
      await signUp(values);
      later(toLoginPath(query));
    },
    toText: describeSignUpError,
  });
  const isDone = form.phase === 'done';

  if (session.loading) return <PageSpinner />;
  if (session.isLoggedIn && !isDone) return <Navigate to={getHomePath(source, session.user?.role)} replace />;

  const benefits = getBenefits(source);
  return (
    <AccountLayout
      title="Crea tu cuenta"
      intro="Sigue a tu club y no te pierdas ningún partido de la cantera."
      aside={<Benefits title={benefits.title} lines={benefits.lines} />}
    >
      <Steps names={['Tus datos', 'Seguridad']} current={step} />
      <FormNotice
        problem={form.failure}
        success={
          isDone && (
            <>
              Cuenta creada con éxito. Ya puedes iniciar sesión.{' '}
              <TextLink to={toLoginPath(query)}>Ir a iniciar sesión</TextLink>
            </>
          )
        }
      />
      {!isDone && (
        <form {...form.attributes} ref={prepareCaptcha}>
          {step === 0 ? <BasicStep form={form} /> : <SecurityStep form={form} email={form.values.email} />}
          <div className="flex flex-wrap gap-3">
            {step === 1 && (
              <Button kind="secondary" onClick={() => setStep(0)}>
                Atrás
              </Button>
            )}
            <Button type="submit" className="grow" busy={form.phase === 'sending'}>
              {step === 0 ? 'Continuar' : 'Crear cuenta'}
            </Button>
          </div>
        </form>
      )}
      <p className="text-center text-small text-muted">
        ¿Ya tienes cuenta?{' '}
        <TextLink to={{ pathname: paths.login, search: query.size > 0 ? `?${query}` : '' }} isTarget>
          Inicia sesión
        </TextLink>
      </p>
    </AccountLayout>
  );
}

/** Returns the path for a visitor who already has a session. */
function getHomePath(source: string | null, role: string | undefined): string {
  if (source !== 'ppv') return paths.home;
  return withQuery(
    paths.home,
    role === 'REGULAR_SUBSCRIBER' ? { showSubscriptionBanner: 'true' } : { showPurchaseBanner: 'true' },
  );
}

function toLoginPath(query: URLSearchParams): string {
  const redirectTo = query.get('redirectTo');
  return withQuery(paths.login, {
    source: 'signup',
    ...(query.get('source') === 'ppv' ? { showPurchaseBanner: 'true' } : {}),
    ...(redirectTo ? { redirectTo } : {}),
  });
}

function getBenefits(source: string | null): { title: string; lines: string[] } {
  if (source === 'subscription') {
    return { title: 'Con tu suscripción', lines: ['Acceso libre a todo el contenido en directo y en diferido'] };
  }
  if (source === 'ppv') {
    return {
      title: 'Al comprar un partido',
      lines: [
        'Acceso inmediato al partido completo',
        'Vuelve a verlo cuando quieras',
        'Calidad HD',
        'En todos tus dispositivos',
      ],
    };
  }
  return {
    title: 'Al registrarte',
    lines: [
      'Acceso a contenido exclusivo',
      'Recomendaciones para ti',
      'Guarda tus favoritos y tus listas',
      'Tu contenido, sincronizado en todos tus dispositivos',
    ],
  };
}
