/** Simulated processes that are killed before or after one of their writes: tables, email service and provider. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from '@smithy/core/client';
import Stripe from 'stripe';
import { afterAll, beforeAll } from 'vitest';

/** Number of writes before the fatal one: the process is killed in its place, or right after it if `after` is set. */
export interface Fate {
  writes: number;
  after: boolean;
  /** Delays each write until it settles. */
  held?: Promise<void>;
  /** Called when the first write is due. */
  reached?: () => void;
  /** Called when the process is killed; all its pending work stops. */
  killed?: () => void;
  dead?: boolean;
}

const fates = new AsyncLocalStorage<Fate>();
const aws = Client.prototype;
const stripe = Object.getPrototypeOf(Stripe.createNodeHttpClient()) as Stripe.HttpClient;
const real = { send: aws.send, makeRequest: stripe.makeRequest };

/** Runs an AWS or provider call of the process with this fate. */
async function runUntilKilled<T>(isWrite: boolean, go: () => Promise<T>): Promise<T> {
  const fate = fates.getStore();
  // Reads go on after the kill, because live processes in this test process may await the same promise.
  if (!fate || !isWrite) return go();
  if (!fate.dead) {
    fate.reached?.();
    await fate.held;
    fate.writes -= 1;
    if (fate.writes >= 0) return go();
    fate.dead = true;
    if (fate.after) await go().catch(() => undefined);
    fate.killed?.();
  }
  return new Promise(() => {});
}

/** Runs a process to its end, or until its fate kills it. */
export async function runWith(fate: Fate, run: () => Promise<unknown>): Promise<void> {
  const killed = new Promise<void>((resolve) => {
    fate.killed = resolve;
  });
  await Promise.race([fates.run(fate, run), killed]);
}

/** Lets the file's calls of AWS and the provider end with the fate of their process. */
export function installFates(): void {
  beforeAll(() => {
    aws.send = function sendUntilKilled(this: unknown, ...call: unknown[]) {
      const isWrite = /^(Put|Update|Delete|TransactWrite|SendEmail)/.test(String(call[0]?.constructor.name));
      return runUntilKilled(isWrite, () => (real.send as (...call: unknown[]) => Promise<unknown>).apply(this, call));
    } as typeof aws.send;
    stripe.makeRequest = function requestUntilKilled(this: Stripe.HttpClient, ...call) {
      return runUntilKilled(call[3] !== 'GET', () => real.makeRequest.apply(this, call));
    };
  });
  afterAll(() => {
    aws.send = real.send;
    stripe.makeRequest = real.makeRequest;
  });
}
