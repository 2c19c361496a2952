/**
 * Takes the due steps of a matter: hides or shows its item, and tells both sides about a decision that is final. Called
 * by requests, and every minute by a job that completes interrupted steps.
 */
import { prepareEmails } from '../../platform/mail/outbox.ts';
import { writeStatements } from './emails.ts';
import { withSettlement } from './matter-changes.ts';
import { findUndoEnd, type StoredMatter } from './rules.ts';
import { createMatterToken, matters } from './store.ts';
import { withholdTarget } from './withhold-target.ts';

export async function advance(id: string, now: number): Promise<void> {
  let matter = await matters.get(id);
  if (!matter?.isDue) return;
  const { decision } = matter;
  if (decision && !decision.isSettled && findUndoEnd(matter, now) === null) matter = await settle(matter, now);
  if (!matter) return;
  await withholdTarget(matter, now);
  const { version } = matter;
  const isDone = !matter.decision || matter.decision.isSettled;
  // A newer version stays due: its own request or the job applies it.
  await matters.change(id, (current) =>
    isDone && current.version === version && current.isDue ? withoutDueSteps(current) : undefined,
  );
}

function withoutDueSteps({ released: _, ...matter }: StoredMatter): StoredMatter {
  return { ...matter, isDue: false };
}

/** Each decision email has a new link, because only hashes of the earlier links are stored. */
async function settle(matter: StoredMatter, now: number): Promise<StoredMatter | undefined> {
  const { decision } = matter;
  if (!decision) return matter;
  const { token, tokenHash } = createMatterToken(matter.id);
  const mails = prepareEmails(await writeStatements(matter, decision, token), now);
  let isOurs = false;
  const result = await matters.change(
    matter.id,
    (current) => {
      isOurs = current.version === matter.version;
      return isOurs ? { ...withSettlement(current, now), tokenHashes: [...current.tokenHashes, tokenHash] } : undefined;
    },
    () => mails.writes,
  );
  if (isOurs) await mails.send();
  return result;
}
