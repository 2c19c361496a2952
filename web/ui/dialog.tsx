/**
 * A modal on the browser's own <dialog>: focus stays inside, Escape and a click beside it close it, and focus returns
 * to where it was. With `onClose` left out it cannot be closed by hand.
 */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { cx } from '../lib/class-names.ts';
import { IconButton } from './icon-button.tsx';

export function Dialog({
  title,
  onClose,
  children,
  actions,
  wide = false,
}: {
  title: string;
  onClose?: () => void;
  children: ReactNode;
  actions?: ReactNode;
  wide?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed while it is still in the page: once it is taken out, the browser gives the focus back to nothing.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);

  return (
    // The keyboard closes it through the cancel event; the click is the mouse's way.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={cx(
        'max-h-[min(90dvh,720px)] w-[min(92vw,440px)] animate-appear overscroll-contain rounded-lg border border-line bg-surface p-0 text-text shadow-overlay',
        wide && 'w-[min(92vw,640px)]!',
      )}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose?.();
      }}
    >
      <div className="flex flex-col gap-4 p-6">
        <div className="flex items-start gap-2">
          <h2 id={id} className="mr-auto text-lead">
            {title}
          </h2>
          {onClose && <IconButton icon="close" label="Cerrar" className="-mt-2.5 -mr-3" onClick={onClose} />}
        </div>
        <div className="text-body text-muted">{children}</div>
        {actions && <div className="mt-2 flex flex-wrap justify-end gap-3">{actions}</div>}
      </div>
    </dialog>
  );
}
