/**
 * Saves a form without covering the page. The button shows the progress, a toast the success, and the form the failure
 * until the next attempt; if the user has left the page, a toast shows it.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ErrorText } from '../lib/api.ts';
import { toast } from './toaster.tsx';

type SaveState = { state: 'idle' | 'saving' | 'saved' | 'conflict' } | { state: 'failed'; failure: ErrorText | string };

export function useSave() {
  const [save, setSave] = useState<SaveState>({ state: 'idle' });
  const isRunning = useRef(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const run = useCallback(
    async (
      work: () => Promise<unknown>,
      success: string,
      failure: (error: unknown) => ErrorText | string,
      isConflict: (error: unknown) => boolean = () => false,
    ): Promise<void> => {
      if (isRunning.current) return;
      isRunning.current = true;
      setSave({ state: 'saving' });
      try {
        await work();
        setSave({ state: 'saved' });
        toast.success(success);
      } catch (error) {
        if (!isShown.current) toast.error(failure(error));
        setSave(isConflict(error) ? { state: 'conflict' } : { state: 'failed', failure: failure(error) });
      } finally {
        isRunning.current = false;
      }
    },
    [],
  );
  return {
    run,
    isSaving: save.state === 'saving',
    /** True after a success: a form that then leaves its page stays busy, and does not warn of unsaved changes. */
    isSaved: save.state === 'saved',
    isConflict: save.state === 'conflict',
    failure: save.state === 'failed' ? save.failure : undefined,
    reset: useCallback(() => setSave({ state: 'idle' }), []),
  };
}
