/** Opens the payment provider's portal, where users change a subscription's card or cancel it. */
import type { User } from '../../../../shared/contract/user.ts';
import { api } from '../../../lib/api.ts';
import { openExternal } from '../../../lib/external-navigation.ts';
import { Button } from '../../../ui/button.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { rememberPortal } from './use-portal-return.ts';

/** Renders nothing without a subscription at Stripe, because single purchases have nothing to manage there. */
export function CardButton({ subscription }: Pick<User, 'subscription'>) {
  const opening = useAct({
    send: () => api('POST /payments/stripe/portal'),
    onDone: ({ data }) => {
      rememberPortal();
      openExternal(data.url);
    },
  });
  if (subscription?.provider !== 'stripe') return null;
  return (
    <Button
      kind={subscription.cancelled ? 'primary' : 'secondary'}
      className="self-start"
      onClick={() => opening.mutate()}
    >
      {subscription.cancelled ? 'Volver a suscribirme' : 'Gestionar la suscripción'}
    </Button>
  );
}
