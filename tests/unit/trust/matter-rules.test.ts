/** Rules of matters: the kind, hiding first, origins, and answers. */
import { describe, expect, test } from 'vitest';
import { removeDecision, withDecision, withHiding } from '../../../functions/trust/matters/matter-changes.ts';
import {
  canHide,
  canName,
  canWithhold,
  hidesFirst,
  isShownByAdmin,
  isUrgent,
  listAnswers,
  listOrigins,
  type StoredMatter,
  type Target,
  toKind,
  toMailbox,
  toTitle,
  toUrgency,
} from '../../../functions/trust/matters/rules.ts';

const target: Target = { kind: 'vods', id: '1', title: 'Derbi', path: '/vods/1', clubIds: [], picture: null };
const writer = (email: string) => ({ name: 'Marta', email, phone: '' });
const objection = {
  kind: 'OBJECTION' as const,
  minor: true,
  second: null,
  relation: 'GUARDIAN' as const,
  writer: writer('marta@familia.test'),
};
const kept = { second: 40, writer: writer('marta@familia.test') };

test.each([
  ['its item', { target, about: 'el derbi', page: '/vods/1' }, 'Derbi'],
  ['an unknown item, by the words of its writer', { target: null, about: 'el derbi', page: '/' }, 'el derbi'],
  ['an unknown item without words, by its page', { target: null, about: '', page: '/vods/1' }, '/vods/1'],
])('a matter is named after %s', (_case, matter, title) => {
  expect(toTitle(matter)).toBe(title);
});

describe('an objection', () => {
  test.each([
    ['REPORT', 'MINOR', 'OBJECTION'],
    ['REPORT', 'HATE', 'REPORT'],
    ['OBJECTION', 'PRIVACY', 'OBJECTION'],
  ] as const)('%s with the reason %s is an %s', (kind, reason, is) => {
    expect(toKind(kind, reason)).toBe(is);
  });

  test.each([
    ['the first one', {}, [], false, true],
    ['one without a recognised minor', { minor: false }, [], false, false],
    ['the same again after an admin kept the item', { second: 40 }, [kept], false, false],
    ['a second that was seen with it', { second: 55 }, [kept], false, false],
    ['another second', { second: 56 }, [kept], false, true],
    ['a second where none was named', { second: 3 }, [{ ...kept, second: null }], false, true],
    ['no second after one was kept', {}, [kept], false, false],
    ['another guardian with an unproved mailbox', { writer: writer('ana@familia.test') }, [kept], false, false],
    ['another guardian with proved mailbox', { writer: writer('ana@familia.test'), provedAt: 1 }, [kept], false, true],
    ['another spelling of a mailbox', { writer: writer('marta+2@familia.test'), provedAt: 1 }, [kept], false, false],
    ['somebody else', { writer: writer('a@b.test'), provedAt: 1, relation: 'OTHER' }, [kept], false, false],
    ['one of two kept decisions says the same', { second: 90 }, [kept, { ...kept, second: 91 }], false, false],
    ['an origin whose hides were undone', {}, [], true, false],
    ['the same with a proved mailbox', { provedAt: 1 }, [], true, true],
  ] as const)('%s', (_, change, shown, isDistrusted, hides) => {
    const matter = { ...objection, ...change };
    expect(hidesFirst(matter, shown, isDistrusted)).toBe(hides);
    const waiting = { ...matter, state: 'OPEN' as const, target, holds: false };
    if (matter.minor) expect(canHide(waiting, shown, isDistrusted)).toBe(hides);
    expect(canHide({ ...waiting, holds: true }, shown, isDistrusted)).toBe(false);
    expect(canHide({ ...waiting, state: 'KEPT' }, shown, isDistrusted)).toBe(false);
    expect(canHide({ ...waiting, target: null }, shown, isDistrusted)).toBe(false);
    expect(canHide({ ...waiting, kind: 'REPORT' }, shown, isDistrusted)).toBe(false);
  });

  test('may hide its item later, though no minor was named first', () => {
    expect(canHide({ ...objection, minor: false, state: 'OPEN', target, holds: false }, [], false)).toBe(true);
  });

  test.each([
    ['KEPT', 'KEEP', undefined, true],
    ['KEPT', 'CUT', undefined, true],
    ['HIDDEN', 'HIDE', undefined, false],
    ['APPEALED', 'KEEP', undefined, true],
    ['OPEN', undefined, undefined, false],
    ['OPEN', undefined, 1, true],
  ] as const)(
    'in the state %s after %s (released %s): shown by an admin is %s',
    (state, answer, releasedAt, isShown) => {
      const decision = answer && { answer, at: 0, by: 'admin' as const, userId: '', reasons: '', isSettled: true };
      const before = { state: 'OPEN' as const, holds: true };
      const matter = {
        state,
        ...(decision && { decision: { ...decision, before } }),
        ...(releasedAt && { releasedAt }),
      };
      expect(isShownByAdmin(matter)).toBe(isShown);
    },
  );
});

describe('an undone decision', () => {
  const open = (holds: boolean) => ({ ...objection, state: 'OPEN', holds, steps: [] }) as unknown as StoredMatter;
  const decide = (matter: StoredMatter, answer: 'ASK' | 'KEEP' | 'HIDE') =>
    withDecision(matter, { answer, reasons: '', by: 'admin', userId: 'a' }, 1);

  test.each(['ASK', 'KEEP', 'HIDE'] as const)('%s leaves the item as it was', (answer) => {
    for (const holds of [true, false]) {
      const undone = removeDecision(decide(open(holds), answer), 'admin', 2);
      expect([undone.state, undone.holds, undone.decision]).toEqual(['OPEN', holds, undefined]);
    }
  });

  test('ASK leaves the item hidden if its writer has hidden it meanwhile', () => {
    const hidden = withHiding(decide(open(false), 'ASK'), 2);
    expect(removeDecision(hidden, 'admin', 3)).toMatchObject({ state: 'OPEN', holds: true, isDue: true });
  });
});

test.each([
  [
    'marta+1@Familia.test',
    'marta@familia.test',
    ['network 10.0.0.1', 'mailbox marta@familia.test', 'domain familia.test'],
  ],
  ['marta@gmail.com', 'marta@gmail.com', ['network 10.0.0.1', 'mailbox marta@gmail.com']],
])('the origins of %s are its network, mailbox and own domain', (email, mailbox, origins) => {
  expect(toMailbox(email)).toBe(mailbox);
  expect(listOrigins('10.0.0.1', email)).toEqual(origins);
});

test.each([
  [null, false, 0, ['KEEP', 'ASK'], ['ASK']],
  [{ ...target, kind: 'clubs' as const }, false, 0, ['KEEP', 'ASK'], ['ASK']],
  [{ ...target, kind: 'live' as const }, false, 0, ['KEEP', 'ASK'], ['ASK']],
  [{ ...target, kind: 'clips' as const }, true, 1, ['KEEP', 'HIDE', 'ASK'], ['HIDE', 'ASK']],
  [target, true, 1, ['KEEP', 'CUT', 'HIDE', 'ASK'], ['HIDE', 'ASK']],
])('an open matter about %o can be hidden: %s', (about, can, urgency, admin, club) => {
  const matter = { ...objection, state: 'OPEN' as const, target: about, steps: [] };
  expect([canWithhold(about), toUrgency(matter), isUrgent(matter)]).toEqual([can, urgency, true]);
  expect([listAnswers(matter, true), listAnswers(matter, false)]).toEqual([admin, club]);
  expect([canName(matter, true), canName(matter, false)]).toEqual([!can, !can]);
  expect(canName({ ...matter, state: 'HIDDEN' }, true)).toBe(false);
  expect(toUrgency({ ...matter, minor: false })).toBe(2);
});
