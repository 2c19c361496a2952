/**
 * /tv: a logged-in phone confirms or declines a television's login. The code is typed, or comes from the hash of the QR
 * code's address, which reaches no server. A tap always has to confirm it.
 */
import { type FormEvent, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type Answer, api, type ErrorText, errorText } from '../lib/api.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../session/session.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { TextInput } from '../ui/text-input.tsx';

type FoundTelevision = Answer<'POST /users/me/televisions/find'>['data'] & { code: string };

export default function TelevisionPage() {
  const session = useSession();
  const { hash } = useLocation();
  const code = /^#(\d{6})$/.exec(hash)?.[1] ?? '';
  if (session.loading) return <PageSpinner />;
  if (session.isLoggedIn) return <Connect key={code} codeOfAddress={code} />;
  return (
    <div className="py-8">
      <EmptyState
        heading
        icon="user"
        title="Primero entra tú en este móvil"
        text="Después dirás que sí a tu televisión con un toque."
        action={
          <LinkButton to={paths.login} state={{ referrer: paths.television + hash }}>
            Iniciar Sesión
          </LinkButton>
        }
      />
    </div>
  );
}

function Connect({ codeOfAddress }: { codeOfAddress: string }) {
  const navigate = useNavigate();
  const [code, setCode] = useState(codeOfAddress);
  const [television, setTelevision] = useState<FoundTelevision>();
  const [done, setDone] = useState<string>();
  const [failure, setFailure] = useState<ErrorText | string>();
  const [busy, setBusy] = useState<'find' | 'yes' | 'no'>();

  async function runWhileBusy(action: typeof busy, work: () => Promise<void>) {
    setFailure(undefined);
    setBusy(action);
    try {
      await work();
    } catch (error) {
      setTelevision(undefined);
      setFailure(errorText(error));
    } finally {
      setBusy(undefined);
    }
  }
  const find = (typed: string) =>
    runWhileBusy('find', async () => {
      const { data } = await api('POST /users/me/televisions/find', { body: { code: typed } });
      setTelevision({ code: typed, ...data });
    });
  const decide = (confirm: boolean, { askedAt, code: foundCode }: FoundTelevision) =>
    runWhileBusy(confirm ? 'yes' : 'no', async () => {
      const { message } = await api('POST /users/me/televisions', { body: { code: foundCode, askedAt, confirm } });
      setDone(message);
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for the code of the QR link
  useEffect(() => {
    if (codeOfAddress) find(codeOfAddress);
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (/^(\s*\d){6}\s*$/.test(code)) find(code);
    else setFailure('El código son seis cifras');
  }

  if (done) {
    return (
      <EmptyState
        role="status"
        heading
        icon="check"
        title={done}
        action={<LinkButton to={paths.home}>Ir al inicio</LinkButton>}
      />
    );
  }
  return (
    <div className="mx-auto flex w-full max-w-110 flex-col gap-6 px-4 py-10 sm:py-14">
      <div>
        <h1 className="text-title">Conectar una televisión</h1>
        <p className="mt-2 text-muted">
          {television ? 'Mira que sea la que tienes delante.' : 'Escribe el código de seis cifras que ves en ella.'}
        </p>
      </div>
      {television ? (
        <Confirmation television={television} busy={busy} onDecide={decide} />
      ) : (
        <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
          <TextInput
            label="Código"
            name="code"
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={13}
            placeholder="482 915"
            className="text-title tabular-nums"
            error={failure}
            onChange={(event) => {
              setCode(event.target.value);
              setFailure(undefined);
              if (codeOfAddress) navigate(paths.television, { replace: true });
            }}
          />
          <Button type="submit" busy={busy === 'find'}>
            Continuar
          </Button>
        </form>
      )}
    </div>
  );
}

interface ConfirmationProps {
  television: FoundTelevision;
  busy: string | undefined;
  onDecide: (confirm: boolean, television: FoundTelevision) => void;
}

function Confirmation({ television, busy, onDecide }: ConfirmationProps) {
  return (
    <div className="flex flex-col gap-5">
      <dl className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-5">
        <dt className="sr-only">Código</dt>
        <dd className="font-heading text-hero leading-none tabular-nums">
          {television.code.replace(/\s/g, '').replace(/^.../, '$& ')}
        </dd>
        <dt className="sr-only">Aparato</dt>
        <dd className="font-semibold">{television.device}</dd>
        <dt className="sr-only">Red</dt>
        <dd className="text-small text-muted">
          {television.isNear
            ? 'Está en tu misma red.'
            : 'No está en la red de este móvil: di que sí solo si tienes delante esa televisión.'}
        </dd>
      </dl>
      <p className="text-pretty text-small text-muted">
        Verá los partidos con tu cuenta hasta que cierres la sesión en ella. Si alguien te ha mandado este código, di
        que no.
      </p>
      <div className="flex flex-col gap-3">
        <Button busy={busy === 'yes'} disabled={busy !== undefined} onClick={() => onDecide(true, television)}>
          Sí, es mi televisión
        </Button>
        <Button
          kind="secondary"
          busy={busy === 'no'}
          disabled={busy !== undefined}
          onClick={() => onDecide(false, television)}
        >
          No la conozco
        </Button>
      </div>
    </div>
  );
}
