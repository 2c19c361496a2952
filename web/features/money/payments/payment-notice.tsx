/** Replaces the prices while a payment is being confirmed; after a while, it tells the user what to do. */
import { paths } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { PaymentReturn } from './use-payment-return.ts';

export function PaymentNotice({ state, retry }: PaymentReturn) {
  if (state === 'none') return null;
  return (
    <section
      role="status"
      className={`flex items-center gap-4 rounded-lg border border-line-strong bg-surface p-5 sm:p-6 ${state === 'late' ? 'flex-wrap' : ''}`}
    >
      {state === 'waiting' ? (
        <>
          <Spinner size={28} />
          <div>
            <p className="font-semibold">Estamos esperando la confirmación de tu pago</p>
            <p className="text-small text-muted">Suele tardar unos segundos. La página se abrirá sola.</p>
          </div>
        </>
      ) : (
        <>
          <div className="mr-auto max-w-[60ch]">
            <p className="font-semibold">Tu pago todavía no ha llegado</p>
            <p className="text-small text-muted">
              Con algunas formas de pago tarda unos minutos: te enviaremos el recibo por email en cuanto llegue. Si el
              banco lo ha rechazado, no se te ha cobrado nada y puedes intentarlo de nuevo. En tu cuenta verás todos tus
              pagos.
            </p>
          </div>
          <Button onClick={retry}>Comprobar otra vez</Button>
          <LinkButton kind="secondary" to={paths.profilePart('pagos')}>
            Ver mis pagos
          </LinkButton>
        </>
      )}
    </section>
  );
}
