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
