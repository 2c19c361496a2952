/** The status line: everything is sent, or the reason why it is not. */
import { createElement, replaceChildren, setMarkup } from './dom.ts';
import type { ScorerMatch } from './scorer-match.ts';

/** `login` is the address for logging in again after the session has ended. */
export function showSyncStatus(
  line: HTMLElement,
  { connection, waitingCount, reason }: Pick<ScorerMatch, 'connection' | 'waitingCount' | 'reason'>,
  login: string,
): void {
  if (connection === 'login') {
    const text = waitingCount > 0 ? `Entra otra vez para enviar ${waitingCount}` : 'Entra para llevar la mesa';
    replaceChildren(
      line,
      createElement('a', { href: login, class: 'text-danger underline', 'data-key': 'login' }, text),
    );
    return;
  }
  const texts = {
    connecting: 'Cargando…',
    online: waitingCount > 0 ? `Enviando ${waitingCount}…` : 'Todo enviado',
    offline: waitingCount > 0 ? `Sin conexión · ${waitingCount} por enviar` : 'Sin conexión',
    gone: reason || 'Ya no puedes llevar este partido',
  };
  setMarkup(line, texts[connection]);
  line.classList.toggle('text-success', connection === 'online' && waitingCount === 0);
  line.classList.toggle('text-warning', connection === 'offline' || waitingCount > 0);
  line.classList.toggle('text-danger', connection === 'gone');
}
