/** Endpoints for the partner, with its own API key. */
import { partnerEndpoints } from '../../shared/contract/partner.ts';
import { endCustomer, saveCustomer } from '../people/partner/store.ts';
import { serve } from '../platform/http/serve.ts';

export const handler = serve(partnerEndpoints, {
  'POST /partner/customers': async ({ body, now }) => {
    const { id, outcome } = await saveCustomer(body, now);
    const messages = { created: 'Cliente creado', renewed: 'Cliente renovado', unchanged: 'Sin cambios' };
    return { data: { id }, message: messages[outcome] };
  },
  'DELETE /partner/customers/{userId}': async ({ params, now }) => {
    await endCustomer(params.userId, now);
    return { message: 'Suscripción finalizada' };
  },
});
