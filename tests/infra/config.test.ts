/** Settings that a service would reject only after the deployment are rejected before it. */
import { describe, expect, test } from 'vitest';
import { readDeployConfig } from '../../infra/config.ts';

const read = (settings: Record<string, unknown>) => readDeployConfig((name) => settings[name], {});

describe('the sender of emails', () => {
  test.each([
    'Fútbol TV <hola@cantera.example>',
    'Cantera, TV <hola@cantera.example>',
    'hola@peña.example',
    'Cantera TV hola@cantera.example',
  ])('is refused as SES would refuse it: %s', (emailFrom) => {
    expect(() => read({ emailFrom })).toThrow(/emailFrom/);
  });

  test.each(['hola@cantera.example', 'Cantera TV <hola@cantera.example>', '"Cantera, TV" <hola@cantera.example>'])(
    'is accepted: %s',
    (emailFrom) => {
      expect(read({ emailFrom }).emailFrom).toBe(emailFrom);
    },
  );
});

test('refuses an address of the contact form that SES would refuse', () => {
  const contactEmails = (address: string) => JSON.stringify(['equipos@cantera.example', address]);
  expect(() => read({ contactEmails: contactEmails('josé@cantera.example') })).toThrow(/contactEmails.*josé/);
  expect(read({ contactEmails: contactEmails('prensa@cantera.example') }).contactEmails).toHaveLength(2);
});

test('refuses prices below 50 cents, which Stripe does not charge', () => {
  expect(() => read({ prices: '{"event":0.49,"monthly":6.99}' })).toThrow(/prices/);
  expect(read({ prices: '{"event":0.5,"monthly":6.99}' }).prices.event).toBe(0.5);
});
