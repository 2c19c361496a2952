/**
 * Stripe emulator on one port: API calls, hosted checkout and billing portal, and a control page that simulates the
 * bank and the delivery of webhooks.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Emulator, listen, readBody } from '../wire/http-server.ts';
import { JsonFile } from '../wire/json-file.ts';
import { answerApi } from './api.ts';
import { pressCheckoutButton } from './checkout.ts';
import { type Checkout, createEmptyData } from './objects.ts';
import {
  renderBizumPage,
  renderCheckoutPage,
  renderControlPage,
  renderPortalPage,
  renderReceiptPage,
} from './pages.ts';
import { StripeState } from './state.ts';
import { Webhooks } from './webhooks.ts';
import { createErrorBody } from './wire-format.ts';

export const stripeApiKey = 'sk_test_local';
export const stripeWebhookSecret = 'whsec_local';

export interface LocalStripe extends Emulator {
  state: StripeState;
}

interface StripeOptions {
  dataDir: string;
  port?: number;
  /** Returns the webhook's address; a function, because the API starts after this emulator. */
  webhookUrl: () => string | undefined;
}

export async function startStripe({ dataDir, port, webhookUrl }: StripeOptions): Promise<LocalStripe> {
  const webhooks = new Webhooks(webhookUrl, stripeWebhookSecret);
  let pages = '';
  const state = new StripeState(
    new JsonFile(join(dataDir, 'stripe.json'), createEmptyData()),
    webhooks.send,
    () => pages,
  );

  const server = await listen(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stripe');
    try {
      state.expireDue();
      if (url.pathname.startsWith('/v1/')) await handleApi(request, response, url);
      else if (request.method === 'POST')
        handleAction(url, new URLSearchParams((await readBody(request)).toString()), response);
      else showPage(url, response);
      await state.save();
    } catch (error) {
      console.error('[stripe]', error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    }
  }, port);
  pages = server.url.replace('127.0.0.1', 'localhost');

  async function handleApi(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const body = new URLSearchParams((await readBody(request)).toString());
    const json = (status: number, answer: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${Date.now()}` })
        .end(JSON.stringify(answer));
    if (request.headers.authorization !== `Bearer ${stripeApiKey}`) {
      json(401, createErrorBody('api_key_invalid', 'Invalid API Key provided'));
      return;
    }
    const call = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body,
      idempotencyKey: request.headers['idempotency-key']?.toString(),
    };
    const { status, body: answer } = answerApi(state, call, pages);
    json(status, answer);
  }

  function showPage({ pathname, searchParams }: URL, response: ServerResponse): void {
    const [, kind = '', id = ''] = pathname.split('/');
    const { sessions, charges, subscriptions } = state.data;
    const session = sessions[id];
    const charge = charges[id];
    if (kind === 'pay' && session)
      sendHtml(response, pathname.endsWith('/bizum') ? renderBizumPage(session) : renderCheckoutPage(session));
    else if (kind === 'receipts' && charge) sendHtml(response, renderReceiptPage(charge));
    else if (kind === 'portal') {
      const customerSubscriptions = Object.values(subscriptions).filter(({ customer }) => customer === id);
      sendHtml(response, renderPortalPage(id, customerSubscriptions, searchParams.get('return') ?? '/'));
    } else if (pathname === '/') sendHtml(response, renderControlPage(state.data, webhooks));
    else response.writeHead(404).end();
  }

  function handleAction(url: URL, form: URLSearchParams, response: ServerResponse): void {
    const [, kind = '', first = '', second = '', third = ''] = url.pathname.split('/');
    const session = state.data.sessions[first];
    if (kind === 'pay' && session) pressButton(session, second, form, response);
    else if (kind === 'portal' && (second === 'cancel' || second === 'resume')) {
      const subscription = state.data.subscriptions[third];
      if (subscription?.customer === first && second === 'cancel') state.cancelAtPeriodEnd(subscription);
      if (subscription?.customer === first && second === 'resume') state.resume(subscription);
      redirect(response, `/portal/${first}${url.search}`);
    } else if (kind === 'control') {
      control(first, second);
      redirect(response, '/');
    } else response.writeHead(404).end();
  }

  function pressButton(session: Checkout, action: string, form: URLSearchParams, response: ServerResponse): void {
    const outcome = pressCheckoutButton(state, session, action, form);
    if (!outcome) response.writeHead(404).end();
    else if ('to' in outcome) redirect(response, outcome.to);
    else sendHtml(response, renderCheckoutPage(session, outcome.problem));
  }

  function control(action: string, id: string): void {
    const charge = state.data.charges[id];
    const subscription = state.data.subscriptions[id];
    const dispute = state.data.disputes[id];
    const refund = state.data.refunds[id];
    if (action === 'delivery') webhooks.deliveryMode = id === 'held' ? 'held' : 'normal';
    else if (action === 'release') webhooks.release();
    else if (action === 'settle' && charge) state.settle(charge, true);
    else if (action === 'bounce' && charge) state.settle(charge, false);
    else if (action === 'refund' && charge) state.refund(charge);
    else if (action === 'fail-refund' && refund) state.failRefund(refund);
    else if (action === 'dispute' && charge) state.dispute(charge);
    else if (action === 'lose' && dispute) state.closeDispute(dispute, 'lost');
    else if (action === 'win' && dispute) state.closeDispute(dispute, 'won');
    else if (action === 'renew' && subscription) state.renew(subscription);
    else if (action === 'fail' && subscription) state.failRenewal(subscription);
    else if (action === 'cancel' && subscription) state.cancel(subscription);
  }

  return {
    url: server.url,
    state,
    close: async () => {
      await webhooks.close();
      await server.close();
      await state.save();
    },
  };
}

function sendHtml(response: ServerResponse, body: string): void {
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    })
    .end(body);
}

const redirect = (response: ServerResponse, location: string) => void response.writeHead(303, { location }).end();
