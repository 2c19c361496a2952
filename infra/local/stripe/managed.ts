/** Managed payments: Stripe as the seller of record. https://docs.stripe.com/payments/managed-payments/update-checkout */
import { BadRequest, part } from './refusals.ts';
import type { StripeState } from './state.ts';

type Body = Record<string, unknown>;

/** True if Stripe sells: the session decides, or else the account's default. */
export function findManaged(body: Body, { managed }: StripeState['dashboard']): boolean {
  const { enabled } = part(body, 'managed_payments');
  return enabled === undefined ? managed === 'BY_DEFAULT' : enabled === 'true';
}

export function findManagedProblem(body: Body, { dashboard, data }: StripeState): BadRequest | undefined {
  if (!findManaged(body, dashboard)) return undefined;
  if (dashboard.managed === 'OFF')
    return new BadRequest('You must accept the Managed Payments terms of service in the Dashboard first.');
  const param = listRefused(body)[0];
  if (param)
    return new BadRequest(
      dashboard.managed === 'BY_DEFAULT'
        ? `${param} cannot be used with Managed Payments, which is enabled by default on your account. Remove ${param}, or pass managed_payments[enabled]=false to disable it for this request.`
        : `${param} cannot be used with Managed Payments`,
      param,
    );
  const items = Object.values(part(body, 'line_items')) as Body[];
  const index = items.findIndex((item) => {
    const { product, product_data } = part(item, 'price_data') as { product?: string; product_data?: Body };
    return !/^txcd_\d{8}$/.test(String(data.products[product ?? '']?.tax_code ?? product_data?.tax_code));
  });
  return index === -1
    ? undefined
    : new BadRequest(
        `Invalid line_items[${index}]: the product tax code is missing. Product tax code is required for Managed Payments.`,
      );
}

function listRefused(body: Body): string[] {
  const inParts = Object.entries(refusedParts).flatMap(([name, fields]) =>
    fields.filter((field) => part(body, name)[field] !== undefined).map((field) => `${name}[${field}]`),
  );
  const isRefusedType = body.submit_type === 'book' || body.submit_type === 'donate';
  return [...refused.filter((name) => body[name] !== undefined), ...inParts, ...(isRefusedType ? ['submit_type'] : [])];
}

const refused = [
  'adaptive_pricing',
  'allowed_payment_method_types',
  'automatic_tax',
  'custom_text',
  'excluded_payment_method_types',
  'invoice_creation',
  'payment_method_configuration',
  'payment_method_options',
  'shipping_address_collection',
  'shipping_options',
  'tax_id_collection',
];

const connect = ['on_behalf_of', 'transfer_data'];

const refusedParts: Record<string, string[]> = {
  customer_update: ['address', 'name'],
  payment_intent_data: [
    ...connect,
    'application_fee_amount',
    'receipt_email',
    'setup_future_usage',
    'shipping',
    'statement_descriptor',
    'statement_descriptor_suffix',
    'transfer_group',
  ],
  subscription_data: [...connect, 'application_fee_percent', 'default_tax_rates', 'invoice_settings'],
};
