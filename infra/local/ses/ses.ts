/**
 * SES (API v2) emulator: stores emails under `mail/` and shows them in a web inbox instead of sending them. The
 * addresses of SES's mailbox simulator bounce and complain as there, also with a label: `bounce+x@…`. Unsupported: calls
 * other than SendEmail, raw and templated content.
 */
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Emulator, listen, readBody, ServiceError } from '../wire/http-server.ts';
import { account, createServiceEvent, type Emit, region, type ServiceEvent } from '../wire/service-event.ts';
import { startInbox } from './inbox.ts';
import { Mailbox, parseAddress } from './mailbox.ts';

export interface LocalMail {
  ses: Emulator;
  inbox: Emulator;
}

export interface MailOptions {
  dataDir: string;
  sesPort?: number;
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
  { sesPort: port, sandbox, configurationSet, emit = () => undefined }: MailOptions,
): Promise<Emulator> {
  return listen(async (request, response) => {
    const respond = (status: number, body: object, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID(), ...headers })
        .end(JSON.stringify(body));
    const call = `${request.method} ${request.url}`;
    try {
      const body = await readBody(request, 10 * 1024 ** 2);
      if (call !== 'POST /v2/email/outbound-emails') {
        throw new ServiceError('UnknownOperationException', `The local SES does not support ${call}`);
      }
      const { FromEmailAddress, Destination, ReplyToAddresses, Content, ConfigurationSetName } = parse(body);
      if (ConfigurationSetName !== undefined && ConfigurationSetName !== configurationSet)
        throw new ServiceError('NotFoundException', `Configuration set <${ConfigurationSetName}> does not exist.`, 404);
      const { ToAddresses, CcAddresses, BccAddresses } = Destination;
      if (sandbox) assertVerified([FromEmailAddress, ...ToAddresses, ...CcAddresses, ...BccAddresses], sandbox);
      const { id } = await mailbox.add({
        from: FromEmailAddress,
        to: Destination.ToAddresses,
        cc: Destination.CcAddresses,
        bcc: Destination.BccAddresses,
        replyTo: ReplyToAddresses,
        subject: Content.Simple.Subject.Data,
        text: Content.Simple.Body.Text?.Data,
        html: Content.Simple.Body.Html?.Data,
        ...(Content.Simple.Headers.length > 0 && {
          headers: Object.fromEntries(Content.Simple.Headers.map(({ Name, Value }) => [Name, Value])),
        }),
        ...(Content.Simple.Attachments.length > 0 && {
          attachments: Content.Simple.Attachments.map(({ FileName, ContentType, RawContent }) => ({
            fileName: FileName,
            contentType: ContentType ?? 'application/octet-stream',
            base64: RawContent,
          })),
        }),
      });
      respond(200, { MessageId: id });
      if (ConfigurationSetName === undefined) return;
      for (const address of [...ToAddresses, ...CcAddresses, ...BccAddresses].map(parseAddress)) {
        const event = createReturnEvent(address, id, ConfigurationSetName);
        if (event) emit(event);
      }
    } catch (error) {
      const serviceError =
        error instanceof ServiceError ? error : new ServiceError('InternalFailure', 'Internal error', 500);
      console.error(`[ses] ${call}:`, serviceError === error ? serviceError.message : error);
      respond(serviceError.status, { message: serviceError.message }, { 'x-amzn-errortype': serviceError.code });
    }
  }, port);
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

const Addresses = z.array(Address).default([]);
const Part = z.strictObject({ Data: z.string(), Charset: z.string().optional() });

const SendEmail = z.strictObject({
  FromEmailAddress: Address,
  Destination: z
    .strictObject({ ToAddresses: Addresses, CcAddresses: Addresses, BccAddresses: Addresses })
    .refine(({ ToAddresses, CcAddresses, BccAddresses }) => {
      const count = ToAddresses.length + CcAddresses.length + BccAddresses.length;
      return count >= 1 && count <= 50;
    }, 'Recipient count must be between 1 and 50'),
  ReplyToAddresses: Addresses,
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
            FileName: z
              .string()
              .min(1)
              .max(255)
              .regex(/^[\x20-\x7e]+$/),
            ContentType: z.string().min(1).max(78).optional(),
            ContentDisposition: z.enum(['ATTACHMENT', 'INLINE']).optional(),
            RawContent: z.base64().min(1),
          }),
        )
        .default([]),
    }),
  }),
  ConfigurationSetName: z.string().optional(),
  EmailTags: z.array(z.strictObject({ Name: z.string(), Value: z.string() })).optional(),
});

function parse(body: Buffer): z.infer<typeof SendEmail> {
  let json: unknown;
  try {
    json = JSON.parse(body.toString());
  } catch {
    throw new ServiceError('BadRequestException', 'The body is not JSON');
  }
  const parsed = SendEmail.safeParse(json);
  if (!parsed.success) throw new ServiceError('BadRequestException', z.prettifyError(parsed.error));
  return parsed.data;
}
