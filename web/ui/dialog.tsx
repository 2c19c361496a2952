/**
 * A modal on the native <dialog>: traps and restores the focus, and closes on Escape or a click on the backdrop. The
 * element with `data-focus` has the focus first, or else the first button. Without `onClose`, the user cannot close it.
 */
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { cx } from '../lib/class-names.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

interface Props {
  title: string;
  onClose?: () => void;
  children: ReactNode;
  /** Text of a button before the actions, which closes the dialog. */
  cancel?: string;
  actions?: ReactNode;
  wide?: boolean;
  /** Rises from the lower edge on phones. */
  sheet?: boolean;
}

export function Dialog({ title, onClose, children, cancel, actions, wide = false, sheet = false }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closes before the element is removed; otherwise the browser cannot restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) {
      dialog.showModal();
      // React's `autoFocus` comes before the dialog is shown, when the browser ignores it.
      dialog.querySelector<HTMLElement>('[data-focus]')?.focus();
    }
    return () => dialog?.close();
  }, []);

  return (
    // Escape arrives as the cancel event; the click handler serves the mouse.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={cx(
        'max-h-[min(90dvh,45rem)] w-[min(92vw,27.5rem)] animate-appear overscroll-contain rounded-lg border border-line bg-surface p-0 text-text shadow-overlay',
        wide && 'w-[min(92vw,40rem)]!',
        sheet && 'max-sm:mb-0 max-sm:w-full max-sm:max-w-full max-sm:rounded-b-none',
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
        {actions && (
          <div className="mt-2 flex flex-wrap justify-end gap-3">
            {cancel && (
              <Button kind="secondary" onClick={onClose}>
                {cancel}
              </Button>
            )}
            {actions}
          </div>
        )}
      </div>
    </dialog>
  );
}

type DialogButtonsProps = { submit: string; onCancel: () => void } & Pick<
  ComponentProps<typeof Button>,
  'busy' | 'disabled'
>;

/** The last line of a form in a dialog. */
export function DialogButtons({ submit, onCancel, ...button }: DialogButtonsProps) {
  return (
    <div className="mt-2 flex flex-wrap justify-end gap-3">
      <Button kind="secondary" onClick={onCancel}>
        Cancelar
      </Button>
      <Button type="submit" {...button}>
        {submit}
      </Button>
    </div>
  );
}
