/** Says before 'Quitarlo' who may watch the item now, how many have bought it and what disappears with it. */
import type { Matter } from '../../../../shared/contract/matters.ts';
import { formatCount } from '../../../lib/format.ts';

export function HideLoss({ id, loss }: { id: string; loss: NonNullable<Matter['loss']> }) {
  return (
    <p id={id} className="text-small">
      {`${watcherTexts[loss.watchers]} y ${describeBuyers(loss)}${describeGone(loss)}.`}
    </p>
  );
}

const watcherTexts = {
  EVERYBODY: 'Ahora lo puede ver cualquiera',
  FAMILIES: 'Ahora lo pueden ver las familias confirmadas',
  NOBODY: 'Ahora no lo ve nadie',
} as const;

function describeBuyers({ buyers }: { buyers: number }): string {
  if (buyers === 0) return 'no lo ha comprado nadie';
  return buyers === 1 ? 'lo ha comprado 1 persona' : `lo han comprado ${formatCount(buyers)} personas`;
}

function describeGone({ watchers, recordings, clips }: NonNullable<Matter['loss']>): string {
  const gone = [
    recordings > 0 && `${formatCount(recordings)} ${recordings === 1 ? 'grabación' : 'grabaciones'}`,
    clips > 0 && `${formatCount(clips)} ${clips === 1 ? 'clip' : 'clips'}`,
  ].filter(Boolean);
  if (gone.length === 0) return '';
  const isOne = recordings + clips === 1;
  const verb =
    watchers === 'NOBODY' ? (isOne ? 'seguirá sin verse' : 'seguirán sin verse') : isOne ? 'desaparece' : 'desaparecen';
  return `; si lo quitas, ${verb} también ${gone.join(' y ')}`;
}
