/** An act on the server: a toast says whether it worked, and what it may have changed is read again. */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../lib/api.ts';
import { type Resource, readAgain } from '../lib/query-keys.ts';
import { toast } from './toaster.tsx';

export function useAct<Answer, Values = void>({
  send,
  success,
  failure,
  stale = [],
  onDone,
}: {
  send: (values: Values) => Promise<Answer>;
  success?: string | ((answer: Answer, values: Values) => string | undefined);
  /** Text for failures without a message of the server; null if the page itself shows the error. */
  failure?: string | null;
  /** Resources that are read again after a success and after a failure, which may be another user's change. */
  stale?: readonly Resource[];
  /** Called after a success. */
  onDone?: (answer: Answer, values: Values) => unknown;
}): UseMutationResult<Answer, Error, Values> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer, values) => {
      await readAgain(queries, stale);
      const text = typeof success === 'function' ? success(answer, values) : success;
      if (text) toast.success(text);
      await onDone?.(answer, values);
    },
    onError: (error) => {
      void readAgain(queries, stale);
      if (failure !== null) toast.error(errorText(error, failure));
    },
  });
}

/** Returns the server's message about a success. */
export const readMessage = ({ message }: { message?: string }) => message;
