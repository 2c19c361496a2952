/** A one-line signal light for lists. */
import { cx } from '../../../lib/class-names.ts';
import { useIngestHealth } from './queries.ts';
import { describeSignal } from './signal-state.ts';

export function SignalMark({ cameraId }: { cameraId: string }) {
  const { data: health } = useIngestHealth(cameraId, true);
  const { name, text, colour } = describeSignal(true, health);
  return (
    <span className="mt-1 flex items-baseline gap-1.5 text-text">
      <span aria-hidden="true" className={cx('size-2.5 shrink-0 rounded-full', colour)} />
      <span className="text-pretty">
        <b>{name}</b> · {text}
      </span>
    </span>
  );
}
