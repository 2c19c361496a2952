/**
 * The layout of back-office forms: a 640 px column, panels for picture and progress beside it, and a sticky save bar.
 */
import type { FormEventHandler, ReactNode } from 'react';
import type { ErrorText } from '../lib/api.ts';
import { cx } from '../lib/class-names.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FailureText } from './failure-text.tsx';
import { Icon } from './icon.tsx';
import { LeaveGuard } from './leave-guard.tsx';

export function FormLayout({
  onSubmit,
  children,
  aside,
  asideFirst = false,
  below,
  submitText,
  ready,
  busy,
  hint,
  isHighlighted = true,
  onReset,
  unsaved = onReset !== undefined && isHighlighted,
  disabled = false,
  failure,
  conflict,
}: {
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
  aside?: ReactNode;
  /** True if the panels, such as the on-air state, are above the form on narrow screens. */
  asideFirst?: boolean;
  /** Content below the save bar: linked items, deletion. */
  below?: ReactNode;
  submitText: string;
  /** True if all mandatory fields are filled and, on edit pages, something has changed. */
  ready: boolean;
  busy: boolean;
  hint?: string;
  /** True if the save bar is highlighted: on edit pages from the first change on. */
  isHighlighted?: boolean;
  onReset?: () => void;
  /** True if leaving the page would lose changes. */
  unsaved?: boolean;
  /** True for a form that can only be read. */
  disabled?: boolean;
  /** Reason why the last attempt to save failed. */
  failure?: ErrorText | string | undefined;
  /** Set if another user has saved first; the question stays until it is answered. */
  conflict?: { onReload: () => void; onStay: () => void };
}) {
  const panels = aside && <div className="flex flex-col gap-5 xl:absolute xl:top-0 xl:right-0 xl:w-80">{aside}</div>;
  return (
    <>
      {unsaved && <LeaveGuard />}
      {conflict && <SaveConflict {...conflict} />}
      <div className={cx('relative flex flex-col gap-8', aside !== undefined && 'xl:max-w-248 xl:min-h-160 xl:pr-88')}>
        <form noValidate onSubmit={onSubmit} className="flex max-w-160 min-w-0 flex-col gap-5">
          {asideFirst && panels}
          <fieldset disabled={disabled} className="contents">
            {children}
          </fieldset>
          {/* The panels are beside the form on wide screens, before the save bar on narrow ones. */}
          {!asideFirst && panels}
          <div
            data-save-bar
            className={cx(
              'sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-3 border-t bg-bg px-4 py-3 transition-colors',
              isHighlighted ? 'border-line-strong' : 'border-line',
            )}
          >
            {failure && (
              <p role="alert" className="flex w-full items-start gap-2 text-small font-medium text-danger">
                <Icon name="alert" size={20} />
                <span>
                  <FailureText text={failure} />
                </span>
              </p>
            )}
            <p aria-live="polite" className="mr-auto text-note text-muted">
              {hint}
            </p>
            {onReset && isHighlighted && (
              <Button kind="quiet" onClick={onReset} disabled={busy}>
                Descartar
              </Button>
            )}
            <Button type="submit" disabled={!ready} busy={busy}>
              {submitText}
            </Button>
          </div>
        </form>
        {below && <div className="flex max-w-160 flex-col gap-8">{below}</div>}
      </div>
    </>
  );
}

function SaveConflict({ onReload, onStay }: { onReload: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      title="Alguien ha cambiado estos datos mientras tanto"
      confirm="Cargar los datos nuevos"
      cancel="Seguir editando"
      onCancel={onStay}
      onConfirm={onReload}
    >
      No se ha guardado nada. Puedes cargar los datos nuevos y repetir tus cambios, o seguir aquí para copiarlos antes.
    </ConfirmDialog>
  );
}

export const mandatoryHint = 'Debes completar todos los campos marcados con *';

export function DangerZone({ children, text }: { children: ReactNode; text: string }) {
  return (
    <section
      aria-label="Zona de peligro"
      className="flex flex-wrap items-center gap-4 rounded-md border border-danger/50 bg-surface p-4"
    >
      <p className="mr-auto max-w-90 text-small text-muted">{text}</p>
      {children}
    </section>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2 text-small last:border-0">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 text-right font-medium tabular-nums">{children}</dd>
    </div>
  );
}

export function Panel({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className="rounded-md border border-line bg-surface p-4">
      {title && <h2 className="mb-2 font-body text-small font-semibold">{title}</h2>}
      {children}
    </section>
  );
}
