import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toSafePath, withQuery } from '../../../web/lib/safe-path.ts';
import { hostileAddresses } from '../../support/hostile-addresses.ts';
import { cases } from '../../support/test-profile.ts';

const origin = 'https://cantera.example';

test('[A-LOGIN-11] follows a path of this site unchanged', () => {
  for (const path of ['/', '/vods/01?x=1#y', '/futbol?search=CD%20Sauce', `${origin}/home`]) {
    expect(toSafePath(path, origin)).toBe(path.replace(origin, ''));
  }
});

test('[A-LOGIN-11] [A-PAY-15] ignores every address of another site', () => {
  const bad = ['', null, undefined, 'http://cantera.example/', ...hostileAddresses('cantera.example')];
  for (const value of bad) expect(toSafePath(value, origin), String(value)).toBeUndefined();
});

test('[A-LOGIN-11] stays on this origin', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.webPath()), (value) => {
      const path = toSafePath(value, origin);
      if (path !== undefined) expect(new URL(path, origin).origin).toBe(origin);
    }),
    cases(2000),
  );
});

test('[A-PAY-13] keeps existing parameters when adding new ones', () => {
  expect(withQuery('/vods/1?a=b#c', { payment: 'success' })).toBe('/vods/1?a=b&payment=success#c');
});
