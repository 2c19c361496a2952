/**
 * Toasts in a corner: 'loading' stays, 'success' 2000 ms, others 4000 ms. Uses react-hot-toast's headless API, because
 * its styled one writes style elements at run time.
 */
import { useCallback, useEffect, useRef } from 'react';
import { toast as headlessToast, type Toast, type ToastOptions, useToaster } from 'react-hot-toast/headless';
import type { ErrorText } from '../lib/api.ts';
import { cx } from '../lib/class-names.ts';
import { FailureText } from './failure-text.tsx';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

export const toast = Object.assign(
  (...call: Parameters<typeof headlessToast>) => headlessToast(...call),
  headlessToast,
  {
    error: (text: ErrorText | string, options?: ToastOptions) =>
      headlessToast.error(<FailureText text={text} />, options),
  },
);

const durations = {
  duration: 4000,
  success: { duration: 2000 },
  error: { duration: 4000 },
  loading: { duration: Number.POSITIVE_INFINITY },
};

export function Toaster() {
  const { toasts, handlers } = useToaster(durations);
  const visible = toasts.filter((item) => item.visible);
  const isPaused = useRef(false);
  const setPaused = useCallback(
    (paused: boolean) => {
      // Ending a pause that has not begun would add the time since 1970 to the durations.
      if (isPaused.current === paused) return;
      isPaused.current = paused;
      if (paused) handlers.startPause();
      else handlers.endPause();
    },
    [handlers],
  );
  // A message that closes below the pointer does not fire an event when the pointer leaves.
  useEffect(() => {
    if (visible.length === 0) setPaused(false);
  }, [visible.length, setPaused]);
  return (
    // Pointer or focus pauses the timers; each message announces itself.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      role="presentation"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bottom-bar)+var(--save-bar))] z-50 flex flex-col items-center gap-2 p-4 sm:items-end"
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {visible.map((item) => (
        <Message key={item.id} toast={item} />
      ))}
    </div>
  );
}

function Message({ toast: item }: { toast: Toast }) {
  const text = typeof item.message === 'function' ? item.message(item) : item.message;
  return (
    <div
      {...item.ariaProps}
      className={cx(
        'pointer-events-auto flex max-w-110 animate-appear items-start gap-3 rounded-md border border-line bg-surface px-4 py-3 text-small font-medium shadow-overlay',
        item.type === 'error' && 'border-danger',
      )}
    >
      <span className={cx('mt-px', item.type === 'error' && 'text-danger', item.type === 'success' && 'text-success')}>
        {item.type === 'loading' ? <Spinner size={18} /> : <Icon name={icons[item.type]} size={18} />}
      </span>
      <span>{text}</span>
    </div>
  );
}

const icons = { success: 'check', error: 'alert', blank: 'info', custom: 'info' } as const;
