/** An empty list or an error, with the next useful step. */
import type { ReactNode } from 'react';
import type { ErrorText } from '../lib/api.ts';
import { Button } from './button.tsx';
import { FailureText } from './failure-text.tsx';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  icon?: IconName;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** Renders the title as h1, where the state replaces the whole page. */
  heading?: boolean;
  /** Announces a state that replaces another one. */
  role?: 'alert' | 'status';
}

export function EmptyState({ icon = 'search', title, text, action, heading = false, role }: EmptyStateProps) {
  const Title = heading ? 'h1' : 'p';
  return (
    <div role={role} className="mx-auto flex max-w-110 flex-col items-center gap-3 px-4 py-14 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-raised text-muted">
        <Icon name={icon} size={26} />
      </span>
      <Title className="text-lead font-semibold">{title}</Title>
      {text && <p className="text-muted">{text}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  title?: string;
  message: ErrorText | string;
  onRetry?: () => void;
  action?: ReactNode;
  heading?: boolean;
}

export function ErrorState({ title = 'No se ha podido cargar', message, onRetry, action, heading }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        heading={heading}
        title={title}
        text={<FailureText text={message} />}
        action={
          action ||
          (onRetry && (
            <Button kind="secondary" icon="refresh" onClick={onRetry}>
              Reintentar
            </Button>
          ))
        }
      />
    </div>
  );
}
