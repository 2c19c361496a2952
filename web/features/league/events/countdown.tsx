/** A countdown to the kick-off, with seconds in the last hour only. */
import { formatDuration } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';

const [minute, hour, day] = [60, 3600, 86_400];

export function Countdown({ to }: { to: string }) {
  const left = Math.ceil((Date.parse(to) - useNow(1000)) / 1000);
  if (left <= 0) return <p className="text-lead font-semibold">Empezamos enseguida</p>;
  return (
    <p role="timer" className="flex flex-col items-center gap-1 text-center">
      <span className="text-small font-semibold">Empieza en</span>
      <span className="font-heading text-title font-extrabold tabular-nums">{formatRemaining(left)}</span>
    </p>
  );
}

/** Returns, for example, '2 días y 4 h', '4 h y 5 min' or '12:09'. */
export function formatRemaining(seconds: number): string {
  if (seconds < hour) return formatDuration(seconds);
  const days = Math.floor(seconds / day);
  const hours = Math.floor((seconds % day) / hour);
  if (days > 0) return `${days === 1 ? '1 día' : `${days} días`}${hours > 0 ? ` y ${hours} h` : ''}`;
  const minutes = Math.floor((seconds % hour) / minute);
  return `${hours} h${minutes > 0 ? ` y ${minutes} min` : ''}`;
}
