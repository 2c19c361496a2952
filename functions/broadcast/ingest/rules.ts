/**
 * Advice for setting up an encoder beside a pitch. Pure. Limits of IVS's standard channels: 1080p, 60 frames a second,
 * 8.5 Mbit/s, key frames every 2 s recommended.
 */
import type { IngestHealth } from '../../../shared/contract/ingest.ts';
import type { SignalStatus } from '../../../shared/contract/scores.ts';

export type Ingest = Omit<IngestHealth, 'advice' | 'lost' | 'time'>;
type Advice = IngestHealth['advice'][number];

const limits = { bitrate: 8_500_000, shortSide: 1080, framerate: 60 };

/** Minimum and recommended bit rates by the picture's short side. */
const bitrates = [
  { shortSide: 1080, minBitsPerSecond: 3_000_000, goodKbps: 5000 },
  { shortSide: 720, minBitsPerSecond: 1_500_000, goodKbps: 3000 },
  { shortSide: 0, minBitsPerSecond: 600_000, goodKbps: 1500 },
];

export function adviseOn(ingest: Ingest): Advice[] {
  const { state, width, height, framerate, videoBitrate, audioBitrate, keyframeInterval } = ingest;
  if (state === 'OFFLINE' || state === 'STARTING') return [];
  const advice: Advice[] = [];
  const problem = (text: string) => advice.push({ level: 'problem', text });
  const hint = (text: string) => advice.push({ level: 'hint', text });
  const shortSide = width && height ? Math.min(width, height) : undefined;
  const wanted = bitrates.find((one) => (shortSide ?? 0) >= one.shortSide);

  if (state === 'STARVING') {
    problem('La señal llega a trompicones: acerca el router o el móvil, o baja el bitrate a la mitad');
  }
  if (keyframeInterval !== null && (keyframeInterval > 2.5 || keyframeInterval < 0.9)) {
    problem('Pon el intervalo de fotogramas clave en 2 s');
  }
  if (videoBitrate !== null && videoBitrate > limits.bitrate) {
    problem('Baja el bitrate de video a 6000 kbps: con más, el servicio corta la emisión');
  } else if (videoBitrate && wanted && videoBitrate < wanted.minBitsPerSecond && state === 'HEALTHY') {
    hint(
      `Sube el bitrate de video a ${wanted.goodKbps} kbps: con menos, la imagen se ve borrosa cuando hay movimiento`,
    );
  }
  const hasNoPicture = videoBitrate === 0;
  if (hasNoPicture) problem('No llega imagen: revisa la cámara y su conexión con el codificador');
  if (framerate !== null && framerate < 23.5 && !hasNoPicture)
    problem(`Llegan ${Math.round(framerate)} imágenes por segundo: pon 25 o 30 para que no vaya a saltos`);
  if (framerate !== null && framerate > limits.framerate + 1) problem('Pon 60 imágenes por segundo como máximo');
  if (shortSide !== undefined && shortSide > limits.shortSide) {
    problem('Emite a 1920 × 1080 como máximo: el servicio no admite más');
  } else if (shortSide !== undefined && shortSide < 700) {
    hint('Emite a 1280 × 720 o más: en una tele se notará');
  }
  if (width !== null && height !== null && height > width) hint('Gira el móvil: la imagen llega en vertical');
  if (audioBitrate === 0) problem('No llega sonido: revisa el micrófono y pon el códec de audio en AAC');
  return advice;
}

/** Joins the signals of a match's sources on air into one status with one recommendation; the first problem wins. */
export function toSignalStatus(ingests: readonly Ingest[]): SignalStatus {
  const onAir = ingests.filter(({ state }) => state !== 'OFFLINE');
  if (onAir.length === 0)
    return { level: 'none', text: 'La cámara no está emitiendo. Enciéndela o avisa a quien la lleva.' };
  const advice = onAir.flatMap(adviseOn);
  const problem = advice.find(({ level }) => level === 'problem');
  if (problem) return { level: 'choppy', text: problem.text };
  if (onAir.every(({ state }) => state === 'STARTING'))
    return { level: 'none', text: 'La señal empieza a llegar. Espera un momento.' };
  return { level: 'good', text: advice[0]?.text ?? 'No tienes que hacer nada.' };
}
