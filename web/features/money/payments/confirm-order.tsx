/** The last step before the payment page, where a buyer has not agreed to the order yet. */
import { useFields } from '../../../lib/use-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TermsByPaying } from '../../people/accounts/terms.tsx';
import { consentFor } from './order-consent.ts';
import { missingConsent, OrderSummary } from './order-summary.tsx';
import type { SoldMatch } from './sale.ts';

interface Props {
  query: URLSearchParams;
  match?: SoldMatch;
  action: string;
  onAgree: () => void;
}

export function ConfirmOrder({ query, match, action, onAgree }: Props) {
  const { box, submit } = useFields({
    // The box is never ticked beforehand: agreeing is an act of the buyer.
    empty: { consent: false },
    validate: ({ consent }) => (consent ? undefined : { consent: missingConsent }),
    next: onAgree,
    send: async () => undefined,
  });
  return (
    <form noValidate className="flex flex-col gap-5 text-left" onSubmit={submit}>
      <OrderSummary query={query} {...(match && { match })} />
      <Checkbox required label={consentFor(query).text} {...box('consent')} />
      <TermsByPaying />
      <Button type="submit">{action}</Button>
    </form>
  );
}
