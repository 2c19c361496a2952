/** The last step before the payment page, where a buyer has not agreed to the order yet. */
import { useFields } from '../../../lib/use-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { TermsByPaying } from '../../people/accounts/terms.tsx';
import { ConsentCheckbox, missingConsent, OrderSummary } from './order-summary.tsx';
import type { SoldMatch } from './sale.ts';

export function ConfirmOrder({
  query,
  match,
  action,
  onAgree,
}: {
  query: URLSearchParams;
  match?: SoldMatch;
  action: string;
  onAgree: () => void;
}) {
  const { values, set, errors, submit } = useFields({
    empty: { consent: false },
    validate: ({ consent }) => (consent ? undefined : { consent: missingConsent }),
    next: onAgree,
    send: async () => undefined,
  });
  return (
    <form noValidate className="flex flex-col gap-5 text-left" onSubmit={submit}>
      <OrderSummary query={query} {...(match && { match })} />
      <ConsentCheckbox
        query={query}
        checked={values.consent}
        error={errors.consent}
        onChange={(consent) => set({ consent })}
      />
      <TermsByPaying />
      <Button type="submit">{action}</Button>
    </form>
  );
}
