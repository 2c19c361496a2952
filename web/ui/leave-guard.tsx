/**
 * Asks before unsaved changes are lost, except on programmatic navigation and links with `data-kept`. React Router's
 * blocker needs its data router, which would add 10 KB to every page.
 */
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { onHistoryStep } from '../lib/history-listener.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

export function LeaveGuard() {
  const navigate = useNavigate();
  const [leave, setLeave] = useState<() => void>();

  useEffect(() => {
    const confirmLeave = (proceed: () => void) => setLeave(() => proceed);
    let returning = false;
    let leaving = false;
    const startIndex = getHistoryIndex(history.state);

    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || 'kept' in link.dataset || !isInAppNavigation(event, link)) return;
      event.preventDefault();
      event.stopPropagation();
      confirmLeave(() => navigate(link.pathname + link.search + link.hash));
    };
    const popState = (event: PopStateEvent) => {
      if (leaving) return;
      // The router must see neither this step nor the one that undoes it.
      event.stopImmediatePropagation();
      if (returning) {
        returning = false;
        return;
      }
      const steps = getHistoryIndex(event.state) - startIndex;
      returning = true;
      history.go(-steps);
      confirmLeave(() => {
        leaving = true;
        history.go(steps);
      });
    };
    addEventListener('beforeunload', beforeUnload);
    addEventListener('click', click, true);
    const forget = onHistoryStep(popState);
    return () => {
      removeEventListener('beforeunload', beforeUnload);
      removeEventListener('click', click, true);
      forget();
    };
  }, [navigate]);

  if (!leave) return null;
  return (
    <ConfirmDialog
      title="Hay cambios sin guardar"
      confirm="Salir sin guardar"
      cancel="Seguir aquí"
      onCancel={() => setLeave(undefined)}
      onConfirm={() => {
        setLeave(undefined);
        leave();
      }}
    >
      Si sales ahora, se perderá lo que has cambiado.
    </ConfirmDialog>
  );
}

/** Returns the number that the router gives a history entry. */
const getHistoryIndex = (state: unknown) => (state as { idx?: number } | null)?.idx ?? -1;

function isInAppNavigation(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!plain || (link.target && link.target !== '_self') || link.origin !== location.origin) return false;
  return link.pathname + link.search !== location.pathname + location.search;
}
