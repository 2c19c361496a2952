/**
 * Brings events and recordings in line with the statements: on the message of a change, and every minute. Compares
 * lists in memory and writes only differences, so that late, repeated or lost messages do no harm.
 */
import { ApiError } from '../../../shared/contract/errors.ts';
import type { Lack } from '../../../shared/domain/image-rights.ts';
import { clubs } from '../../league/clubs/store.ts';
import { changeEvent } from '../../league/events/change-event.ts';
import { type EventRow, events } from '../../league/events/store.ts';
import { domainEventWrite } from '../../platform/events/domain-events.ts';
import { attemptEach } from '../../platform/observability/attempt-each.ts';
import { enforcesImageRights } from '../../platform/shown/enforcement.ts';
import { makesMatchWatchable } from '../../recordings/vods/rules.ts';
import { findVodsOfEvent, type VodRow, vods } from '../../recordings/vods/store.ts';
import {
  createRightsChecker,
  differsFromMatch,
  listLacksOfMatch,
  listLacksOfRecording,
  type RightsChecker,
  readRightsChecker,
} from './rights-checker.ts';
import { isSame, type Statements } from './rules.ts';
import { imageRights, readStatements } from './store.ts';

/** Limit of items written in one run; the next run continues. */
const maxAtOnce = 2_000;

/** Returns the number of items that differed. */
export async function applyRights(now: number): Promise<number> {
  const isEnforced = enforcesImageRights();
  const [statements, matches, recordings] = await Promise.all([readStatements(), events.rows(), vods.rows()]);
  const sequences = [imageRights, clubs, events, vods].map(({ sequence }) => sequence).join();
  if (sequences === appliedSequences) return 0;
  const checker = createRightsChecker(isEnforced ? statements : undefined);
  const differs = createComparison(isEnforced ? statements : undefined);
  const due = [
    ...matches
      .filter((row) => differs(row, row.lacks, listLacksOfMatch))
      .map(({ id }) => ({ id, apply: () => applyToEvent(id, checker, now) })),
    ...recordings
      .filter((row) => differs(row, row.lacks, listLacksOfRecording) || differsFromMatch(row))
      .map((row) => ({ id: row.id, apply: () => applyToVod(row.id, checker, now, differsFromMatch(row)) })),
  ].slice(0, maxAtOnce);
  // One item after the other, because concurrent writes would contend for the list's log.
  await attemptEach(
    'image rights were not applied',
    due,
    ({ apply }) => apply(),
    ({ id }) => ({ id }),
  );
  if (due.length === 0) appliedSequences = sequences;
  return due.length;
}

/** Sequences of the lists at the last complete run, so that a quiet minute compares nothing. */
let appliedSequences: string | undefined;

/** Stages that only warn pass no statements: there an item differs if it still has an earlier check's result. */
const createComparison =
  (statements: Statements | undefined) =>
  <Row extends EventRow | VodRow>(
    row: Row,
    lacks: readonly Lack[] | undefined,
    list: (row: Row, statements: Statements) => Lack[],
  ): boolean =>
    statements ? !isSame(lacks, list(row, statements)) : lacks !== undefined || row.isHeld === true;

/** Updates the recordings of a match after a change of the match itself. */
export async function applyToRecordings(eventId: string, now: number): Promise<void> {
  const checker = await readRightsChecker();
  const rows = await findVodsOfEvent(eventId);
  const due = enforcesImageRights() ? rows : rows.filter(differsFromMatch);
  for (const row of due) await applyToVod(row.id, checker, now, differsFromMatch(row));
}

const keepIfChanged = <Item>(before: Item, after: Item): Item | undefined => (after === before ? undefined : after);

async function applyToEvent(id: string, checker: Pick<RightsChecker, 'checkEvent'>, now: number): Promise<void> {
  try {
    await changeEvent(id, (current) => keepIfChanged(current, checker.checkEvent(current)), now);
  } catch (error) {
    // The match was deleted meanwhile.
    if (!(error instanceof ApiError)) throw error;
  }
}

/** `differs` writes the recording in any case, which makes it inherit from its match. */
export async function applyToVod(
  id: string,
  checker: Pick<RightsChecker, 'checkVod'>,
  now: number,
  differs = false,
): Promise<void> {
  await vods.change(
    id,
    (current) => {
      const checked = checker.checkVod(current);
      return differs ? { ...checked } : keepIfChanged(current, checked);
    },
    (next, before) =>
      makesMatchWatchable(before, next) ? [domainEventWrite('VideoPublished', { vodId: id }, now)] : [],
  );
}
