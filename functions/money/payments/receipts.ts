/** Sends a receipt for every payment, once: its mark and the email are written in one transaction. */
import type Stripe from 'stripe';
import { describeVersion, toPdfName } from '../../../shared/domain/documents.ts';
import { clockTime, longDate } from '../../../shared/domain/madrid-text.ts';
import { describeScreens, withdrawalDays } from '../../../shared/domain/order.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { formatPrice } from '../../../shared/domain/price-text.ts';
import { titleFor } from '../../../shared/domain/result-text.ts';
import { createResetLink } from '../../people/accounts/recovery.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import { isNew, putWrite } from '../../platform/aws/dynamo.ts';
import type { Attachment } from '../../platform/aws/email.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readObject } from '../../platform/aws/storage.ts';
import { greet, renderEmail } from '../../platform/mail/email-template.ts';
import { queueEmailOnce } from '../../platform/mail/outbox.ts';
import { nameSold } from '../invoices/describe-sale.ts';
import type { AcceptedDocument, Order } from '../orders/rules.ts';
import { findOrder } from '../orders/store.ts';

export async function sendReceipt(event: Stripe.Event, user: StoredUser, now: number): Promise<void> {
  const paid = readPaidItem(event);
  if (!paid) return;
  const mark = {
    pk: `USER#${user.id}`,
    sk: `RECEIPT#${paid.id}`,
    sentAt: new Date(now).toISOString(),
    ...(paid.order && { order: paid.order, paid: paid.amount }),
  };
  const order = paid.order ? await findOrder(user.id, paid.order) : undefined;
  const link = user.withoutPassword ? createResetLink(user.id, firstPasswordMs, now) : undefined;
  const receipt = renderEmail({
    to: user.email,
    subject: 'Tu recibo de Cantera TV',
    lines: [
      `${greet(user)} ${paid.amount > 0 ? `Hemos recibido tu pago de ${formatPrice(paid.amount / 100)} (IVA incluido).` : 'Hemos recibido tu pedido. Con tu código no has tenido que pagar nada.'}`,
      `Concepto: ${titleFor(user, paid.title)}.`,
      ...(paid.amount > 0 && paid.before > paid.amount
        ? [
            `Precio: ${formatPrice(paid.before / 100)}, menos ${formatPrice((paid.before - paid.amount) / 100)} de tu código.`,
          ]
        : []),
      ...(order ? describeOrder(order) : []),
      'Encontrarás todos tus recibos en tu cuenta.',
      order?.isManaged
        ? 'La factura te la envía Link por email, y en tu banco el cargo empieza por LINK.COM*.'
        : `La factura te llega en otro email unos minutos después, y también queda allí: ${pageUrl(paths.profilePart('pagos'))}`,
      ...(link ? describeOtherDevices(paid.isMatch ? 'el partido' : 'los partidos') : []),
    ],
    action: link
      ? { label: 'Elegir una contraseña', url: link.url }
      : { label: 'Ver mi cuenta', url: pageUrl(paths.profile) },
  });
  const attachments = order && { attachments: await readDocuments(order.documents) };
  await queueEmailOnce({ ...receipt, ...attachments }, putWrite('purchases', mark, isNew), now, link && [link.write]);
}

/** Lifetime of the link for a first password: two days, because buyers may use another device only in the evening. */
const firstPasswordMs = 48 * 3600 * 1000;

const describeOtherDevices = (what: string) => [
  `Elige una contraseña para ver ${what} también en otros dispositivos. En el que has usado para pagar ya has entrado.`,
  'El enlace caduca en 48 horas y solo sirve una vez. Después, en «¿Has olvidado tu contraseña?» puedes pedir otro.',
];

interface PaidItem {
  id: string;
  /** Cents, and the price without a coupon. */
  amount: number;
  before: number;
  title: string;
  isMatch: boolean;
  /** Number of the order; absent for the renewal of a subscription. */
  order?: string | undefined;
}

export function readPaidItem(event: Stripe.Event): PaidItem | undefined {
  if (event.type === 'checkout.session.completed' || event.type === 'checkout.session.async_payment_succeeded') {
    const session = event.data.object;
    if (session.mode !== 'payment' || session.payment_status === 'unpaid') return undefined;
    const { id, amount_total: amount, amount_subtotal: before, metadata } = session;
    return {
      id,
      amount: amount ?? 0,
      before: before ?? 0,
      title: nameSold(metadata ?? {}),
      isMatch: Boolean(metadata?.sportEventId),
      order: metadata?.order,
    };
  }
  if (event.type === 'invoice.paid') {
    const invoice = event.data.object;
    return invoice.amount_paid > 0 && invoice.id
      ? {
          id: invoice.id,
          amount: invoice.amount_paid,
          before: invoice.subtotal,
          title: nameSold(invoice.parent?.subscription_details?.metadata ?? {}),
          isMatch: false,
          ...(invoice.billing_reason === 'subscription_create' && {
            order: invoice.parent?.subscription_details?.metadata?.order,
          }),
        }
      : undefined;
  }
  return undefined;
}

/** Repeats the order: the law wants the contract and the consent on something that lasts. */
function describeOrder(order: Order): string[] {
  const { number, at, product, duration, renewal, seller, consent, documents, screens = 1 } = order;
  const ordered = new Date(at);
  const last = new Date(ordered.getTime() + withdrawalDays * 86_400_000);
  const [conditions] = documents;
  return [
    `Número de recibo: ${number}. Pedido el ${longDate(ordered)} a las ${clockTime(ordered)}.`,
    `Duración: ${duration.charAt(0).toLowerCase()}${duration.slice(1)}. ${renewal}. Te lo vende ${seller}.`,
    ...(screens > 1 ? [`${describeScreens(screens)}.`] : []),
    ...(consent ? [`Al pedirlo marcaste: «${consent.text}».`] : []),
    ...(product !== 'PT_SPORT_EVENT' || !consent
      ? [
          `Puedes desistir hasta el ${longDate(last)}, y te devolvemos ${consent ? 'los días que no uses' : 'lo que has pagado'}: ${pageUrl(paths.withdraw)}`,
        ]
      : []),
    ...(conditions
      ? [
          `Adjuntamos las condiciones que has aceptado. ${describeVersion(conditions)}: ${pageUrl(paths.documentVersion(conditions.name, conditions.version))}`,
        ]
      : []),
  ];
}

/** @throws Error for a document that the release lacks, so that the email is sent once it has it. */
const readDocuments = (documents: readonly AcceptedDocument[]): Promise<Attachment[]> =>
  Promise.all(
    documents.map(async ({ name, version }) => {
      const fileName = toPdfName(name, version);
      const bytes = await readObject({ bucket: environment('WEB_BUCKET'), key: `documentos/${fileName}` });
      if (!bytes) throw new Error(`The web app was released without ${fileName}`);
      return { fileName, contentType: 'application/pdf', base64: Buffer.from(bytes).toString('base64') };
    }),
  );
