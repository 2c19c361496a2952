/** /aceptar-invitacion?token=…: an invited person chooses name and password, and becomes club staff. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { passwordHint } from '../../shared/domain/limits.ts';
import {
  type AcceptanceForm,
  type AcceptanceProblem,
  validateAcceptance,
} from '../features/people/accounts/acceptance.ts';
import { rememberSignup } from '../features/people/accounts/signup-credentials.ts';
import { ApiError, api, type ErrorText, errorText } from '../lib/api.ts';
import { paths } from '../lib/paths.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureText } from '../ui/failure-text.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { toast } from '../ui/toaster.tsx';

export default function AcceptInvitationPage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const invitation = useQuery({
    queryKey: ['invitation', token],
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await api('GET /club-staff-invitations/{token}', { params: { token }, signal })).data,
  });

  const refused =
    invitation.error instanceof ApiError && invitation.error.status >= 400 && invitation.error.status < 500;
  if (token === '' || refused) return <InvalidInvitation />;
  if (invitation.isPending) return <PageSpinner />;
  if (!invitation.data) {
    return <LoadFailure heading error={invitation.error} />;
  }
  return <Accept token={token} {...invitation.data} />;
}

function InvalidInvitation() {
  return (
    <div role="alert" className="py-8">
      <EmptyState
        heading
        icon="clock"
        title="La invitación no es válida o ha caducado."
        text="Pide a quien te invitó que te la reenvíe: el enlace nuevo valdrá otras 48 horas."
        action={
          <LinkButton to={paths.login} kind="secondary">
            Iniciar Sesión
          </LinkButton>
        }
      />
    </div>
  );
}

function Accept({ token, email, clubName }: { token: string; email: string; clubName: string }) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<AcceptanceProblem>();
  const [failure, setFailure] = useState<ErrorText>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const filled = Object.fromEntries(new FormData(event.currentTarget)) as unknown as AcceptanceForm;
    const problems = validateAcceptance(filled);
    setProblem(problems);
    setFailure(undefined);
    if (problems) {
      const field = event.currentTarget.elements.namedItem(problems.field);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    setBusy(true);
    try {
      await api('POST /club-staff-invitations/{token}/accept', {
        params: { token },
        body: { name: filled.name.trim(), password: filled.password },
      });
      toast.success('Cuenta activada. Ya puedes iniciar sesión.');
      rememberSignup({ username: email, password: filled.password });
      navigate(paths.login);
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  }

  const getError = (field: keyof AcceptanceForm) => (problem?.field === field ? problem.text : undefined);
  return (
    <div className="mx-auto flex w-full max-w-110 flex-col gap-6 px-4 py-10 sm:py-14">
      <div>
        <h1 className="text-title">Aceptar invitación</h1>
        <p className="mt-2 break-words text-muted">
          Gestionarás <strong className="text-text">{clubName}</strong> con la cuenta{' '}
          <strong className="break-all text-text">{email}</strong>.
        </p>
      </div>
      <div role="alert" className="empty:hidden">
        {failure && (
          <p className="rounded-md border border-danger bg-surface p-4 text-small font-medium text-danger">
            <FailureText text={failure} />
          </p>
        )}
      </div>
      <form noValidate className="flex flex-col gap-5" onSubmit={submit} onInput={() => setProblem(undefined)}>
        {/* Password managers store the password under this email. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <TextInput label="Nombre" name="name" required maxLength={100} autoComplete="name" error={getError('name')} />
        <PasswordInput
          label="Contraseña"
          name="password"
          required
          maxLength={256}
          autoComplete="new-password"
          hint={passwordHint}
          error={getError('password')}
        />
        <PasswordInput
          label="Repite la contraseña"
          name="confirmation"
          required
          maxLength={256}
          autoComplete="new-password"
          error={getError('confirmation')}
        />
        <Button type="submit" busy={busy}>
          Activar mi cuenta
        </Button>
      </form>
    </div>
  );
}
