/**
 * The page of an email link that changes something. It asks first, because mail scanners open links and run scripts.
 */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../lib/api.ts';
import { Button } from './button.tsx';
import { EmptyState, ErrorState } from './empty-state.tsx';

interface Step {
  title: string;
  text: string;
}

interface Props {
  ask: Step & { button: string };
  done: Step;
  /** Title after a failure. */
  failed: string;
  send: () => Promise<unknown>;
  next: ReactNode;
  nextAfterFailure?: ReactNode;
}

export function EmailLinkStep({ ask, done, failed, send, next, nextAfterFailure = next }: Props) {
  const request = useMutation({ mutationFn: send });
  if (request.isError)
    return <ErrorState heading title={failed} message={errorText(request.error)} action={nextAfterFailure} />;
  if (request.isSuccess) return <EmptyState role="status" heading icon="check" {...done} action={next} />;
  return (
    <EmptyState
      heading
      icon="bell"
      title={ask.title}
      text={ask.text}
      action={
        <Button busy={request.isPending} onClick={() => request.mutate()}>
          {ask.button}
        </Button>
      }
    />
  );
}
