/** The last step before the payment page, where a buyer has not agreed to the order yet. */
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { focusField } from '../../people/accounts/focus-field.ts';
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
  const [agreed, setAgreed] = useState(false);
  const [tried, setTried] = useState(false);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (agreed) return onAgree();
    setTried(true);
    focusField(event.currentTarget, missingConsent.field);
  }
  return (
    <form noValidate className="flex flex-col gap-5 text-left" onSubmit={submit}>
      <OrderSummary query={query} {...(match && { match })} />
      <ConsentCheckbox
        query={query}
        checked={agreed}
        error={tried && !agreed ? missingConsent.text : undefined}
        onChange={setAgreed}
      />
      <TermsByPaying />
      <Button type="submit">{action}</Button>
    </form>
  );
}
