/** HTML pages of the inbox. The contents of an email are untrusted and must be escaped. */
import type { Mail } from './mailbox.ts';

export function renderListPage(mails: Mail[], to: string): string {
  const rows = mails.slice(0, 200).map(
    (mail) => `<li><a class="row" href="/messages/${mail.id}">
      <span class="subject">${escapeHtml(mail.subject || '(sin asunto)')}</span>
      <time datetime="${mail.sentAt}">${formatTime(mail.sentAt)}</time>
      <span class="to">Para ${escapeHtml(mail.to.join(', '))}</span>
      <span class="preview">${escapeHtml(toPreview(mail))}</span>
    </a></li>`,
  );
  const countText = mails.length === 1 ? '1 email' : `${mails.length} emails`;
  return renderPage(
    'Buzón local',
    `<header>
      <h1>Buzón local</h1>
      <p>Aquí llegan los emails que envía la plataforma en este equipo. Ninguno sale a Internet.</p>
    </header>
    <form class="search" role="search" action="/">
      <label for="to">Destinatario</label>
      <input id="to" name="to" type="search" value="${escapeHtml(to)}" placeholder="socio@cantera.test" autocomplete="off" autocapitalize="off" spellcheck="false">
      <button>Buscar</button>
    </form>
    ${
      rows.length > 0
        ? `<div class="bar"><p role="status">${countText}</p>${renderDeleteForm(to ? `/delete?to=${encodeURIComponent(to)}` : '/delete', 'Vaciar')}</div>
           <ul class="list" data-latest="${mails[0]?.id ?? ''}">${rows.join('')}</ul>`
        : `<div class="empty" data-latest=""><h2>${to ? 'Ningún email para esta dirección' : 'Todavía no hay emails'}</h2>
           <p>${to ? '<a href="/">Ver todos los emails</a>' : 'Aparecerán aquí en cuanto la aplicación envíe el primero.'}</p></div>`
    }
    <script src="/inbox.js" defer></script>`,
  );
}

export function renderMessagePage(mail: Mail): string {
  const renderRow = (label: string, addresses: string[]) =>
    addresses.length > 0 ? `<dt>${label}</dt><dd>${escapeHtml(addresses.join(', '))}</dd>` : '';
  const text = mail.text === undefined ? '' : `<pre class="text">${linkUrls(mail.text)}</pre>`;
  return renderPage(
    mail.subject,
    `<nav class="bar"><a class="back" href="/">← Todos los emails</a>${renderDeleteForm(`/messages/${mail.id}/delete`, 'Borrar')}</nav>
    <main>
      <h1>${escapeHtml(mail.subject || '(sin asunto)')}</h1>
      <dl>${renderRow('De', [mail.from])}${renderRow('Para', mail.to)}${renderRow('Responder a', mail.replyTo)}
        <dt>Fecha</dt><dd><time datetime="${mail.sentAt}">${formatTime(mail.sentAt)}</time></dd></dl>
      ${renderAttachments(mail)}${
        mail.html === undefined
          ? text
          : `<iframe title="Contenido del email" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${mail.id}/html"></iframe>
             ${text && `<details><summary>Versión en texto</summary>${text}</details>`}`
      }
    </main>`,
  );
}

const renderAttachments = ({ id, attachments = [] }: Mail) =>
  attachments.length > 0
    ? `<ul>${attachments.map(({ fileName }, index) => `<li><a href="/messages/${id}/attachment-${index}">${escapeHtml(fileName)}</a></li>`).join('')}</ul>`
    : '';

export function renderMissingPage(): string {
  return renderPage(
    'No encontrado',
    '<div class="empty"><h1>Este email ya no existe</h1><p><a href="/">Ver todos los emails</a></p></div>',
  );
}

/** Renders the document of the sandboxed frame, whose links open new tabs. */
export function renderBodyPage(mail: Mail): string {
  return `<!doctype html><meta charset="utf-8"><base target="_blank">${mail.html ?? ''}`;
}

/** Reloads the list when an email arrives. Served as a file, because the pages allow no inline scripts. */
export const inboxScript = `
const shown = document.querySelector('[data-latest]')?.dataset.latest;
setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch('/api/messages' + location.search).catch(() => undefined);
  if (!answer?.ok) return;
  const [latest] = await answer.json();
  if ((latest?.id ?? '') !== shown) location.reload();
}, 2000);
`;

function renderPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Crect width='24' height='24' rx='6' fill='%23C8F542'/%3E%3Cpath d='M5 8h14v9H5zm0 0 7 5 7-5' fill='none' stroke='%230A0E13' stroke-width='1.6'/%3E%3C/svg%3E">
<link rel="stylesheet" href="/inbox.css">
</head>
<body>${content}</body>
</html>`;
}

function renderDeleteForm(action: string, label: string): string {
  return `<form method="post" action="${escapeHtml(action)}"><button class="quiet">${label}</button></form>`;
}

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

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

export const inboxStyles = `
:root { color-scheme: dark; --bg: #0a0e13; --surface: #121820; --raised: #1b232d; --line: #2a3541; --line-strong: #6b7a8c;
  --text: #f4f6f8; --muted: #a9b4c0; --accent: #c8f542; --on-accent: #0a0e13; --info: #6cb6ff; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 860px; padding: 32px clamp(16px, 4vw, 56px) 56px; background: var(--bg); color: var(--text);
  font: 16px/1.5 'Figtree Variable', Figtree, system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 28px; line-height: 1.2; font-weight: 800; margin: 0 0 8px; }
h2 { font-size: 20px; margin: 0 0 8px; }
p { margin: 0; color: var(--muted); }
a { color: var(--info); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.search { display: flex; flex-wrap: wrap; gap: 8px; margin: 24px 0; }
.search label { flex-basis: 100%; font-size: 14px; color: var(--muted); }
.search input { flex: 1 1 200px; min-height: 44px; padding: 8px 12px; font: inherit; color: inherit; background: var(--surface);
  border: 1px solid var(--line-strong); border-radius: 10px; }
::placeholder { color: var(--muted); opacity: 1; }
button { min-height: 44px; padding: 8px 20px; border: 0; border-radius: 999px; background: var(--accent); color: var(--on-accent);
  font: inherit; font-weight: 700; cursor: pointer; }
button.quiet { background: none; color: var(--muted); border: 1px solid var(--line); font-weight: 400; padding: 8px 16px; }
.bar { display: flex; align-items: center; justify-content: space-between; gap: 16px; margin-bottom: 16px; }
.back { display: inline-flex; align-items: center; min-height: 44px; }
.list { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
.row { display: grid; grid-template-columns: 1fr auto; gap: 4px 16px; padding: 12px 16px; border: 1px solid var(--line); border-radius: 10px;
  background: var(--surface); color: inherit; text-decoration: none; }
.row:hover { background: var(--raised); }
.subject { font-weight: 700; }
time { color: var(--muted); font-size: 14px; font-variant-numeric: tabular-nums; }
.to, .preview { grid-column: 1 / -1; color: var(--muted); font-size: 14px; }
.preview { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.empty { padding: 56px 16px; text-align: center; border: 1px dashed var(--line); border-radius: 16px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 16px 0 24px; }
dt { color: var(--muted); } dd { margin: 0; }
iframe { display: block; width: 100%; height: 70vh; min-height: 420px; border: 1px solid var(--line); border-radius: 10px; background: #fff; }
.text { margin: 0; padding: 16px; white-space: pre-wrap; font: inherit; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
details { margin-top: 16px; } summary { min-height: 44px; padding: 8px 0; cursor: pointer; color: var(--muted); }
@media (max-width: 480px) { .row { grid-template-columns: 1fr; } }
`;
