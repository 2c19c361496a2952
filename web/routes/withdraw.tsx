/**
 * /desistir: withdraws from an order in two steps, with or without a session. It is not the end of a subscription's
 * renewal, which the account has.
 */
import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { WithdrawalView } from '../../shared/contract/orders.ts';
import { EmailField } from '../../shared/domain/account-forms.ts';
import { formatPrice } from '../../shared/domain/price-text.ts';
import { describeOutcome } from '../../shared/domain/withdrawal-text.ts';
import { FormNotice } from '../features/people/accounts/account-layout.tsx';
import { findIssue, type Problem } from '../features/people/accounts/account-validation.ts';
import { focusField } from '../features/people/accounts/focus-field.ts';
import { LegalPage } from '../features/trust/legal/legal-page.tsx';
import { api, type ErrorText, errorText } from '../lib/api.ts';
import { useConfig } from '../lib/config-context.tsx';
import { formatLongDate, formatTime } from '../lib/format.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../session/session.tsx';
import { Button } from '../ui/button.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { TextInput } from '../ui/text-input.tsx';

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
  const [order, setOrder] = useState({ email: knownEmail, number: query.get('recibo') ?? '' });
  const [withdrawal, setWithdrawal] = useState<WithdrawalView>();
  const [failure, setFailure] = useState<ErrorText>();
  const [busy, setBusy] = useState(false);

  async function ask(path: 'POST /public/withdrawal/preview' | 'POST /public/withdrawal') {
    setBusy(true);
    setFailure(undefined);
    try {
      setWithdrawal((await api(path, { body: order })).data);
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(false);
  }

  return (
    <>
      <FormNotice problem={failure} />
      {!withdrawal && (
        <Search order={order} onChange={setOrder} busy={busy} onFind={() => ask('POST /public/withdrawal/preview')} />
      )}
      {withdrawal && !withdrawal.withdrawnAt && (
        <Confirm
          withdrawal={withdrawal}
          busy={busy}
          onBack={() => setWithdrawal(undefined)}
          onConfirm={() => ask('POST /public/withdrawal')}
        />
      )}
      {withdrawal?.withdrawnAt && <Done withdrawal={withdrawal} at={withdrawal.withdrawnAt} />}
    </>
  );
}

function Search({
  order,
  busy,
  onChange,
  onFind,
}: {
  order: { email: string; number: string };
  busy: boolean;
  onChange: (order: { email: string; number: string }) => void;
  onFind: () => void;
}) {
  const [problem, setProblem] = useState<Problem>();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const missing = order.number.trim() ? undefined : { field: 'number', text: 'Escribe el número de tu recibo' };
    const wrong = findIssue('email', EmailField, order.email) ?? missing;
    setProblem(wrong);
    if (wrong) return focusField(event.currentTarget, wrong.field);
    onFind();
  }
  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined);
  return (
    <>
      <p>
        Tienes 14 días desde que compraste para desistir sin dar explicaciones. Dinos de qué compra: antes de
        confirmarlo verás qué te devolvemos. No necesitas entrar en tu cuenta.
      </p>
      <form noValidate className="flex flex-col gap-5" onSubmit={submit} onInput={() => setProblem(undefined)}>
        <TextInput
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="email"
          maxLength={254}
          value={order.email}
          error={errorOf('email')}
          onChange={(event) => onChange({ ...order, email: event.target.value })}
        />
        <TextInput
          label="Número de recibo"
          name="number"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          hint="Está en el email del recibo y en tu cuenta, en «Pagos y recibos»."
          value={order.number}
          error={errorOf('number')}
          onChange={(event) => onChange({ ...order, number: event.target.value })}
        />
        <Button type="submit" busy={busy} className="self-start">
          Continuar
        </Button>
      </form>
      <p>
        Si solo quieres que la suscripción no se renueve, cancélala en{' '}
        <Link to={paths.profile} className="font-semibold text-text underline underline-offset-4">
          tu cuenta
        </Link>
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

function Confirm({
  withdrawal,
  busy,
  onBack,
  onConfirm,
}: {
  withdrawal: WithdrawalView;
  busy: boolean;
  onBack: () => void;
  onConfirm: () => void;
}) {
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
