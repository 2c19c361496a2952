/**
 * /login/tv: lets a phone log this television in. Polls every three seconds while the page is visible. An expired code
 * is not renewed automatically, so that an unattended page stops polling.
 */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError, api } from '../lib/api.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths } from '../lib/paths.ts';
import { toSafePath } from '../lib/safe-path.ts';
import { useSession } from '../session/session.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { PageSpinner, Spinner } from '../ui/spinner.tsx';
import { TextLink } from '../ui/text-link.tsx';

const QrCode = lazyPart(async () => (await import('../ui/qr-code.tsx')).QrCode);

const pollIntervalMs = 3_000;

export default function TelevisionLoginPage() {
  const { enter } = useSession();
  const navigate = useNavigate();
  const { state } = useLocation();
  const television = useQuery({
    queryKey: ['television'],
    queryFn: async () => (await api('POST /session/televisions')).data,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { code = '', secret = '' } = television.data ?? {};
  const answer = useQuery({
    queryKey: ['television', code],
    enabled: code !== '',
    queryFn: async () => (await api('POST /session/televisions/answer', { body: { code, secret } })).data,
    refetchInterval: ({ state: { data, error } }) =>
      isExpired(error) || (data && data.state !== 'WAITING') ? false : pollIntervalMs,
    gcTime: 0,
    retry: false,
  });

  const confirmed = answer.data?.state === 'CONFIRMED' ? answer.data : undefined;
  const next = toSafePath(typeof state?.referrer === 'string' ? state.referrer : undefined) ?? paths.home;
  useEffect(() => {
    if (!confirmed) return;
    enter({ token: confirmed.token, isLiveUser: false, user: confirmed.user }, true);
    navigate(next, { replace: true });
  }, [confirmed, enter, navigate, next]);

  const requestCode = () => television.refetch();
  if (television.isFetching || confirmed) return <PageSpinner />;
  if (!television.data) {
    return <LoadFailure heading error={television.error} />;
  }
  if (answer.data?.state === 'DECLINED') {
    return (
      <EndedNotice
        title="En el móvil has dicho que no"
        text="No ha entrado nadie en tu cuenta."
        onAnother={requestCode}
      />
    );
  }
  if (isExpired(answer.error)) {
    return (
      <EndedNotice
        title="El código ha caducado"
        text="Vale diez minutos. Pide otro cuando quieras."
        onAnother={requestCode}
      />
    );
  }
  return <Code code={code} />;
}

const isExpired = (error: unknown) => error instanceof ApiError && error.code === 'TVS4040';

function EndedNotice({ title, text, onAnother }: { title: string; text: string; onAnother: () => void }) {
  return (
    <EmptyState
      role="alert"
      heading
      icon="clock"
      {...{ title, text }}
      action={<Button onClick={onAnother}>Pedir otro código</Button>}
    />
  );
}

function Code({ code }: { code: string }) {
  const address = location.host + paths.television;
  return (
    <div className="mx-auto flex w-full max-w-260 flex-col gap-8 px-4 py-10 sm:py-14">
      <div>
        <h1 className="text-title">Entra con tu móvil</h1>
        <p className="mt-2 text-muted">Sin escribir la contraseña con el mando.</p>
      </div>
      <div className="grid grid-cols-1 items-center gap-8 rounded-lg border border-line bg-surface p-5 sm:grid-cols-[1fr_auto] sm:gap-12 sm:p-8">
        <ol className="flex min-w-0 flex-col gap-6">
          <Step number={1}>
            Escanea el código con el móvil, o abre en él{' '}
            <strong className="inline-block max-w-full text-text wrap-anywhere">{address}</strong>
          </Step>
          <Step number={2}>
            Escribe este código
            <strong
              aria-label={[...code].join(' ')}
              role="img"
              className="mt-2 block font-heading text-[clamp(min(2.75rem,16vw),9vw,5.5rem)] leading-none tracking-wide text-text tabular-nums"
            >
              {code.slice(0, 3)} {code.slice(3)}
            </strong>
          </Step>
          <Step number={3}>Confírmalo en el móvil y listo</Step>
        </ol>
        <div className="mx-auto aspect-square w-[min(14rem,100%)] overflow-hidden rounded-md bg-[#fff] lg:w-72">
          <QrCode text={`${location.origin}${paths.television}#${code}`} label="Código QR para tu móvil" />
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4 text-muted">
        <p className="flex items-center gap-3">
          <Spinner size={20} />
          Esperando a tu móvil. El código vale diez minutos.
        </p>
        <TextLink to={paths.login} isTarget>
          Entrar con email y contraseña
        </TextLink>
      </div>
    </div>
  );
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-4 text-lead text-muted">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-raised text-body font-semibold text-text"
      >
        {number}
      </span>
      <span className="min-w-0">{children}</span>
    </li>
  );
}
