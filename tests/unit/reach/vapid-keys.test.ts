import { expect, test } from 'vitest';
import webPush from 'web-push';
import { parseVapidKeys } from '../../../functions/reach/alerts/push.ts';

test('[D-ALERT-2] derives signing keys from the secret, also with leading zeros', () => {
  const short: string[] = [];
  for (let index = 0; index < 1_000; index += 1) {
    const { publicKey, privateKey } = parseVapidKeys(`secret-${index}`);
    const bytes = Buffer.from(privateKey, 'base64url');
    expect([bytes.length, Buffer.from(publicKey, 'base64url').length]).toEqual([32, 65]);
    if (bytes[0] === 0) short.push(privateKey);
    if (bytes[0] === 0)
      expect(() =>
        webPush.getVapidHeaders('https://push.test', 'mailto:a@b.es', publicKey, privateKey, 'aes128gcm'),
      ).not.toThrow();
  }
  // One secret in 256 is shorter.
  expect(short.length).toBeGreaterThan(0);
});
