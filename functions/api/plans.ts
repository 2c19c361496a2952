import { planEndpoints } from '../../shared/contract/plans.ts';
import { createPromotionCode, endPromotionCode, readCodes, readPlans } from '../money/plans/change-codes.ts';
import { serve } from '../platform/http/serve.ts';

export const handler = serve(planEndpoints, {
  'GET /live/plans': async ({ now }) => ({ data: { plans: await readPlans(now) } }),
  'GET /live/promotion-codes': async ({ query: { after }, now }) => ({ data: await readCodes(after, now) }),
  'POST /live/promotion-codes': async ({ body, now }) => {
    await createPromotionCode(body, now);
    return { message: 'Código creado' };
  },
  'DELETE /live/promotion-codes/{code}': async ({ params, now }) => {
    await endPromotionCode(params.code, now);
    return { message: 'Código desactivado' };
  },
});
