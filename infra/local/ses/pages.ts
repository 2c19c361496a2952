/** HTML pages of the inbox. The contents of an email are untrusted and must be escaped. */
import { escapeHtml, renderPage } from '../wire/page.ts';
import type { Mail } from './mailbox.ts';

/** Loads again every few seconds, so that an email appears when it arrives. */
const refresh = '<meta http-equiv="refresh" content="4">';

export function renderListPage(mails: Mail[], to: string): string {
  const rows = mails.slice(0, 200).map(
    (
      mail,
    ) => `<li><a href="/messages/${mail.id}"><b class="subject">${escapeHtml(mail.subject || '(sin asunto)')}</b></a>
<span class="muted">${formatTime(mail.sentAt)} · Para ${escapeHtml(mail.to.join(', '))}<br>${escapeHtml(toPreview(mail))}</span></li>`,
  );
  const none = to
    ? 'Ningún email para esta dirección.'
    : 'Todavía no hay emails: aparecerán aquí en cuanto se envíe uno.';
  return renderPage(
    'Buzón local',
    `<h1>Buzón local</h1><p class="muted">Aquí llegan los emails que envía la plataforma en este equipo. Ninguno sale a Internet.</p>
<form class="wide" role="search" action="/"><label>Destinatario <input name="to" type="search" value="${escapeHtml(to)}" placeholder="socio@cantera.test" autocomplete="off" spellcheck="false"></label> <button>Buscar</button></form>
<p role="status">${mails.length === 1 ? '1 email' : `${mails.length} emails`}${to ? ' · <a href="/">Todos los emails</a>' : ''}</p>
${rows.length > 0 ? `<ul class="list">${rows.join('')}</ul>` : `<p>${none}</p>`}`,
    refresh,
  );
}

export function renderMessagePage(mail: Mail): string {
  const { id, subject, attachments = [] } = mail;
  const renderRow = (label: string, addresses: string[]) =>
    addresses.length > 0 ? `${label} ${escapeHtml(addresses.join(', '))}<br>` : '';
  const text = mail.text === undefined ? '' : `<pre>${linkUrls(mail.text)}</pre>`;
  const files = attachments.map(
    ({ fileName }, index) => `<li><a href="/messages/${id}/attachment-${index}">${escapeHtml(fileName)}</a></li>`,
  );
  const frame = `<iframe title="Contenido del email" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${id}/html"></iframe>
${text && `<details><summary>Versión en texto</summary>${text}</details>`}`;
  return renderPage(
    subject,
    `<a href="/">← Todos los emails</a><h1>${escapeHtml(subject || '(sin asunto)')}</h1>
<p class="muted">${renderRow('De', [mail.from])}${renderRow('Para', mail.to)}${renderRow('Responder a', mail.replyTo)}${formatTime(mail.sentAt)}</p>
${files.length > 0 ? `<ul>${files.join('')}</ul>` : ''}${mail.html === undefined ? text : frame}`,
  );
}

export const renderMissingPage = () =>
  renderPage('No encontrado', '<h1>Este email ya no existe</h1><p><a href="/">Ver todos los emails</a></p>');

/** Renders the document of the sandboxed frame, whose links open new tabs. */
export const renderBodyPage = ({ html = '' }: Mail) =>
  `<!doctype html><meta charset="utf-8"><base target="_blank">${html}`;

const madrid = new Intl.DateTimeFormat('es-ES', { timeZone: 'Europe/Madrid', dateStyle: 'medium', timeStyle: 'short' });

const formatTime = (sentAt: string) => escapeHtml(madrid.format(new Date(sentAt)));

function toPreview({ text, html = '' }: Mail): string {
  const plain = text ?? html.replace(/<(style|script|title)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
  return plain.replace(/\s+/g, ' ').trim().slice(0, 160);
}

function linkUrls(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, at) => {
      if (at % 2 === 0) return escapeHtml(part);
      // Punctuation at the end belongs to the sentence, not to the link.
      const [, url = part, rest = ''] = /^(.*?)([.,;:!?)\]]*)$/.exec(part) ?? [];
      return `<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer">${escapeHtml(url)}</a>${escapeHtml(rest)}`;
    })
    .join('');
}
