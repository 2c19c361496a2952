/** SES: sends one email with plain text and HTML. */
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { environment, optionalEnvironment } from './environment.ts';
import { makeOnce, withRetries } from './retries.ts';

const ses = /* @__PURE__ */ makeOnce(() => new SESv2Client(withRetries()));

/** A stage can run before it has a sender; until then its email stays queued, and `npm run doctor` reports it. */
export const hasSender = (): boolean => optionalEnvironment('EMAIL_FROM') !== undefined;

export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string | undefined;
  /** URL for one-click unsubscription (RFC 8058), called by POST. */
  unsubscribe?: string | undefined;
  /** The user has just requested it, so that it is sent even to an address that returned an earlier one. */
  isRequested?: true;
  attachments?: Attachment[];
}

export interface Attachment {
  fileName: string;
  contentType: string;
  base64: string;
}

export async function sendEmail({ to, subject, text, html, replyTo, unsubscribe, attachments }: Email): Promise<void> {
  const content = (Data: string) => ({ Data, Charset: 'UTF-8' });
  const Headers = unsubscribe
    ? [
        { Name: 'List-Unsubscribe', Value: `<${unsubscribe}>` },
        { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
      ]
    : undefined;
  await ses().send(
    new SendEmailCommand({
      FromEmailAddress: environment('EMAIL_FROM'),
      // The set publishes bounces and complaints (functions/platform/mail/returned-mail.ts).
      ConfigurationSetName: optionalEnvironment('EMAIL_EVENTS'),
      Destination: { ToAddresses: [to] },
      ...(replyTo ? { ReplyToAddresses: [replyTo] } : {}),
      Content: {
        Simple: {
          Subject: content(subject),
          Body: { Text: content(text), Html: content(html) },
          ...(Headers && { Headers }),
          ...(attachments && {
            Attachments: attachments.map(({ fileName, contentType, base64 }) => ({
              FileName: fileName,
              ContentType: contentType,
              ContentDisposition: 'ATTACHMENT' as const,
              RawContent: Buffer.from(base64, 'base64'),
            })),
          }),
        },
      },
    }),
  );
}
