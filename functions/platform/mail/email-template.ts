/** Email templates, in Spanish, as plain text and as HTML for phones. */
import { escapeHtml } from '../../../shared/domain/escape-html.ts';
import type { Email } from '../aws/email.ts';
import { optionalEnvironment } from '../aws/environment.ts';

export interface EmailContent {
  to: string;
  subject: string;
  /** Paragraphs of plain text. */
  lines: string[];
  action?: { label: string; url: string };
  replyTo?: string | undefined;
  /** URL for one-click unsubscription, called by POST; absent in email that the user requested. */
  unsubscribe?: string | undefined;
  /** The user has just requested it. */
  isRequested?: true;
}

/** Names a person only once the mailbox has proved to be theirs. */
export const greet = ({ name, emailConfirmedAt }: { name: string; emailConfirmedAt: string | null }): string =>
  `Hola${name && emailConfirmedAt ? `, ${name}` : ''}.`;

const productName = 'Cantera TV';

export function renderEmail({ to, lines, action, replyTo, unsubscribe, isRequested, ...content }: EmailContent): Email {
  // A line break in a title would start another header, and SES would reject the email.
  const subject = content.subject.replace(/\s+/g, ' ').trim();
  const text = [...lines, ...(action ? [`${action.label}: ${action.url}`] : []), productName].join('\n\n');
  const paragraphs = lines.map(
    (line) => `<p style="margin:0 0 16px">${linkOwnUrls(escapeHtml(line)).replaceAll('\n', '<br>')}</p>`,
  );
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="background:#c8f542;color:#0a0e13;padding:14px 24px;border-radius:999px;font-weight:700;text-decoration:none;display:inline-block">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#55616e">Si el botón no funciona, copia esta dirección: ${linkOwnUrls(escapeHtml(action.url))}</p>`
    : '';
  const html = `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light only"><meta name="supported-color-schemes" content="light only"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f6f7f9;font:16px/1.5 Helvetica,Arial,sans-serif;color:#10161d"><div style="max-width:560px;margin:0 auto;padding:24px 16px">
<p style="font-weight:800;font-size:20px;margin:0 0 24px">${productName}</p><div style="background:#ffffff;border-radius:10px;padding:24px;word-break:break-word;overflow-wrap:anywhere">
${paragraphs.join('\n')}${button}</div></div></body></html>`;
  return { to, subject, text, html, replyTo, unsubscribe, ...(isRequested && { isRequested }) };
}

/**
 * Turns our own URLs in escaped text into links. Other URLs stay text, so that our email cannot be misused to spread
 * links.
 */
function linkOwnUrls(html: string): string {
  const origin = optionalEnvironment('WEB_ORIGIN');
  return html.replace(/https?:\/\/[^\s<]+/g, (url) =>
    origin && (url === origin || url.startsWith(`${origin}/`))
      ? `<a href="${url}" style="color:#3f6212">${url}</a>`
      : url,
  );
}
