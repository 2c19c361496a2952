/** A camera's light with its advice in one line; a link to the camera, for users who may open it. */
import { Link } from 'react-router-dom';
import type { SignalStatus } from '../../../../shared/contract/scores.ts';
import { cx } from '../../../lib/class-names.ts';

interface Props {
  light: SignalStatus | null;
  isMatchPlayed: boolean;
  slug: string | undefined;
  to: string | undefined;
}

export function CameraLight({ light, isMatchPlayed, slug, to }: Props) {
  const { name, text, colour } = describeLight(light, isMatchPlayed);
  const content = (
    <>
      <span aria-hidden="true" className={cx('mt-1.5 size-2.5 shrink-0 rounded-full', colour)} />
      <span className="min-w-0">
        <span className="font-semibold">{name}</span>
        {slug && <span className="ml-2 font-mono text-note break-all text-muted">{slug}</span>}
        {text && <span className="block text-note text-pretty text-muted">{text}</span>}
      </span>
    </>
  );
  const look = 'flex min-w-0 items-start gap-2 text-small';
  return to ? (
    <Link to={to} className={cx(look, 'rounded-sm underline-offset-4 hover:underline')}>
      {content}
    </Link>
  ) : (
    <div className={look}>{content}</div>
  );
}

/** A camera that is off before the match needs no advice. */
function describeLight(light: SignalStatus | null, isMatchPlayed: boolean) {
  if (!light) return { name: 'Sin cámara', text: '', colour: 'border border-line-strong' };
  if (light.level === 'good') return { name: 'Se ve bien', text: '', colour: 'bg-success' };
  if (light.level === 'choppy') return { name: 'A saltos', text: light.text, colour: 'bg-warning' };
  if (isMatchPlayed) return { name: 'Sin señal', text: light.text, colour: 'bg-danger' };
  return { name: 'Aún apagada', text: '', colour: 'bg-line-strong' };
}
