/**
 * Tells admins and clubs about new matters: the first one at once, those about recognised minors within a limit, and the
 * others by one digest, so that strangers cannot fill a mailbox.
 */
import { countUp, type Limit } from '../../platform/limits/limits.ts';
import { prepareEmails } from '../../platform/mail/outbox.ts';
import { attemptEach } from '../../platform/observability/attempt-each.ts';
import { listRecipients, writeAnnouncements, writeDigest } from './emails.ts';
import { isUrgent, type StoredMatter } from './rules.ts';
import { matters } from './store.ts';

/** Minutes between digests, which is the schedule of the job. */
export const digestMinutes = 15;
const urgentEmails: Limit = { name: 'matters-told-urgent', max: 5, minutes: digestMinutes };
const otherEmails: Limit = { name: 'matters-told', max: 1, minutes: digestMinutes };

/** Writes the emails that are due at once, and names the groups that the next digest tells. */
export async function announce(matter: StoredMatter, groups: readonly string[], now: number) {
  const limit = isUrgent(matter) ? urgentEmails : otherEmails;
  const counts = await Promise.all(groups.map((group) => countUp(limit, group, now, matter.id)));
  const isDue = (_: string, at: number) => (counts[at] ?? 0) <= limit.max;
  const recipients = await listRecipients(groups.filter(isDue));
  return { mails: writeAnnouncements(matter, recipients), untold: groups.filter((group, at) => !isDue(group, at)) };
}

/** Sends one digest to each group that was not told. A crash repeats a digest rather than losing one. */
export async function sendDigests(now: number): Promise<void> {
  const rows = (await matters.rows()).filter(({ untold }) => untold.length > 0);
  const groups = [...new Set(rows.flatMap(({ untold }) => untold))];
  await attemptEach(
    'a digest of matters was not sent',
    groups,
    async (group) => {
      const untold = rows.filter((row) => row.untold.includes(group));
      const urgent = untold.filter(({ urgency }) => urgency < 2).length;
      const recipients = await listRecipients([group]);
      const mails = prepareEmails(writeDigest(untold.length, urgent, recipients), now);
      for (const [at, { id }] of untold.entries()) {
        const told = (current: StoredMatter) =>
          current.untold?.includes(group)
            ? { ...current, untold: current.untold.filter((one) => one !== group) }
            : undefined;
        // The digest is stored with the first of its matters.
        await matters.change(id, told, () => (at === 0 ? mails.writes : []));
      }
      await mails.send();
    },
    (group) => ({ group }),
  );
}
