/** /avisos/baja: the unsubscribe link of alert emails. */
import { useSearchParams } from 'react-router-dom';
import { api } from '../lib/api.ts';
import { paths } from '../lib/paths.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmailLinkStep } from '../ui/email-link-step.tsx';

export default function LeaveAlertsPage() {
  const [query] = useSearchParams();
  const token = query.get('token') || '-';
  return (
    <EmailLinkStep
      ask={{
        title: '¿Dejamos de enviarte avisos por email?',
        text: 'Seguirás a los mismos clubes y partidos, sin emails.',
        button: 'No quiero más avisos por email',
      }}
      done={{
        title: 'No te enviaremos más avisos por email',
        text: 'Sigues siguiendo lo mismo. Si cambias de idea, está en los avisos de tu cuenta.',
      }}
      failed="No hemos podido quitarte los avisos"
      send={() => api('POST /public/alerts/unsubscribe/{token}', { params: { token } })}
      next={<LinkButton to={paths.home}>Ir al inicio</LinkButton>}
      nextAfterFailure={<LinkButton to={paths.profilePart('avisos')}>Ver mis avisos</LinkButton>}
    />
  );
}
