/** /avisos/baja: the unsubscribe link of alert emails. One visit is enough. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { api, errorText } from '../lib/api.ts';
import { paths } from '../lib/paths.ts';
import { useTitle } from '../lib/use-title.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { PageSpinner } from '../ui/spinner.tsx';

export default function LeaveAlertsPage() {
  useTitle('Avisos por correo');
  const [query] = useSearchParams();
  const token = query.get('token') || '-';
  const unsubscription = useQuery({
    queryKey: ['alerts-leave', token],
    queryFn: async () => (await api('POST /public/alerts/unsubscribe/{token}', { params: { token } })) && true,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const home = <LinkButton to={paths.home}>Ir al inicio</LinkButton>;
  if (unsubscription.isPending) return <PageSpinner />;
  if (unsubscription.isError) {
    return (
      <ErrorState
        heading
        title="No hemos podido quitarte los avisos"
        message={errorText(unsubscription.error)}
        action={<LinkButton to={paths.profilePart('avisos')}>Ver mis avisos</LinkButton>}
      />
    );
  }
  return (
    <div role="status" className="py-8">
      <EmptyState
        heading
        icon="check"
        title="No te enviaremos más avisos por correo"
        text="Sigues siguiendo lo mismo. Si cambias de idea, está en los avisos de tu cuenta."
        action={home}
      />
    </div>
  );
}
