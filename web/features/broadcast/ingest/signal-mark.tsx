import type { ListedCamera } from '../../../../shared/contract/cameras.ts';
import { noSignalText } from '../../../../shared/domain/match-state.ts';
import { cx } from '../../../lib/class-names.ts';
import { formatTime } from '../../../lib/format.ts';
import { useIngestHealth } from './queries.ts';
import { describeSignal } from './signal-state.ts';

export function SignalMark({ cameraId }: { cameraId: string }) {
  const { data: health } = useIngestHealth(cameraId, true);
  return <Mark {...describeSignal(true, health)} />;
}

export function LossMark({ loss }: { loss: NonNullable<ListedCamera['lost']> }) {
  return <Mark name={noSignalText(formatTime(loss.at))} text={loss.text} colour="bg-danger" />;
}

function Mark({ name, text, colour }: { name: string; text: string; colour: string }) {
  return (
    <span className="mt-1 flex items-baseline gap-1.5 text-text">
      <span aria-hidden="true" className={cx('size-2.5 shrink-0 rounded-full', colour)} />
      <span className="text-pretty">
        <b>{name}</b> · {text}
      </span>
    </span>
  );
}
