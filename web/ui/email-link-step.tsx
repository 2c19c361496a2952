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

export function EmailLinkStep({
  ask,
  done,
  failed,
  send,
  next,
  nextAfterFailure = next,
}: {
  ask: Step & { button: string };
  done: Step;
  /** Title after a failure. */
  failed: string;
  send: () => Promise<unknown>;
  next: ReactNode;
  nextAfterFailure?: ReactNode;
}) {
  const request = useMutation({ mutationFn: send });
  if (request.isError)
    return <ErrorState heading title={failed} message={errorText(request.error)} action={nextAfterFailure} />;
  if (request.isSuccess) {
    return (
      <div role="status" className="py-8">
        <EmptyState heading icon="check" title={done.title} text={done.text} action={next} />
      </div>
    );
  }
  return (
    <div className="py-8">
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
    </div>
  );
}
