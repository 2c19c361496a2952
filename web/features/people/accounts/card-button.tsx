/** Opens the payment provider's portal, where users change a subscription's card or cancel it. */
import type { User } from '../../../../shared/contract/user.ts';
import { api, errorText } from '../../../lib/api.ts';
import { openExternal } from '../../../lib/external-navigation.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { rememberPortal } from './use-portal-return.ts';

/** Renders nothing without a subscription at Stripe, because single purchases have nothing to manage there. */
export function CardButton({ subscription }: Pick<User, 'subscription'>) {
  async function openPortal() {
    try {
      const { data } = await api('POST /payments/stripe/portal');
      rememberPortal();
      openExternal(data.url);
    } catch (error) {
      toast.error(errorText(error));
    }
  }
  if (subscription?.provider !== 'stripe') return null;
  return (
    <Button kind={subscription.cancelled ? 'primary' : 'secondary'} className="self-start" onClick={openPortal}>
      {subscription.cancelled ? 'Volver a suscribirme' : 'Gestionar la suscripción'}
    </Button>
  );
}
