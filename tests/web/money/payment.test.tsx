import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hostileAddresses } from '../../support/hostile-addresses.ts';
import { pickSome } from '../../support/test-profile.ts';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import { address, basic, calls, callsTo, id, open, type Replies, type Reply } from '../support/app.tsx';
import { sportEvent } from '../support/builders.ts';

const event = id('event');
const answers = (reply: Reply<'POST /payments/stripe'>): Replies => ({ 'POST /payments/stripe': reply });
const link = answers({ data: { paymentLink: 'https://pay.test/session' } });
const body = () => callsTo('POST /payments/stripe')[0]?.body as Record<string, string>;

// jsdom cannot navigate away, so only the target address is checked.
const went = vi.hoisted(() => vi.fn());
vi.mock(import('../../../web/lib/external-navigation.ts'), () => ({ openExternal: went, replaceWithExternal: went }));
afterEach(() => went.mockClear());

describe('/creando-pago', () => {
  test('[A-PAY-1] [A-PAY-5] [A-PAY-14] waits, requests a link once and redirects to it', async () => {
    let answer: (reply: Reply<'POST /payments/stripe'>) => void = () => undefined;
    open('/creando-pago?productType=PT_MONTHLY', {
      user: basic,
      replies: { 'POST /payments/stripe': () => new Promise((done) => (answer = done)) },
    });
    expect(await screen.findByText('Espera mientras te redirigimos a la plataforma de pago')).toBeDefined();
    await waitFor(() => expect(callsTo('POST /payments/stripe')).toHaveLength(1));
    answer({ data: { paymentLink: 'https://pay.test/session' } });
    await waitFor(() => expect(went).toHaveBeenCalledExactlyOnceWith('https://pay.test/session'));
    expect(screen.queryByText('Pago Completado con Éxito')).toBeNull();
  });

  test('[E-PAY-1] shows the product with its price, also after a failure', async () => {
    const match = sportEvent({
      title: 'CD Sauce – Atlético Norte',
      scheduledStartDate: '2026-03-05T17:00:00.000Z',
      scheduledFinishDate: '2026-03-05T19:00:00.000Z',
    });
    open(`/creando-pago?source=ppv&sportEventId=${event}`, {
      user: basic,
      replies: { ...answers(rawAnswer(500)), [`GET /sportevents/${event}`]: { data: { sportEvent: match } } },
    });
    const order = within(await screen.findByRole('region', { name: 'Tu compra' }));
    expect(await order.findByText(match.title)).toBeDefined();
    expect(order.getByText(/5 de marzo.*18:00/)).toBeDefined();
    expect(order.getByText('1,99 €')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Error al procesar el pago' })).toBeDefined();
    expect(screen.getByRole('region', { name: 'Tu compra' })).toBeDefined();
  });

  const home = '/home?showSubscriptionBanner=true';
  test.each([
    ['productType=PT_MONTHLY', 'PT_MONTHLY', undefined, home],
    ['', 'PT_MONTHLY', undefined, home],
    ['source=subscription&redirectUrl=%2Fvods%2F1', 'PT_MONTHLY', undefined, '/vods/1'],
    [`source=ppv&sportEventId=${event}`, 'PT_SPORT_EVENT', event, '/home'],
    [`productType=PT_MONTHLY&sportEventId=${event}`, 'PT_MONTHLY', undefined, home],
    [`source=ppv&sportEventId=${event}&redirectUrl=https%3A%2F%2Fevil.test`, 'PT_SPORT_EVENT', event, '/home'],
  ])(
    '[A-PAY-2] [A-PAY-3] [A-PAY-4] [A-PAY-11] [A-SUB-14] requests the product of ?%s, and the way back',
    async (query, productType, sportEventId, back) => {
      open(`/creando-pago?${query}`, { user: basic, replies: link });
      await waitFor(() => expect(callsTo('POST /payments/stripe')).toHaveLength(1));
      const callbackUrl = new URL(body().callbackUrl ?? '');
      expect([body().productType, body().sportEventId]).toEqual([productType, sportEventId]);
      expect([callbackUrl.origin, callbackUrl.pathname]).toEqual([location.origin, '/payment-success']);
      expect(callbackUrl.searchParams.get('redirectUrl')).toBe(back);
      expect(callsTo('POST /payments/stripe')[0]?.headers.get('authorization')).toBe(`Bearer ${basic.id}.secret`);
    },
  );

  test.each<[string, string, Reply<'POST /payments/stripe'>, string | null]>([
    ['[A-PAY-6]', '', rawAnswer(200, { data: {} }), 'No se recibió la URL de pago'],
    ['[A-PAY-7] [A-PAY-8]', '', errorAnswer('PYM4001'), 'Ya has pagado por este producto'],
    ['[A-PAY-7] [A-PAY-8]', '', errorAnswer('PYM5030', 'Stripe no responde'), 'Stripe no responde'],
    ['[A-PAY-7]', '', errorAnswer('PYM5030', 'Prueba con <b>otra</b><script>alert(1)</script>'), 'Prueba con otra'],
    ['[A-PAY-7]', '', rawAnswer(500), null],
    ['[A-PAY-10]', 'source=ppv', rawAnswer(200, { data: {} }), 'No se ha especificado el evento deportivo'],
  ])('%s [A-PAY-9] shows an error for ?%s and the answer %o', async (_rows, query, reply, detail) => {
    open(`/creando-pago?${query}`, { user: basic, replies: answers(reply) });
    expect(await screen.findByRole('heading', { name: 'Error al procesar el pago' })).toBeDefined();
    const texts = screen.getAllByRole('paragraph').map((paragraph) => paragraph.textContent);
    if (detail) expect(texts).toContain(detail);
    expect(screen.getByRole('link', { name: 'Volver al inicio' }).getAttribute('href')).toBe('/home');
    expect(callsTo('POST /payments/stripe')).toHaveLength(query ? 0 : 1);
    expect(went).not.toHaveBeenCalled();
  });

  test('[F-LAW-1] [F-LAW-3] shows the order with an unticked box to buyers who have not agreed to it', async () => {
    const replies: Replies = {
      'POST /payments/stripe': ({ body: sent }) =>
        (sent as { consent?: string }).consent === 'MES-1'
          ? { data: { paymentLink: 'https://pay.test/session' } }
          : errorAnswer('PYM4010'),
    };
    const { user } = open('/creando-pago?productType=PT_MONTHLY', { user: basic, replies });
    expect(await screen.findByRole('heading', { name: 'Confirma tu pedido' })).toBeDefined();
    expect(screen.getByText(/^Sin permanencia, mes a mes: termina sola el 30 de junio/)).toBeDefined();
    expect(screen.getByText(/^Se cobran 6,99\s€ cada mes hasta que la canceles/)).toBeDefined();
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /pago solo los días usados$/ });
    expect(box.checked).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Ir al pago' }));
    expect(screen.getByText('Marca la casilla para ir al pago')).toBeDefined();
    expect(callsTo('POST /payments/stripe')).toHaveLength(1);
    await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Ir al pago' }));
    await waitFor(() => expect(went).toHaveBeenCalledExactlyOnceWith('https://pay.test/session'));
  });

  test('[A-PAY-15] never returns to another site', async () => {
    for (const target of pickSome(hostileAddresses(location.host))) {
      const page = open(`/creando-pago?redirectUrl=${encodeURIComponent(target)}`, { user: basic, replies: link });
      await waitFor(() => expect(callsTo('POST /payments/stripe')).toHaveLength(1));
      const callbackUrl = new URL(body().callbackUrl ?? '');
      expect([callbackUrl.origin, callbackUrl.searchParams.get('redirectUrl')], target).toEqual([
        location.origin,
        home,
      ]);
      calls.length = 0;
      page.unmount();
    }
  });
});

describe('/payment-success', () => {
  test('[A-PAY-12] [A-PAY-14] confirms the payment and links home', async () => {
    open('/payment-success');
    expect(await screen.findByRole('heading', { name: 'Pago Completado con Éxito' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ir al inicio' }).getAttribute('href')).toBe('/home');
  });

  test('[H-BUY-1] leads back to where a payment of this browser began', async () => {
    localStorage.setItem('cantera-paying', JSON.stringify({ at: Date.now(), returnPath: '/evento/1?x=1' }));
    open('/payment-success');
    const link = await screen.findByRole('link', { name: 'Volver a donde estabas' });
    expect(link.getAttribute('href')).toBe('/evento/1?x=1&payment=success');
  });

  test("[A-PAY-13] redirects at once, keeping the query's parameters", async () => {
    open(`/payment-success?redirectUrl=${encodeURIComponent('/clubes?page=2')}`);
    await waitFor(() => expect(address()).toBe('/clubes?page=2&payment=success'));
  });

  test.each(pickSome(hostileAddresses(location.host)))(
    '[A-PAY-15] never redirects to another site: %s',
    async (target) => {
      open(`/payment-success?redirectUrl=${encodeURIComponent(target)}`);
      expect(await screen.findByRole('heading', { name: 'Pago Completado con Éxito' })).toBeDefined();
      expect(location.pathname).toBe('/payment-success');
    },
  );
});
