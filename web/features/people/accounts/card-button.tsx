/** Opens the payment provider's portal, where users change a subscription's card or cancel it. */
import type { User } from '../../../../shared/contract/user.ts';
import { api, errorText } from '../../../lib/api.ts';
import { openExternal } from '../../../lib/external-navigation.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toaster.tsx';

/** Renders nothing without a subscription at Stripe, because single purchases have nothing to manage there. */
export function CardButton({ subscription }: Pick<User, 'subscription'>) {
  async function openPortal() {
    try {
      const { data } = await api('POST /payments/stripe/portal');
      openExternal(data.url);
    } catch (error) {
      toast.error(errorText(error));
    }
  }
  if (subscription?.provider !== 'stripe') return null;
  return (
    <Button kind="secondary" className="self-start" onClick={openPortal}>
      Gestionar la suscripción
    </Button>
  );
}
