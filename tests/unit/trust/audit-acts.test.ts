/** Acts of the audit, and their texts. */
import { describe, expect, test } from 'vitest';
import type { AuditView } from '../../../shared/contract/audit.ts';
import { groupActs, listChangedFields } from '../../../shared/domain/audit-acts.ts';
import { describeAct, findItemPath, listActValues } from '../../../shared/domain/audit-texts.ts';

const start = Date.parse('2026-11-27T10:00:00Z');
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

const createEntry = (change: Partial<AuditView> & { minute: number }): AuditView => ({
  id: `CHAIN/${change.minute}`,
  at: at(change.minute),
  kind: 'vods',
  itemId: 'A',
  name: 'Derbi',
  exists: true,
  action: 'CHANGE',
  person: { id: 'U', name: 'Carmen' },
  role: 'ADMIN',
  via: 'PATCH /live/vods/{id}',
  before: {},
  after: {},
  fields: [],
  ...change,
});

describe('[F-AUDIT-1] groupActs', () => {
  test('joins changes of one item within half an hour of each other, with its first and last values', () => {
    const entries = [
      createEntry({ minute: 50, before: { visible: false }, after: { visible: true }, fields: ['title'] }),
      createEntry({ minute: 25, before: { visible: true, clubIds: [] }, after: { visible: false, clubIds: ['C'] } }),
    ];
    expect(groupActs(entries)).toMatchObject([
      {
        from: at(25),
        until: at(50),
        count: 2,
        items: [
          {
            itemId: 'A',
            count: 2,
            fields: ['title'],
            before: { visible: true, clubIds: [] },
            after: { visible: true, clubIds: ['C'] },
          },
        ],
      },
    ]);
  });

  test.each([
    ['another item within two minutes', { minute: 1, itemId: 'B' }, [2]],
    ['another item later', { minute: 3, itemId: 'B' }, [1, 1]],
    ['the same item after an hour', { minute: 61 }, [1, 1]],
    ['somebody else', { minute: 1, person: { id: 'V', name: 'Luis' } }, [1, 1]],
    ['another endpoint', { minute: 1, via: 'DELETE /live/vods/{id}' }, [1, 1]],
    ['another action', { minute: 1, action: 'DELETE' }, [1, 1]],
    ['the score of another match', { minute: 1, kind: 'scores', itemId: 'B' }, [1, 1]],
  ] as const)('with %s', (_, change, counts) => {
    const kind = 'kind' in change ? change.kind : 'vods';
    const acts = groupActs([createEntry(change as never), createEntry({ minute: 0, kind })]);
    expect(acts.map(({ count }) => count)).toEqual(counts);
  });

  test('keeps two scorers apart whose goals alternate', () => {
    const entries = [4, 3, 2, 1].map((minute) =>
      createEntry({ minute, kind: 'scores', itemId: minute % 2 ? 'A' : 'B', role: 'SCORER', person: null }),
    );
    expect(groupActs(entries).map(({ count, items }) => [count, items[0]?.itemId])).toEqual([
      [2, 'B'],
      [2, 'A'],
    ]);
  });
});

test('[F-AUDIT-1] listChangedFields leaves out what was set back', () => {
  const before = { visible: true, status: null, clubIds: ['A'] };
  expect(listChangedFields({ before, after: { visible: true, clubIds: ['B'] } })).toEqual(['clubIds']);
});

describe('[F-AUDIT-1] texts', () => {
  test('name an act as staff do', () => {
    const camera = { kind: 'cameras', action: 'CHANGE' } as const;
    expect(describeAct(camera, { after: { decision: { kind: 'ON' } } })).toBe('Emitir ahora');
    expect(describeAct(camera, { after: { decision: { kind: 'OFF' } } })).toBe('Terminar');
    expect(describeAct(camera, { after: { decision: null } })).toBe('Cambiado');
    expect(describeAct({ kind: 'vods', action: 'DELETE' }, { after: {} })).toBe('Eliminado');
  });

  test('list a score in one line, and technical fields not at all', () => {
    const item = { kind: 'scores', before: { home: 1, away: 2, putBy: 'x' }, after: { home: 2 } } as const;
    expect(listActValues({ action: 'CHANGE' }, { ...item, after: { home: 2, away: 2 } })).toEqual([
      { text: 'Resultado', before: '1–2', after: '2–2' },
    ]);
    expect(listActValues({ action: 'CREATE' }, item)).toEqual([]);
  });

  test('lead to items that still exist', () => {
    expect(findItemPath({ kind: 'vods', itemId: 'A', exists: true })).toBe('/vods/manage/A');
    expect(findItemPath({ kind: 'vods', itemId: 'A', exists: false })).toBeUndefined();
    expect(findItemPath({ kind: 'users', itemId: 'A', exists: true })).toBeUndefined();
  });
});
