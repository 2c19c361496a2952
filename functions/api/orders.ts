import { orderEndpoints, type WithdrawalView } from '../../shared/contract/orders.ts';
import { nameOrder, type Order } from '../money/orders/rules.ts';
import { listPaid } from '../money/orders/store.ts';
import { exportOrders } from '../money/withdrawals/store.ts';
import { examineWithdrawal, withdraw } from '../money/withdrawals/withdraw.ts';
import { serve } from '../platform/http/serve.ts';

export const handler = serve(orderEndpoints, {
  'GET /users/me/orders': async ({ caller: { user } }) => {
    const [orders, paid] = await Promise.all([exportOrders(user.id), listPaid(user.id)]);
    // A page that was opened and left is no order. The contract names every field that goes out; others are dropped.
    const finished = orders.filter(({ number, withdrawnAt }) => withdrawnAt !== null || paid.has(number));
    return { data: { orders: finished.map((order) => ({ ...order, paid: paid.get(order.number) ?? order.amount })) } };
  },

  'POST /public/withdrawal/preview': async ({ body, now }) => {
    const { order, outcome, earlier } = await examineWithdrawal(body.email, body.number, now);
    return { data: toView(order, outcome, earlier?.at ?? null) };
  },

  'POST /public/withdrawal': async ({ body, now }) => {
    const { order, made } = await withdraw(body.email, body.number, now);
    const data = toView(order, made.outcome, made.at);
    return made.at === null ? { data } : { data, message: 'Hemos recibido tu desistimiento' };
  },
});

const toView = (order: Order, outcome: WithdrawalView['outcome'], withdrawnAt: string | null): WithdrawalView => ({
  number: order.number,
  orderedAt: order.at,
  amount: order.amount,
  outcome,
  withdrawnAt,
  // Without a title, it is the monthly subscription.
  title: order.product === 'PT_MONTHLY' ? null : nameOrder(order),
});
