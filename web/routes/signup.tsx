/** /signup: two steps; the benefits depend on `source`. */
import { type FormEvent, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { AccountLayout, Benefits, FormNotice, Steps } from '../features/people/accounts/account-layout.tsx';
import {
  emptyBasic,
  emptySecurity,
  type Problem,
  validateBasic,
  validateSecurity,
} from '../features/people/accounts/account-validation.ts';
import { focusField } from '../features/people/accounts/focus-field.ts';
import { signUp } from '../features/people/accounts/sign-up.ts';
import { BasicStep, SecurityStep } from '../features/people/accounts/steps.tsx';
import type { ErrorText } from '../lib/api.ts';
import { prepareCaptcha } from '../lib/captcha.ts';
import { paths } from '../lib/paths.ts';
import { withQuery } from '../lib/safe-path.ts';
import { useDelayedNavigate } from '../lib/use-delayed-navigate.ts';
import { useSession } from '../session/session.tsx';
import { Button } from '../ui/button.tsx';
import { PageSpinner } from '../ui/spinner.tsx';

export default function SignupPage() {
  const session = useSession();
  const [query] = useSearchParams();
  const source = query.get('source');
  const later = useDelayedNavigate();
  const [step, setStep] = useState(0);
  const [basic, setBasic] = useState(emptyBasic);
  const [club, setClub] = useState<{ id: string; name: string }>();
  const [security, setSecurity] = useState(emptySecurity);
  const [problem, setProblem] = useState<Problem>();
  const [failure, setFailure] = useState<ErrorText | string>();
  const [phase, setPhase] = useState<'editing' | 'sending' | 'done'>('editing');

  if (session.loading) return <PageSpinner />;
  if (session.isLoggedIn && phase !== 'done') return <Navigate to={getHomePath(source, session.user?.role)} replace />;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const problems = step === 0 ? validateBasic(basic) : validateSecurity(security);
    setProblem(problems);
    setFailure(undefined);
    if (problems) return focusField(form, problems.field);
    if (step === 0) return setStep(1);
    setPhase('sending');
    const failed = await signUp(basic, security);
    setFailure(failed);
    setPhase(failed ? 'editing' : 'done');
    if (!failed) later(toLoginPath(query));
  }

  const benefits = getBenefits(source);
  return (
    <AccountLayout
      title="Crea tu cuenta"
      intro="Sigue a tu club y no te pierdas ningún partido de la cantera."
      aside={<Benefits title={benefits.title} lines={benefits.lines} />}
    >
      <Steps names={['Tus datos', 'Seguridad']} current={step} />
      <FormNotice
        problem={failure}
        success={
          phase === 'done' && (
            <>
              Cuenta creada con éxito. Ya puedes iniciar sesión.{' '}
              <Link to={toLoginPath(query)} className="font-semibold underline underline-offset-4">
                Ir a iniciar sesión
              </Link>
            </>
          )
        }
      />
      {phase !== 'done' && (
        <form
          noValidate
          className="flex flex-col gap-5"
          onSubmit={submit}
          ref={prepareCaptcha}
          onInput={() => setProblem(undefined)}
        >
          {step === 0 ? (
            <BasicStep values={basic} onChange={setBasic} problem={problem} club={club} onClub={setClub} />
          ) : (
            <SecurityStep values={security} onChange={setSecurity} problem={problem} email={basic.email} />
          )}
          <div className="flex flex-wrap gap-3">
            {step === 1 && (
              <Button kind="secondary" onClick={() => setStep(0)}>
                Atrás
              </Button>
            )}
            <Button type="submit" className="grow" busy={phase === 'sending'}>
              {step === 0 ? 'Continuar' : 'Crear cuenta'}
            </Button>
          </div>
        </form>
      )}
      <p className="text-center text-small text-muted">
        ¿Ya tienes cuenta?{' '}
        <Link to={{ pathname: paths.login, search: query.size > 0 ? `?${query}` : '' }} className={linkLook}>
          Inicia sesión
        </Link>
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

const linkLook = 'inline-flex min-h-11 items-center font-semibold text-text underline underline-offset-4';
