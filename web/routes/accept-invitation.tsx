/** /aceptar-invitacion?token=…: an invited person chooses name and password, and becomes club staff. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { passwordMinLength } from '../../shared/domain/limits.ts';
import { isBlank } from '../../shared/domain/visible-text.ts';
import { NewPassword } from '../features/people/accounts/new-password.tsx';
import { rememberSignup } from '../features/people/accounts/signup-credentials.ts';
import { ApiError, api } from '../lib/api.ts';
import { paths } from '../lib/paths.ts';
import { type Problems, useFields } from '../lib/use-fields.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureText } from '../ui/failure-text.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
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
    <EmptyState
      role="alert"
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
  );
}

function Accept({ token, email, clubName }: { token: string; email: string; clubName: string }) {
  const navigate = useNavigate();
  const form = useFields({
    empty: { name: '', password: '', confirmation: '' },
    validate,
    send: async ({ name, password }) => {
      const body = { name: name.trim(), password };
      await api('POST /club-staff-invitations/{token}/accept', { params: { token }, body });
      toast.success('Cuenta activada. Ya puedes iniciar sesión.');
      rememberSignup({ username: email, password });
      navigate(paths.login);
    },
  });
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
        {form.failure && (
          <p className="rounded-md border border-danger bg-surface p-4 text-small font-medium text-danger">
            <FailureText text={form.failure} />
          </p>
        )}
      </div>
      <form {...form.attributes}>
        <TextInput label="Nombre" required maxLength={100} autoComplete="name" {...form.field('name')} />
        <NewPassword form={form} email={email} />
        <Button type="submit" busy={form.phase !== 'editing'}>
          Activar mi cuenta
        </Button>
      </form>
    </div>
  );
}

interface Acceptance {
  name: string;
  password: string;
  confirmation: string;
}

function validate({ name, password, confirmation }: Acceptance): Problems<Acceptance> | undefined {
  if (isBlank(name)) return { name: 'Por favor, introduce tu nombre' };
  if (password === '') return { password: 'Por favor, introduce una contraseña' };
  if (password.length < passwordMinLength) return { password: 'La contraseña debe tener al menos 8 caracteres' };
  return password === confirmation ? undefined : { confirmation: 'Las contraseñas no coinciden' };
}
