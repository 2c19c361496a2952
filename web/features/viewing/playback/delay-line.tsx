/** The line below a live that can be watched with or without delay: shows the delay, and offers the other choice. */
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { Delivery } from './use-delivery.ts';

export function DelayLine({ delayed, choose }: Delivery) {
  const isDelayed = delayed !== undefined;
  return (
    <div className="-mb-4 flex min-h-13 flex-wrap items-center gap-x-2 bg-bg py-1 text-small max-sm:justify-between max-sm:px-gutter">
      <p role="status" className="flex items-center gap-2 text-muted">
        <Icon name="clock" size={18} />
        {isDelayed ? 'Con cerca de 1 min de retraso' : 'Sin retraso'}
      </p>
      <Button kind="quiet" size="small" onClick={() => choose(!isDelayed)}>
        {isDelayed ? 'Ver sin retraso' : 'Ver con retraso'}
      </Button>
    </div>
  );
}
