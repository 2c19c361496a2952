/**
 * SES (API v2) emulator: stores emails under `mail/` and shows them in a web inbox instead of sending them. The
 * addresses of SES's mailbox simulator bounce and complain as there, also with a label: `bounce+x@…`. Unsupported: calls
 * other than SendEmail, raw and templated content.
 */
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Emulator, ServiceError } from '../wire/http-server.ts';
import { createUnknownError, parseInput, startRestService } from '../wire/json-service.ts';
import { account, createServiceEvent, type Emit, region, type ServiceEvent } from '../wire/service-event.ts';
import { startInbox } from './inbox.ts';
import { Mailbox, parseAddress } from './mailbox.ts';

export interface LocalMail {
  ses: Emulator;
  inbox: Emulator;
}

export interface MailOptions {
  dataDir: string;
  inboxPort: number;
  /** Verified domains and addresses of an account in the sandbox; undefined outside it. */
  sandbox?: string[];
  /** The only configuration set; its events of bounces and complaints go to `emit`. */
  configurationSet?: string;
  emit?: Emit;
}

export async function startMail(options: MailOptions): Promise<LocalMail> {
  const mailbox = new Mailbox(options.dataDir);
  return { ses: await startSes(mailbox, options), inbox: await startInbox(mailbox, options.inboxPort) };
}

function startSes(
  mailbox: Mailbox,
  { sandbox, configurationSet, emit = () => undefined }: MailOptions,
): Promise<Emulator> {
  return startRestService('SES', async ({ method, url }, body) => {
    const call = `${method} ${url}`;
    if (call !== 'POST /v2/email/outbound-emails') throw createUnknownError('SES', call);
    const input = parseInput(SendEmail, body, 'BadRequestException');
    const { FromEmailAddress, Destination, ReplyToAddresses, Content, ConfigurationSetName } = input;
    if (ConfigurationSetName !== undefined && ConfigurationSetName !== configurationSet)
      throw new ServiceError('NotFoundException', `Configuration set <${ConfigurationSetName}> does not exist.`, 404);
    const { ToAddresses: to } = Destination;
    if (sandbox) assertVerified([FromEmailAddress, ...to], sandbox);
    const { Subject, Body, Headers, Attachments } = Content.Simple;
    const { id } = await mailbox.add({
      from: FromEmailAddress,
      to,
      replyTo: ReplyToAddresses,
      subject: Subject.Data,
      text: Body.Text?.Data,
      html: Body.Html?.Data,
      ...(Headers.length > 0 && { headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])) }),
      ...(Attachments.length > 0 && {
        attachments: Attachments.map(({ FileName, ContentType, RawContent }) => ({
          fileName: FileName,
          contentType: ContentType ?? 'application/octet-stream',
          base64: RawContent,
        })),
      }),
    });
    const events = ConfigurationSetName === undefined ? [] : to.flatMap((one) => createReturnEvents(one, id));
    // The events come after the answer, as from the service.
    setImmediate(() => events.forEach(emit));
    return { MessageId: id };
  });

  function createReturnEvents(recipient: string, id: string): ServiceEvent[] {
    const event = createReturnEvent(parseAddress(recipient), id, configurationSet ?? '');
    return event ? [event] : [];
  }
}

/** Creates the event that an address of the mailbox simulator brings ('Contents of event data', SES Developer Guide). */
function createReturnEvent(address: string, messageId: string, configurationSet: string): ServiceEvent | undefined {
  const kind = /^(bounce|complaint)(\+[^@]*)?@simulator\.amazonses\.com$/.exec(address)?.[1];
  if (!kind) return undefined;
  const timestamp = new Date().toISOString();
  const mail = { timestamp, messageId, destination: [address], tags: { 'ses:configuration-set': [configurationSet] } };
  const recipient = { emailAddress: address };
  const resource = `arn:aws:ses:${region}:${account}:configuration-set/${configurationSet}`;
  return kind === 'bounce'
    ? createServiceEvent('aws.ses', 'Email Bounced', resource, {
        eventType: 'Bounce',
        mail,
        bounce: {
          bounceType: 'Permanent',
          bounceSubType: 'General',
          timestamp,
          feedbackId: randomUUID(),
          bouncedRecipients: [
            { ...recipient, action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' },
          ],
        },
      })
    : createServiceEvent('aws.ses', 'Email Complaint Received', resource, {
        eventType: 'Complaint',
        mail,
        complaint: { complainedRecipients: [recipient], timestamp, feedbackId: randomUUID() },
      });
}

/** Throws for senders and recipients that the sandbox does not allow: neither verified nor of a verified domain. */
function assertVerified(addresses: string[], verified: string[]): void {
  const failed = addresses.map(parseAddress).filter((address) => {
    const domain = address.slice(address.indexOf('@') + 1);
    return !verified.some((one) => one === address || one === domain || domain.endsWith(`.${one}`));
  });
  if (failed.length === 0) return;
  const identities = failed.join(', ');
  throw new ServiceError(
    'MessageRejected',
    `Email address is not verified. The following identities failed the check in region ${region.toUpperCase()}: ${identities}`,
  );
}

const Address = z
  .string()
  .max(320)
  .superRefine((text, context) => {
    const message = findAddressProblem(text);
    if (message) context.addIssue({ code: 'custom', message });
  });

/** Returns the service's error message for an invalid address. SES has no SMTPUTF8, and checks addresses by RFC 822. */
function findAddressProblem(text: string): string | undefined {
  if (!/^[\x20-\x7e]*$/.test(text.replace(/@[^@>]*/, ''))) return 'Local address contains control or whitespace';
  const [, name = ''] = /^(.*)<[^<>]*>$/.exec(text.trim()) ?? [];
  // A name with special characters needs quotes.
  if (!/^\s*("[^"\\]*"|[^"(),:;<>@[\\\]]*)\s*$/.test(name)) return 'Illegal address';
  const address = parseAddress(text);
  const at = address.lastIndexOf('@');
  if (at < 0) return "Missing final '@domain'";
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (/[^\x21-\x7e]/.test(local)) return 'Local address contains control or whitespace';
  if (/["(),:;<>@[\\\]]/.test(local)) return 'Local address contains illegal character';
  if (/[^A-Za-z0-9.-]/.test(domain)) return 'Domain contains illegal character';
  for (const [part, value] of [
    ['Local address', local],
    ['Domain', domain],
  ] as const) {
    if (value === '') return `Missing ${part.toLowerCase()}`;
    if (value.startsWith('.')) return `${part} starts with dot`;
    if (value.endsWith('.')) return `${part} ends with dot`;
    if (value.includes('..')) return `${part} contains dot-dot`;
  }
  return domain.includes('.') ? undefined : 'Illegal address';
}

const Part = z.strictObject({ Data: z.string(), Charset: z.string().optional() });

const SendEmail = z.strictObject({
  FromEmailAddress: Address,
  Destination: z.strictObject({ ToAddresses: z.array(Address).min(1).max(50) }),
  ReplyToAddresses: z.array(Address).default([]),
  Content: z.strictObject({
    Simple: z.strictObject({
      Subject: Part.refine(({ Data }) => !/[\r\n]/.test(Data), 'The subject must be one line'),
      Body: z
        .strictObject({ Text: Part.optional(), Html: Part.optional() })
        .refine(({ Text, Html }) => Text || Html, 'The body needs text or html'),
      Headers: z
        .array(
          z.strictObject({
            Name: z.string().regex(/^[\x21-\x39\x3b-\x7e]{1,126}$/),
            Value: z.string().regex(/^[\x20-\x7e]{1,870}$/),
          }),
        )
        .max(15)
        .default([]),
      Attachments: z
        .array(
          z.strictObject({
            FileName: z.string().regex(/^[\x20-\x7e]{1,255}$/),
            ContentType: z.string().min(1).max(78).optional(),
            ContentDisposition: z.literal('ATTACHMENT').optional(),
            RawContent: z.base64().min(1),
          }),
        )
        .default([]),
    }),
  }),
  ConfigurationSetName: z.string().optional(),
});
