/** Managed payments: Stripe as the seller of record. https://docs.stripe.com/payments/managed-payments/update-checkout */
import { BadRequest, listItems, part } from './refusals.ts';
import type { StripeState } from './state.ts';

type Body = Record<string, unknown>;

/** True if Stripe sells: the session decides, or else the account's default. */
export function findManaged(body: Body, { managed }: StripeState['dashboard']): boolean {
  const { enabled } = part(body, 'managed_payments');
  return enabled === undefined ? managed === 'BY_DEFAULT' : enabled === 'true';
}

/** Stripe refuses these two of the emulator's parameters where it sells. */
const refused = ['adaptive_pricing', 'custom_text'];

export function findManagedProblem(body: Body, { dashboard, data }: StripeState): BadRequest | undefined {
  if (!findManaged(body, dashboard)) return undefined;
  if (dashboard.managed === 'OFF')
    return new BadRequest('You must accept the Managed Payments terms of service in the Dashboard first.');
  const param = refused.find((name) => body[name] !== undefined);
  if (param)
    return new BadRequest(
      dashboard.managed === 'BY_DEFAULT'
        ? `${param} cannot be used with Managed Payments, which is enabled by default on your account. Remove ${param}, or pass managed_payments[enabled]=false to disable it for this request.`
        : `${param} cannot be used with Managed Payments`,
      param,
    );
  const index = listItems(body).findIndex(({ product, product_data }) => {
    const code = data.products[String(product)]?.tax_code ?? (product_data as Body | undefined)?.tax_code;
    return !/^txcd_\d{8}$/.test(String(code));
  });
  return index === -1
    ? undefined
    : new BadRequest(
        `Invalid line_items[${index}]: the product tax code is missing. Product tax code is required for Managed Payments.`,
      );
}
