/** HTML of the hosted pages (checkout, billing portal, receipt) and of the control page, all without scripts. */
import { escapeHtml, renderPage } from '../wire/page.ts';
import type { CheckoutProblem } from './checkout.ts';
import type { Charge, Checkout, StripeData, Subscription } from './objects.ts';
import type { DeliveryMode, Webhooks } from './webhooks.ts';

const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' });
const date = new Intl.DateTimeFormat('es-ES', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Madrid' });
const formatTime = (seconds: number) => date.format(new Date(seconds * 1000));

export function renderCheckoutPage(session: Checkout, problem?: CheckoutProblem): string {
  const { id, product_name, amount_total, mode, status, custom_text, payment_method_types: methods } = session;
  if (status !== 'open') return renderPage('Pago', '<h1>Este pago ya no está abierto</h1>');
  const amount = euros.format(amount_total / 100);
  const renderText = (text: { message: string } | null | undefined) =>
    text?.message ? `<p class="muted">${renderLinks(text.message)}</p>` : '';
  return renderPage(
    'Pago',
    `<p class="muted">Página de pago de prueba: aquí no se cobra nada.</p>${problem ? `<p role="alert" class="error">${problemTexts[problem]}</p>` : ''}<h1>${escapeHtml(product_name)}</h1><p class="price">${amount}${mode === 'subscription' ? ' al mes' : ''}</p>
<p class="muted">IVA incluido</p>${session.managed_payments.enabled ? '<p class="muted">Vendido a través de Link</p>' : ''}${session.adaptive_pricing.enabled ? '<p class="muted">O en tu moneda, al cambio de Stripe</p>' : ''}
<form method="post" action="/pay/${id}/pay" class="wide">${renderTerms(session)}<button class="primary">${findButtonLabel(session)}</button>
${methods.includes('bizum') ? `<fieldset><legend>Bizum</legend><label>Teléfono <input name="phone" type="tel" autocomplete="tel" placeholder="612 34 56 78"></label><button formaction="/pay/${id}/bizum">Pagar con Bizum</button></fieldset>` : ''}
${methods.includes('sepa_debit') ? `<button formaction="/pay/${id}/later">Pagar por adeudo bancario (tarda días)</button> ` : ''}<button formaction="/pay/${id}/decline">Pagar con una tarjeta rechazada</button></form>
${session.allow_promotion_codes ? `<form method="post" action="/pay/${id}/code" class="wide"><label>Código promocional <input name="code"></label> <button>Aplicar</button></form>` : ''}${renderButton(`/pay/${id}/cancel`, 'Cancelar y volver')}${renderText(custom_text.submit)}`,
  );
}

const problemTexts: Record<CheckoutProblem, string> = {
  declined: 'Tu tarjeta ha sido rechazada. Prueba con otra.',
  terms: 'Acepta las condiciones del servicio para continuar.',
  phone: 'Escribe un móvil español, de nueve cifras.',
  refused: 'Has rechazado el pago en la app de tu banco. Prueba otra vez o paga de otra forma.',
  code: 'Este código no es válido.',
  codeEnded: 'El código ya no vale: el importe vuelve a ser el de antes.',
  expired: 'El pago ha caducado: no lo has confirmado a tiempo en la app de tu banco.',
};

/** Without `submit_type`, a subscription's button says nothing about paying. */
const findButtonLabel = ({ submit_type: type, mode }: Checkout): string =>
  type === null && mode === 'subscription' ? 'Suscribirse' : 'Pagar';

function renderTerms({ consent_collection, custom_text }: Checkout): string {
  if (consent_collection?.terms_of_service !== 'required') return '';
  const text = custom_text.terms_of_service_acceptance?.message ?? 'Acepto las condiciones del servicio';
  return `<p><label><input type="checkbox" name="terms" value="accepted"> ${renderLinks(text)}</label></p>`;
}

/** Custom texts may hold links in Markdown. */
const renderLinks = (text: string) =>
  escapeHtml(text).replace(/\[([^\]]+)\]\((https?:[^)\s]+)\)/g, '<a href="$2">$1</a>');

/** The page that the buyer sees while the bank's app asks for the confirmation. */
export const renderBizumPage = ({ id }: Checkout) =>
  renderPage(
    'Bizum',
    `<h1>Confírmalo en la app de tu banco</h1><p class="muted">Aquí lo haces por tu banco:</p>${renderButton(`/pay/${id}/bizum-approve`, 'Confirmar', 'primary')}${renderButton(`/pay/${id}/bizum-refuse`, 'Rechazar')}${renderButton(`/pay/${id}/bizum-expire`, 'No hacer nada')}${renderButton(`/pay/${id}/bizum-leave`, 'Salir de esta página sin confirmar todavía')}`,
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

const deliveryLabels: Record<DeliveryMode, string> = { normal: 'Enseguida', held: 'Retenidos' };

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
      const refund = Object.values(data.refunds).findLast(
        (one) => one.charge === charge.id && one.status === 'succeeded',
      );
      const actions = [
        charge.status === 'pending'
          ? renderButton(`/control/settle/${charge.id}`, isBizum(charge) ? 'Confirmar el Bizum' : 'Cobrar el adeudo') +
            renderButton(`/control/bounce/${charge.id}`, isBizum(charge) ? 'Dejar que caduque' : 'Devolver el adeudo')
          : '',
        charge.paid && !charge.refunded ? renderButton(`/control/refund/${charge.id}`, 'Devolver') : '',
        refund ? renderButton(`/control/fail-refund/${refund.id}`, 'Fallar la devolución') : '',
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

const isBizum = ({ payment_method_details: { type } }: Charge) => type === 'bizum';

const renderButton = (action: string, label: string, kind = '') =>
  `<form method="post" action="${escapeHtml(action)}"><button class="${kind}">${escapeHtml(label)}</button></form>`;
