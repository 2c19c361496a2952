import type { IngestHealth } from '../../../../shared/contract/ingest.ts';
import { formatTime } from '../../../lib/format.ts';

/**
 * Maps ingest health to a light with advice. `name` carries the state, which the colour repeats; red is reserved for
 * live badges.
 */
export function describeSignal(
  live: boolean,
  health: IngestHealth | undefined,
): { name: string; text: string; colour: string } {
  const lost = live ? null : health?.lost;
  if (lost && lost.cause !== 'ENDED')
    return { name: `Se cortó a las ${formatTime(lost.at)}`, text: lost.text, colour: 'bg-danger' };
  if (!live)
    return {
      name: 'Sin emisión',
      text: 'Para empezar, emite con el servidor y la clave de aquí abajo.',
      colour: 'bg-line-strong',
    };
  if (!health) return { name: 'Midiendo la señal…', text: 'Tarda unos segundos.', colour: 'bg-line-strong' };
  const problem = health.advice.find(({ level }) => level === 'problem');
  if (problem) return { name: 'A saltos', text: problem.text, colour: 'bg-warning' };
  if (health.state === 'OFFLINE')
    return {
      name: 'Sin señal',
      text: 'Ha dejado de llegar. Mira si hay red y batería en el campo.',
      colour: 'bg-danger',
    };
  if (health.state === 'STARVING')
    return {
      name: 'A saltos',
      text: 'Llega menos de lo que hace falta: baja la calidad o busca mejor red.',
      colour: 'bg-warning',
    };
  if (health.state === 'STARTING')
    return { name: 'Empezando', text: 'La señal empieza a llegar. Espera un momento.', colour: 'bg-line-strong' };
  return { name: 'Se ve bien', text: health.advice[0]?.text ?? 'No tienes que hacer nada.', colour: 'bg-success' };
}
