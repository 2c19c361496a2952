/**
 * Covers a form while its file is being sent: shows the progress, then the result, which closes after 3 s (success) or
 * 5 s (error). It cannot be closed while loading. Forms without a file use `useSave`, which leaves the page usable.
 */
import { useCallback, useEffect, useState } from 'react';
import type { ErrorText } from '../lib/api.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FailureText } from './failure-text.tsx';
import { Icon } from './icon.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { Spinner } from './spinner.tsx';

export type Submission =
  | { state: 'idle' }
  | { state: 'loading'; percent?: number }
  | { state: 'success'; text: string }
  | { state: 'error'; text: ErrorText | string };

export const overlayDelays = { success: 3000, error: 5000 };

interface Props {
  submission: Submission;
  onClose: () => void;
  /** Text instead of the percentage, for example why the upload waits. */
  note?: string;
  /** Lets the upload continue in the background. */
  onBackground?: () => void;
}

export function SubmitOverlay({ submission, onClose, note, onBackground }: Props) {
  const { state } = submission;
  useEffect(() => {
    if (state !== 'success' && state !== 'error') return;
    const timer = setTimeout(onClose, overlayDelays[state]);
    return () => clearTimeout(timer);
  }, [state, onClose]);

  if (state === 'idle') return null;
  return (
    <Dialog
      title={submission.state === 'loading' && submission.percent !== undefined ? 'Subiendo' : titles[state]}
      onClose={state === 'loading' ? undefined : onClose}
      actions={
        onBackground && (
          <Button kind="secondary" onClick={onBackground}>
            Seguir en segundo plano
          </Button>
        )
      }
    >
      <div aria-live="polite" className="flex min-h-16 flex-col justify-center gap-3">
        {submission.state === 'loading' &&
          (submission.percent === undefined ? (
            <span className="flex items-center gap-3">
              <Spinner /> Espera un momento
            </span>
          ) : (
            <>
              <ProgressBar percent={submission.percent} label="Subida" />
              <p className="tabular-nums">{note ?? `${Math.floor(submission.percent)} %`}</p>
            </>
          ))}
        {submission.state === 'success' && (
          <p className="flex items-center gap-3 text-success">
            <Icon name="check" size={24} /> {submission.text}
          </p>
        )}
        {submission.state === 'error' && (
          <p className="flex items-center gap-3 text-danger">
            <Icon name="alert" size={24} />
            <span>
              <FailureText text={submission.text} />
            </span>
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** State of the overlay; `run` runs an operation under it. */
export function useSubmission() {
  const [submission, setSubmission] = useState<Submission>({ state: 'idle' });
  const close = useCallback(() => setSubmission({ state: 'idle' }), []);

  async function run(
    work: (onPercent: (percent: number) => void) => Promise<void>,
    success: string,
    failure: (error: unknown) => ErrorText | string,
  ): Promise<void> {
    setSubmission({ state: 'loading' });
    try {
      await work((percent) => setSubmission({ state: 'loading', percent }));
      setSubmission({ state: 'success', text: success });
    } catch (error) {
      setSubmission({ state: 'error', text: failure(error) });
    }
  }
  return { submission, run, close };
}

const titles = { loading: 'Guardando', success: 'Hecho', error: 'No se ha podido guardar' };
