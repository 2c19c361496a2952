/** /familias/{code}: a person asks a club to be confirmed as family of a team. */
import { useLocation, useParams } from 'react-router-dom';
import type { FamilyInvitation } from '../../shared/contract/families.ts';
import { describeFamilyTeam } from '../features/trust/families/family-texts.ts';
import { useFamilyInvitation, useFamilyRequest } from '../features/trust/families/queries.ts';
import { ApiError, errorText } from '../lib/api.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../session/session.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureLine } from '../ui/failure-line.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { PageSpinner } from '../ui/spinner.tsx';

export default function FamilyInvitationPage() {
  const { code = '' } = useParams();
  const { user } = useSession();
  const invitation = useFamilyInvitation(code, user?.id);
  if (invitation.error instanceof ApiError && invitation.error.status === 404)
    return (
      <EmptyState
        role="alert"
        heading
        icon="lock"
        title="Este enlace ya no vale"
        text="El club lo ha cambiado. Pídele el nuevo."
        action={<LinkButton to={paths.home}>Ir al inicio</LinkButton>}
      />
    );
  if (invitation.isPending) return <PageSpinner />;
  if (!invitation.data) return <LoadFailure heading error={invitation.error} />;
  return (
    <div className="mx-auto flex w-full max-w-140 flex-col gap-5 px-4 py-10 sm:py-14">
      <div>
        <h1 className="text-title wrap-anywhere">{`Partidos de familia de ${invitation.data.club.name}`}</h1>
        <p className="mt-2 text-muted">{describeFamilyTeam(invitation.data)}</p>
      </div>
      <p>
        El club reserva estos partidos a las familias del equipo: no salen en las listas ni en el buscador, y solo los
        ve quien el club confirma.
      </p>
      <Request code={code} {...invitation.data} />
    </div>
  );
}

function Request({ code, state, isProved }: { code: string } & Pick<FamilyInvitation, 'state' | 'isProved'>) {
  const { isLoggedIn, user } = useSession();
  const { pathname } = useLocation();
  const request = useFamilyRequest(code);
  if (!isLoggedIn)
    return (
      <div className="flex flex-wrap gap-3">
        <LinkButton to={paths.login} state={{ referrer: pathname }}>
          Iniciar Sesión
        </LinkButton>
        <LinkButton to={paths.signup} state={{ referrer: pathname }} kind="secondary">
          Registrarse
        </LinkButton>
      </div>
    );
  if (state === 'CONFIRMED')
    return (
      <div className="flex flex-col gap-3">
        <p className="font-semibold">El club ya te ha confirmado.</p>
        <LinkButton to={paths.familyMatches}>Ver mis partidos de familia</LinkButton>
      </div>
    );
  if (state === 'WAITING' && isProved)
    return <p role="status">Ya lo has pedido. Te escribiremos cuando el club te confirme.</p>;
  if (state === 'WAITING')
    return (
      <div className="flex flex-col gap-3">
        <p role="status">
          Ya lo has pedido. Falta un paso: te hemos enviado un email a{' '}
          <strong className="wrap-anywhere">{user?.email}</strong>. Ábrelo y elige tu contraseña, para demostrar que la
          dirección es tuya; hasta entonces el club no puede confirmarte.
        </p>
        <Button kind="secondary" busy={request.isPending} onClick={() => request.mutate()} className="self-start">
          Enviar el email otra vez
        </Button>
        <FailureLine text={request.isError && errorText(request.error)} />
      </div>
    );
  return (
    <div className="flex flex-col gap-3">
      {state && <p>{state === 'REFUSED' ? 'El club no te confirmó.' : 'El club te retiró el permiso.'}</p>}
      <Button busy={request.isPending} onClick={() => request.mutate()} className="self-start">
        Pedir verlos
      </Button>
      <FailureLine text={request.isError && errorText(request.error)} />
      <p className="text-note text-muted">El club verá tu nombre y tu email.</p>
    </div>
  );
}
