/** Matches that come back, by a recovery or by an import: what protected them before protects them again. */
import { applyFixtures, type FixtureImport } from '../../league/events/fixture-file.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { reopenLog } from '../../league/scores/store.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import type { SpreadsheetRow } from '../../platform/files/spreadsheet.ts';
import { mayOpen } from '../../platform/withholding/closings.ts';
import { listDeletedEvents, recoverEvent } from '../../recordings/media/deleted-events.ts';
import { readRightsChecker } from '../rights/rights-checker.ts';
import { listHolds } from './store.ts';
import { withholdRecovered } from './withhold-target.ts';

/** Recovers a deleted match, hidden, and withholds it if a matter was decided while it was deleted. */
export async function recoverMatch(id: string, now: number): Promise<StoredEvent | undefined> {
  const checker = await readRightsChecker();
  const event = await recoverEvent(id, (read) => checker.checkEvent(read), now);
  if (event) await withholdRecovered([{ kind: 'events', id }], now);
  return event;
}

/**
 * Imports a file of fixtures. A line whose match is among the deleted ones recovers it, if the caller may; one whose
 * match was deleted for good gets the holds of its matters. Without a caller, the operator imports.
 */
export async function importFixtures(
  lines: readonly SpreadsheetRow[],
  range: Omit<FixtureImport, 'past'>,
  caller?: Pick<Caller, 'user'>,
) {
  const deleted = await listDeletedEvents(range.now);
  return applyFixtures(lines, {
    ...range,
    past: {
      deleted: deleted.map(({ item, closing }) => ({
        event: item,
        mayRecover: !caller || !closing || mayOpen(caller, closing),
      })),
      recover: (id) => recoverMatch(id, range.now),
      listHolds: (id) => listHolds({ kind: 'events', id }),
      reopen: reopenLog,
    },
  });
}
