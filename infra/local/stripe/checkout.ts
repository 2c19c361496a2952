/** Actions of the buttons on the hosted checkout page. */
import type { Checkout } from './objects.ts';
import { applyCode, redeemCode } from './promotions.ts';
import type { StripeState } from './state.ts';

export type CheckoutProblem = 'declined' | 'terms' | 'phone' | 'refused' | 'expired' | 'code' | 'codeEnded';

/** Returns the address to go to, or why the page is shown again; undefined for an unknown button. */
export function pressCheckoutButton(
  state: StripeState,
  session: Checkout,
  action: string,
  form: URLSearchParams,
): { to: string } | { problem: CheckoutProblem } | undefined {
  if (action === 'cancel') return { to: session.cancel_url };
  if (action === 'code')
    return applyCode(state.data, session, form.get('code') ?? '', state.nowSeconds())
      ? { to: `/pay/${session.id}` }
      : { problem: 'code' };
  if (form.get('terms') === 'accepted') state.acceptTerms(session);
  if (session.status === 'open' && state.lacksConsent(session)) return { problem: 'terms' };
  const isPaid = ['pay', 'later', 'bizum-approve', 'bizum-leave'].includes(action);
  if (isPaid && session.status === 'open' && !redeemCode(state.data, session, state.nowSeconds()))
    return { problem: 'codeEnded' };
  switch (action) {
    case 'pay':
      state.pay(session);
      return { to: session.success_url };
    case 'decline':
      state.decline(session);
      return { problem: 'declined' };
    case 'later':
      state.payLater(session);
      return { to: session.success_url };
    default:
      return session.payment_method_types.includes('bizum')
        ? pressBizumButton(state, session, action, form)
        : undefined;
  }
}

/** The buyer enters a phone number, and the bank's app asks for the confirmation. */
function pressBizumButton(state: StripeState, session: Checkout, action: string, form: URLSearchParams) {
  switch (action) {
    case 'bizum':
      return isSpanishMobile(form.get('phone') ?? '')
        ? { to: `/pay/${session.id}/bizum` }
        : { problem: 'phone' as const };
    case 'bizum-approve':
      state.pay(session, 'bizum');
      return { to: session.success_url };
    case 'bizum-refuse':
      state.decline(session, 'bizum');
      return { problem: 'refused' as const };
    case 'bizum-expire':
      state.decline(session, 'bizum');
      return { problem: 'expired' as const };
    case 'bizum-leave':
      state.payLater(session, 'bizum');
      return { to: session.cancel_url };
    default:
      return undefined;
  }
}

/** Accepts the prefix, blanks and hyphens. */
const isSpanishMobile = (phone: string) => /^(\+34|0034)?[67]\d{8}$/.test(phone.replace(/[\s-]/g, ''));
