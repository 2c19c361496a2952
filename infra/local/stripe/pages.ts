/** HTML of the hosted pages (checkout, billing portal, receipt) and of the control page, all without scripts. */
import type { Charge, Checkout, StripeData, Subscription } from './objects.ts';
import type { DeliveryMode, Webhooks } from './webhooks.ts';

const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' });
const date = new Intl.DateTimeFormat('es-ES', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Madrid' });
const formatTime = (seconds: number) => date.format(new Date(seconds * 1000));

export function renderCheckoutPage({ id, product_name, amount_total, mode, status }: Checkout): string {
  const price = `${euros.format(amount_total / 100)}${mode === 'subscription' ? ' al mes' : ''}`;
  if (status !== 'open') return renderPage('Pago', '<h1>Este pago ya no está abierto</h1>');
  return renderPage(
    'Pago',
    `<p class="muted">Página de pago de prueba: aquí no se cobra nada.</p><h1>${escapeHtml(product_name)}</h1><p class="price">${price}</p>
<p class="muted">IVA incluido</p>${renderButton(`/pay/${id}/pay`, 'Pagar', 'primary')}${mode === 'payment' ? renderButton(`/pay/${id}/later`, 'Pagar por adeudo bancario (tarda días)') : ''}${renderButton(`/pay/${id}/decline`, 'Pagar con una tarjeta rechazada')}${renderButton(`/pay/${id}/cancel`, 'Cancelar y volver')}`,
  );
}

export const renderDeclinedPage = (session: Checkout) =>
  renderCheckoutPage(session).replace(
    '<h1>',
    '<p role="alert" class="error">Tu tarjeta ha sido rechazada. Prueba con otra.</p><h1>',
  );

export function renderPortalPage(customer: string, subscriptions: Subscription[], returnUrl: string): string {
  const renderChange = (change: 'cancel' | 'resume', id: string, label: string) =>
    renderButton(`/portal/${customer}/${change}/${id}?return=${encodeURIComponent(returnUrl)}`, label);
  const rows = subscriptions.map(({ id, status, cancel_at, cancel_at_period_end }) => {
    const change = cancel_at_period_end
      ? renderChange('resume', id, 'Renovar la suscripción')
      : renderChange('cancel', id, 'Cancelar la suscripción');
    return `<li><b>Suscripción mensual</b> — ${escapeHtml(status)}${cancel_at ? `, hasta ${formatTime(cancel_at)}` : ''}${status === 'canceled' ? '' : change}</li>`;
  });
  return renderPage(
    'Facturación',
    `<h1>Facturación</h1><ul>${rows.join('') || '<li>No hay suscripciones.</li>'}</ul><p><a href="${escapeHtml(returnUrl)}">Volver a Cantera TV</a></p>`,
  );
}

export const renderReceiptPage = ({ id, amount, created }: Charge) =>
  renderPage(
    'Recibo',
    `<h1>Recibo</h1><p class="price">${euros.format(amount / 100)}</p><p>${formatTime(created)}</p><p class="muted">${id}</p>`,
  );

const deliveryLabels: Record<DeliveryMode, string> = {
  normal: 'Enseguida',
  held: 'Retenidos',
};

export function renderControlPage(
  data: StripeData,
  { deliveryMode, bufferedCount }: Pick<Webhooks, 'deliveryMode' | 'bufferedCount'>,
): string {
  const modes = Object.entries(deliveryLabels).map(([mode, label]) =>
    renderButton(`/control/delivery/${mode}`, label, mode === deliveryMode ? 'primary' : ''),
  );
  const charges = Object.values(data.charges)
    .toReversed()
    .map((charge) => {
      const dispute = Object.values(data.disputes).find((one) => one.charge === charge.id);
      const actions = [
        charge.status === 'pending'
          ? renderButton(`/control/settle/${charge.id}`, 'Cobrar el adeudo') +
            renderButton(`/control/bounce/${charge.id}`, 'Devolver el adeudo')
          : '',
        charge.paid && !charge.refunded ? renderButton(`/control/refund/${charge.id}`, 'Devolver') : '',
        charge.paid && !charge.disputed ? renderButton(`/control/dispute/${charge.id}`, 'Abrir disputa') : '',
        dispute?.status === 'needs_response'
          ? renderButton(`/control/lose/${dispute.id}`, 'Perder disputa') +
            renderButton(`/control/win/${dispute.id}`, 'Ganar disputa')
          : '',
      ];
      const state = [charge.status, charge.refunded && 'devuelto', dispute && `disputa: ${dispute.status}`]
        .filter(Boolean)
        .join(', ');
      return `<tr><td>${formatTime(charge.created)}</td><td>${escapeHtml(data.customers[charge.customer]?.email ?? '')}</td><td>${euros.format(charge.amount / 100)}</td><td>${escapeHtml(charge.metadata.eventTitle ?? 'Suscripción')}</td><td>${escapeHtml(state)}</td><td>${actions.join('')}</td></tr>`;
    });
  const subscriptions = Object.values(data.subscriptions)
    .toReversed()
    .map(({ id, customer, status }) => {
      const actions = ['renew', 'fail', 'cancel'].map((action) =>
        renderButton(
          `/control/${action}/${id}`,
          { renew: 'Renovar', fail: 'Fallar la renovación', cancel: 'Cancelar' }[action] ?? '',
        ),
      );
      return `<tr><td>${escapeHtml(data.customers[customer]?.email ?? '')}</td><td>${escapeHtml(status)}</td><td>${actions.join('')}</td></tr>`;
    });
  const events = Object.values(data.events)
    .slice(-20)
    .toReversed()
    .map(({ type, created }) => `<tr><td>${formatTime(created)}</td><td>${escapeHtml(type)}</td></tr>`);
  return renderPage(
    'Pagos',
    `<h1>Pagos de prueba</h1><p>Entrega de eventos: ${modes.join('')} ${renderButton('/control/release', `Soltar los retenidos (${bufferedCount}), en desorden`)}</p>
<h2>Suscripciones</h2><table>${subscriptions.join('')}</table><h2>Cobros</h2><table>${charges.join('')}</table><h2>Eventos</h2><table>${events.join('')}</table>`,
  );
}

const renderButton = (action: string, label: string, kind = '') =>
  `<form method="post" action="${escapeHtml(action)}"><button class="${kind}">${escapeHtml(label)}</button></form>`;

const renderPage = (
  title: string,
  body: string,
) => `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>body{font:16px/1.5 system-ui;margin:0;background:#f6f7f9;color:#10161d}main{max-width:860px;margin:auto;padding:24px}
.price{font-size:32px;font-weight:800;margin:0}.muted{color:#55616e}.error{color:#b4122f;font-weight:700}form{display:inline-block;margin:4px 8px 4px 0}
button{min-height:44px;padding:0 18px;border-radius:10px;border:1px solid #7a8693;background:#fff;font:inherit;cursor:pointer}button.primary{background:#3f6212;border-color:#3f6212;color:#fff;font-weight:700}
table{display:block;overflow-x:auto;border-collapse:collapse;background:#fff}td{padding:8px;border-bottom:1px solid #dde2e8}</style><main>${body}</main></html>`;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
