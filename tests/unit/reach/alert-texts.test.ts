/** Texts of alerts for people with different settings. */
import { expect, test } from 'vitest';
import { chooseText } from '../../../functions/reach/alerts/rules.ts';

test('[D-MATCH-3] removes results from typed titles for users who hide results', () => {
  const settings = { kinds: ['CHANGES' as const] };
  const message = {
    eventId: 'e',
    kind: 'CHANGES' as const,
    what: 'CHANGES',
    until: 0,
    title: 'Cambia de hora: Vuelta (ida 3-1)',
    body: 'Ahora es el sábado. La ida acabó 3-1.',
  };
  expect(chooseText({ user: { disabled: false, hidesResults: true }, settings }, message)).toEqual({
    title: 'Cambia de hora: Vuelta (ida ? – ?)',
    body: 'Ahora es el sábado. La ida acabó ? – ?.',
  });
  expect(chooseText({ user: { disabled: false }, settings }, message)?.title).toContain('3-1');
});

test.each([
  ['hides results', { disabled: false, hidesResults: true }, ['GOALS'], false],
  ['wants goals', { disabled: false }, ['GOALS'], true],
  ['wants other alerts', { disabled: false }, ['STARTS'], false],
  ['has a closed account', { disabled: true }, ['GOALS'], false],
] as const)('[D-ALERT-2] a goal reaches somebody who %s: %4$s', (_, user, kinds, expected) => {
  const message = { eventId: 'e', kind: 'GOALS' as const, what: 'GOALS#g', until: 0, title: '¡Gol!', body: '1 – 0' };
  const text = chooseText({ user, settings: { kinds: [...kinds] } }, message);
  expect(text).toEqual(expected ? { title: '¡Gol!', body: '1 – 0' } : undefined);
});
