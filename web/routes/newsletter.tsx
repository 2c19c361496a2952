/** /boletin/confirmar and /boletin/baja: the links of newsletter emails. */
import { useSearchParams } from 'react-router-dom';
import { api } from '../lib/api.ts';
import { paths } from '../lib/paths.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmailLinkStep } from '../ui/email-link-step.tsx';

const steps = {
  confirm: {
    key: 'POST /public/newsletter/confirm',
    ask: {
      title: 'Confirma tu suscripción',
      text: 'Tu suscripción está pendiente. Confírmala y te escribiremos cuando haya novedades de la cantera.',
      button: 'Confirmar suscripción',
    },
    done: {
      title: 'Suscripción confirmada',
      text: 'Te has suscrito correctamente. Te escribiremos cuando haya novedades de la cantera. Nada de spam.',
    },
    failed: 'No hemos podido confirmar tu suscripción',
  },
  unsubscribe: {
    key: 'POST /public/newsletter/unsubscribe',
    ask: {
      title: '¿Quieres darte de baja?',
      text: 'Dejarás de recibir la newsletter en este email.',
      button: 'Darme de baja',
    },
    done: {
      title: 'Te hemos dado de baja',
      text: 'No volverás a recibir la newsletter. Si cambias de idea, puedes apuntarte al pie de cualquier página.',
    },
    failed: 'No hemos podido darte de baja',
  },
} as const;

export default function NewsletterPage({ action }: { action: keyof typeof steps }) {
  const { key, ...step } = steps[action];
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  return (
    <EmailLinkStep
      {...step}
      send={() => api(key, { body: { token } })}
      next={<LinkButton to={paths.home}>Ir al inicio</LinkButton>}
    />
  );
}
