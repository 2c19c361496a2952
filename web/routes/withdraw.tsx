/**
 * /desistir: withdraws from an order in two steps, with or without a session. It is not the end of a subscription's
 * renewal, which the account has.
 */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { WithdrawalView } from '../../shared/contract/orders.ts';
import { EmailField } from '../../shared/domain/account-forms.ts';
import { formatPrice } from '../../shared/domain/price-text.ts';
import { describeOutcome } from '../../shared/domain/withdrawal-text.ts';
import { FormNotice } from '../features/people/accounts/account-layout.tsx';
import { findIssue } from '../features/people/accounts/account-validation.ts';
import { LegalPage } from '../features/trust/legal/legal-page.tsx';
import { api, errorText } from '../lib/api.ts';
import { useConfig } from '../lib/config-context.tsx';
import { formatLongDate, formatTime } from '../lib/format.ts';
import { paths } from '../lib/paths.ts';
import { type Fields, useFields } from '../lib/use-fields.ts';
import { useSession } from '../session/session.tsx';
import { Button } from '../ui/button.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { EmailInput, TextInput } from '../ui/text-input.tsx';
import { TextLink } from '../ui/text-link.tsx';

export default function WithdrawPage() {
  const { withdrawalLabel } = useConfig();
  const { loading, user } = useSession();
  if (loading) return <PageSpinner />;
  return (
    <LegalPage title={withdrawalLabel}>
      <Withdrawal knownEmail={user?.email ?? ''} />
    </LegalPage>
  );
}

function Withdrawal({ knownEmail }: { knownEmail: string }) {
  const [query] = useSearchParams();
  const [withdrawal, setWithdrawal] = useState<WithdrawalView>();
  const form = useFields<Order>({
    empty: { email: knownEmail, number: query.get('recibo') ?? '' },
    validate: ({ email, number }) =>
      findIssue('email', EmailField, email) ??
      (number.trim() ? undefined : { number: 'Escribe el número de tu recibo' }),
    send: async (order) => {
      confirming.reset();
      setWithdrawal((await api('POST /public/withdrawal/preview', { body: order })).data);
    },
  });
  const confirming = useMutation({
    mutationFn: () => api('POST /public/withdrawal', { body: form.values }),
    onSuccess: ({ data }) => setWithdrawal(data),
  });
  return (
    <>
      <FormNotice problem={confirming.error ? errorText(confirming.error) : form.failure} />
      {!withdrawal && <Search form={form} />}
      {withdrawal && !withdrawal.withdrawnAt && (
        <Confirm
          withdrawal={withdrawal}
          busy={confirming.isPending}
          onBack={() => setWithdrawal(undefined)}
          onConfirm={() => confirming.mutate()}
        />
      )}
      {withdrawal?.withdrawnAt && <Done withdrawal={withdrawal} at={withdrawal.withdrawnAt} />}
    </>
  );
}

interface Order {
  email: string;
  number: string;
}

function Search({ form: { attributes, field, phase } }: { form: Fields<Order> }) {
  return (
    <>
      <p>
        Tienes 14 días desde que compraste para desistir sin dar explicaciones. Dinos de qué compra: antes de
        confirmarlo verás qué te devolvemos. No necesitas entrar en tu cuenta.
      </p>
      <form {...attributes}>
        <EmailInput required {...field('email')} />
        <TextInput
          label="Número de recibo"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          hint="Está en el email del recibo y en tu cuenta, en «Pagos y recibos»."
          {...field('number')}
        />
        <Button type="submit" busy={phase === 'sending'} className="self-start">
          Continuar
        </Button>
      </form>
      <p>
        Si solo quieres que la suscripción no se renueve, cancélala en <TextLink to={paths.profile}>tu cuenta</TextLink>
        : la tendrás hasta el final del mes pagado.
      </p>
    </>
  );
}

const Contract = ({ withdrawal: { title, number, amount, orderedAt } }: { withdrawal: WithdrawalView }) => (
  <section aria-label="Contrato" className="rounded-lg border border-line bg-surface p-4">
    <p className="font-semibold !text-text">{title ?? 'Suscripción mensual'}</p>
    <p className="text-small">
      {formatPrice(amount / 100)} · Pedido el {formatLongDate(orderedAt)} · Recibo {number}
    </p>
  </section>
);

interface ConfirmProps {
  withdrawal: WithdrawalView;
  busy: boolean;
  onBack: () => void;
  onConfirm: () => void;
}

function Confirm({ withdrawal, busy, onBack, onConfirm }: ConfirmProps) {
  return (
    <>
      <Contract withdrawal={withdrawal} />
      <p role="status">{describeOutcome(withdrawal.outcome)}</p>
      {!withdrawal.outcome.hasRight && (
        <p>Puedes comunicarnos el desistimiento de todas formas: te enviaremos el justificante con estos motivos.</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button kind="secondary" onClick={onBack}>
          Atrás
        </Button>
        <Button busy={busy} onClick={onConfirm}>
          Confirmar el desistimiento
        </Button>
      </div>
    </>
  );
}

const Done = ({ withdrawal, at }: { withdrawal: WithdrawalView; at: string }) => (
  <>
    <Contract withdrawal={withdrawal} />
    <div role="status" className="flex flex-col gap-3">
      <p className="font-semibold !text-text">
        Has desistido el {formatLongDate(at)} a las {formatTime(at)}.
      </p>
      <p>{describeOutcome(withdrawal.outcome)}</p>
      <p>Te hemos enviado un email con el justificante.</p>
    </div>
  </>
);
