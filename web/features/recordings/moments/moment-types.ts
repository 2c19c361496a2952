/** Names and icons of moment types; unknown types have the default look. */
import type { IconName } from '../../../ui/icon.tsx';

export interface MomentLook {
  name: string;
  icon: IconName;
}

const momentLooks: Record<string, MomentLook> = {
  custom: { name: 'Momento', icon: 'flag' },
  goal: { name: 'Gol', icon: 'ball' },
  chance: { name: 'Ocasión', icon: 'target' },
  foul: { name: 'Falta', icon: 'whistle' },
  card: { name: 'Tarjeta', icon: 'card' },
  substitution: { name: 'Cambio', icon: 'swap' },
  save: { name: 'Parada', icon: 'glove' },
  basket: { name: 'Canasta', icon: 'hoop' },
  three_pointer: { name: 'Triple', icon: 'three' },
  timeout: { name: 'Tiempo muerto', icon: 'pause' },
};

const defaultLook: MomentLook = { name: 'Momento', icon: 'flag' };

export const getMomentLook = (type: string | undefined): MomentLook =>
  (type !== undefined && Object.hasOwn(momentLooks, type) && momentLooks[type]) || defaultLook;
