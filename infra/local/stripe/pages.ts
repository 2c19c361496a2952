/** HTML of the hosted pages (checkout, billing portal, receipt) and of the control page. No scripts. */
import type { Charge, Checkout, StripeData, Subscription } from './state.ts';
import type { Delivery, Webhooks } from './webhooks.ts';

const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' });
const date = new Intl.DateTimeFormat('es-ES', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Madrid' });
const when = (seconds: number) => date.format(new Date(seconds * 1000));

export function checkoutPage({ id, product_name, amount_total, mode, status }: Checkout): string {
  const price = `${euros.format(amount_total / 100)}${mode === 'subscription' ? ' al mes' : ''}`;
  if (status !== 'open') return page('Pago', '<h1>Este pago ya no está abierto</h1>');
  return page(
    'Pago',
    `<p class="muted">Página de pago de prueba: aquí no se cobra nada.</p><h1>${escaped(product_name)}</h1><p class="price">${price}</p>
<p class="muted">IVA incluido</p>${button(`/pay/${id}/pay`, 'Pagar', 'primary')}${mode === 'payment' ? button(`/pay/${id}/later`, 'Pagar por adeudo bancario (tarda días)') : ''}${button(`/pay/${id}/decline`, 'Pagar con una tarjeta rechazada')}${button(`/pay/${id}/cancel`, 'Cancelar y volver')}`,
  );
}

export const declinedPage = (session: Checkout) =>
  checkoutPage(session).replace(
    '<h1>',
    '<p role="alert" class="error">Tu tarjeta ha sido rechazada. Prueba con otra.</p><h1>',
  );

export function portalPage(customer: string, subscriptions: Subscription[], back: string): string {
  const rows = subscriptions.map(
    ({ id, status, cancel_at }) =>
      `<li><b>Suscripción mensual</b> — ${escaped(status)}${cancel_at ? `, hasta ${when(cancel_at)}` : ''}${status === 'canceled' ? '' : button(`/portal/${customer}/cancel/${id}?return=${encodeURIComponent(back)}`, 'Cancelar la suscripción')}</li>`,
  );
  return page(
    'Facturación',
    `<h1>Facturación</h1><ul>${rows.join('') || '<li>No hay suscripciones.</li>'}</ul><p><a href="${escaped(back)}">Volver a Cantera TV</a></p>`,
  );
}

export const receiptPage = ({ id, amount, created }: Charge) =>
  page(
    'Recibo',
    `<h1>Recibo</h1><p class="price">${euros.format(amount / 100)}</p><p>${when(created)}</p><p class="muted">${id}</p>`,
  );

const deliveries: Record<Delivery, string> = {
  normal: 'Enseguida',
  twice: 'Dos veces',
  late: 'Con retraso',
  held: 'Retenidos',
};

/** Control page: simulates the bank's actions on payments and how Stripe delivers events. */
export function controlPage(data: StripeData, { delivery, held }: Pick<Webhooks, 'delivery' | 'held'>): string {
  const modes = Object.entries(deliveries).map(([mode, label]) =>
    button(`/control/delivery/${mode}`, label, mode === delivery ? 'primary' : ''),
  );
  const charges = Object.values(data.charges)
    .toReversed()
    .map((charge) => {
      const [dispute] = Object.values(data.disputes).filter(({ charge: of }) => of === charge.id);
      const actions = [
        charge.status === 'pending'
          ? button(`/control/settle/${charge.id}`, 'Cobrar el adeudo') +
            button(`/control/bounce/${charge.id}`, 'Devolver el adeudo')
          : '',
        charge.paid && !charge.refunded ? button(`/control/refund/${charge.id}`, 'Devolver') : '',
        charge.paid && !charge.disputed ? button(`/control/dispute/${charge.id}`, 'Abrir disputa') : '',
        dispute?.status === 'needs_response'
          ? button(`/control/lose/${dispute.id}`, 'Perder disputa') +
            button(`/control/win/${dispute.id}`, 'Ganar disputa')
          : '',
      ];
      const state = [charge.status, charge.refunded && 'devuelto', dispute && `disputa: ${dispute.status}`]
        .filter(Boolean)
        .join(', ');
      return `<tr><td>${when(charge.created)}</td><td>${escaped(data.customers[charge.customer]?.email ?? '')}</td><td>${euros.format(charge.amount / 100)}</td><td>${escaped(charge.metadata.eventTitle ?? 'Suscripción')}</td><td>${escaped(state)}</td><td>${actions.join('')}</td></tr>`;
    });
  const subscriptions = Object.values(data.subscriptions)
    .toReversed()
    .map(({ id, customer, status }) => {
      const actions = ['renew', 'fail', 'cancel'].map((action) =>
        button(
          `/control/${action}/${id}`,
          { renew: 'Renovar', fail: 'Fallar la renovación', cancel: 'Cancelar' }[action] ?? '',
        ),
      );
      return `<tr><td>${escaped(data.customers[customer]?.email ?? '')}</td><td>${escaped(status)}</td><td>${actions.join('')}</td></tr>`;
    });
  const events = Object.values(data.events)
    .slice(-20)
    .toReversed()
    .map(
      ({ id, type, created }) =>
        `<tr><td>${when(created)}</td><td>${escaped(type)}</td><td>${button(`/control/resend/${id}`, 'Enviar otra vez')}</td></tr>`,
    );
  return page(
    'Pagos',
    `<h1>Pagos de prueba</h1><p>Entrega de eventos: ${modes.join('')} ${button('/control/release', `Soltar los retenidos (${held}), en desorden`)}</p>
<h2>Suscripciones</h2><table>${subscriptions.join('')}</table><h2>Cobros</h2><table>${charges.join('')}</table><h2>Eventos</h2><table>${events.join('')}</table>`,
  );
}

const button = (action: string, label: string, kind = '') =>
  `<form method="post" action="${escaped(action)}"><button class="${kind}">${escaped(label)}</button></form>`;

const page = (
  title: string,
  body: string,
) => `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>body{font:16px/1.5 system-ui;margin:0;background:#f6f7f9;color:#10161d}main{max-width:860px;margin:auto;padding:24px}
.price{font-size:32px;font-weight:800;margin:0}.muted{color:#55616e}.error{color:#b4122f;font-weight:700}form{display:inline-block;margin:4px 8px 4px 0}
button{min-height:44px;padding:0 18px;border-radius:10px;border:1px solid #7a8693;background:#fff;font:inherit;cursor:pointer}button.primary{background:#3f6212;border-color:#3f6212;color:#fff;font-weight:700}
table{display:block;overflow-x:auto;border-collapse:collapse;background:#fff}td{padding:8px;border-bottom:1px solid #dde2e8}</style><main>${body}</main></html>`;

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
