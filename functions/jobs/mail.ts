/** Email: every minute, sends what SES rejected before; notes bounces and complaints. */
import * as z from 'zod';
import { deliverPending } from '../platform/mail/outbox.ts';
import { noteReturn } from '../platform/mail/returned-mail.ts';

/** Handles SES's events of permanent bounces and of complaints. */
export async function noteReturnedMail({ detail }: { detail: unknown }): Promise<void> {
  const { bounce, complaint } = ReturnedMail.parse(detail);
  const bounced = bounce?.bounceType === 'Permanent' ? bounce.bouncedRecipients : [];
  for (const { emailAddress } of bounced) await noteReturn(parseMailbox(emailAddress), 'BOUNCE', Date.now());
  for (const { emailAddress } of complaint?.complainedRecipients ?? [])
    await noteReturn(parseMailbox(emailAddress), 'COMPLAINT', Date.now());
}

const Recipients = z.array(z.object({ emailAddress: z.string() }));
/** The part of the events that matters here ('Contents of event data', SES Developer Guide). */
const ReturnedMail = z.object({
  bounce: z.object({ bounceType: z.string(), bouncedRecipients: Recipients }).optional(),
  complaint: z.object({ complainedRecipients: Recipients }).optional(),
});

/** Servers may report an address with a name: 'Ana <ana@club.es>'. */
const parseMailbox = (address: string) => /<([^<>]+)>\s*$/.exec(address)?.[1] ?? address.trim();

export async function deliverMail(): Promise<void> {
  await deliverPending(Date.now());
}
