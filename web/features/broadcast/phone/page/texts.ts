/** Texts of the page: one for the state, one with advice. */
import type { WorkerStatus } from '../messages.ts';

export interface Notice {
  kind: 'danger' | 'warning' | 'info';
  text: string;
}

/** The reason why there is no camera. */
export type CameraProblem = 'refused' | 'missing' | 'busy';

export interface NoticeState {
  status: WorkerStatus;
  camera: CameraProblem | undefined;
  /** True after the person has allowed the camera. */
  isOpen: boolean;
  hasSound: boolean;
  isSilent: boolean;
  isPortrait: boolean;
  /** True if the page has just been hidden while live. */
  wasHidden: boolean;
}

const cameraTexts: Record<CameraProblem, string> = {
  refused: 'No hay permiso para la cámara. Dáselo en los ajustes del navegador y vuelve a tocar el botón.',
  missing: 'Este aparato no tiene cámara. Abre el enlace en un móvil.',
  busy: 'Otra aplicación tiene la cámara. En cuanto la suelte, la imagen vuelve sola.',
};

/** Milliseconds without pictures or sound before the page says so. */
const missingMs = 4_000;

/** Bits a second below which the live is poor. */
const weakBitrate = 800_000;

/** Returns the notices for the user, the most important first. */
export function listNotices(state: NoticeState): Notice[] {
  const { status, camera, isOpen, hasSound, isSilent, isPortrait, wasHidden } = state;
  const { isLive, isReserve, waiting, connection } = status;
  const isWaiting = waiting.count > 2;
  const onAir = status.match?.onAir;
  const other = onAir?.isMine ? undefined : (onAir ?? undefined);
  const notices: (Notice | false | null | undefined)[] = [
    connection === 'gone' && { kind: 'danger', text: status.reason || 'Este enlace ya no vale. Pide otro al club.' },
    connection === 'login' && {
      kind: 'danger',
      text:
        isLive || waiting.count > 0
          ? 'Tu sesión ha caducado. Entra otra vez para seguir subiendo.'
          : 'Entra con tu cuenta del club, o pide al club el enlace de cámara.',
    },
    status.isElsewhere && {
      kind: 'warning',
      text: 'Ya emites este partido en otra pestaña. Ciérrala para seguir aquí.',
    },
    camera && { kind: 'danger', text: cameraTexts[camera] },
    isOpen &&
      !camera &&
      isLive &&
      status.pictureAgeMs > missingMs && {
        kind: 'danger',
        text: 'La cámara se ha parado, por ejemplo por una llamada. Vuelve sola; lo grabado está a salvo.',
      },
    isLive && isOpen && !hasSound && { kind: 'warning', text: 'Sin micrófono: el directo va sin sonido.' },
    isLive &&
      hasSound &&
      (status.soundAgeMs > missingMs || isSilent) && {
        kind: 'warning',
        text: 'El micrófono no da sonido. Seguimos con la imagen y lo intentamos otra vez.',
      },
    status.isFull && {
      kind: 'danger',
      text: 'El móvil no tiene espacio: lo que falte por subir se pierde si cierras la página. Borra algo.',
    },
    !status.isStored && {
      kind: 'warning',
      text: 'Este navegador no guarda nada (¿pestaña privada?): no cierres la página hasta el final.',
    },
    connection === 'offline' &&
      isLive && { kind: 'warning', text: 'Sin conexión: se sigue grabando en el móvil y se sube en cuanto vuelva.' },
    connection === 'offline' &&
      !isLive &&
      isWaiting && { kind: 'warning', text: 'Sin conexión: la subida sigue en cuanto vuelva.' },
    connection === 'offline' && !isLive && !isWaiting && { kind: 'warning', text: 'Sin conexión con Cantera TV.' },
    isOpen &&
      !isLive &&
      status.lineBitrate !== undefined &&
      status.lineBitrate < weakBitrate && {
        kind: 'warning',
        text: `La línea lleva poco (${formatBitrate(status.lineBitrate)}): se verá borroso o a saltos. Si puedes, cambia de sitio o de red; lo grabado se sube después.`,
      },
    wasHidden &&
      isLive && { kind: 'info', text: 'La página estaba oculta y la cámara parada. Ya sigue: déjala en pantalla.' },
    status.delay !== '' && { kind: 'warning', text: status.delay },
    status.refused > 0 && {
      kind: 'warning',
      text: `No se ${status.refused === 1 ? 'ha podido usar 1 trozo' : `han podido usar ${status.refused} trozos`} de la grabación (${status.refusal}).`,
    },
    isReserve && {
      kind: 'info',
      text: `En reserva: se ve ${describeOther(other)}. Lo tuyo se graba entero, y entra solo si la otra se corta.`,
    },
    other &&
      !isLive &&
      isOpen && {
        kind: 'info',
        text: `Ya se ve ${describeOther(other)}. Si emites, quedas en reserva: se graba todo, y entras si se corta.`,
      },
    isOpen && isPortrait && { kind: 'info', text: 'Pon el móvil en horizontal: así se ve todo el campo.' },
  ];
  return notices.filter((notice) => !!notice);
}

const describeOther = (other: { kind: 'CAMERA' | 'PHONE'; name: string } | undefined): string =>
  !other ? 'la otra cámara' : other.kind === 'CAMERA' ? `la cámara ${other.name}` : 'otro móvil';

/** Returns, for example, '4 min' or '40 s'. */
export function formatLength(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Returns the tab's title, which calls users back to a hidden tab: on iPhones it uploads nothing. */
export const describeTab = (title: string, waitingMs: number): string =>
  waitingMs > 0
    ? `Vuelve a abrir esta página: quedan ${formatLength(waitingMs)} por subir`
    : `Emite desde aquí · ${title} · Cantera TV`;

/** Returns, for example, '3,2 Mb/s'. */
export const formatBitrate = (bitsPerSecond: number): string =>
  `${(bitsPerSecond / 1e6).toLocaleString('es-ES', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} Mb/s`;

/** Returns, for example, '1:02:34'. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

export interface Browser {
  userAgent: string;
  hasWebCodecs: boolean;
  hasCamera: boolean;
}

/** Apps whose built-in browser has no camera or encoder, or cannot keep a page open. */
const apps: [RegExp, string][] = [
  [/Instagram/, 'Instagram'],
  [/FBAN|FBAV/, 'Facebook'],
  [/WhatsApp/, 'WhatsApp'],
  [/TikTok|musical_ly/, 'TikTok'],
  [/Telegram/, 'Telegram'],
  [/; wv\)/, 'una aplicación'],
];

/** Names a browser to use; undefined if this one may work. */
export function adviseBrowser({ userAgent, hasWebCodecs, hasCamera }: Browser): string | undefined {
  const isApple = /iPhone|iPad/.test(userAgent);
  const better = isApple
    ? 'Safari (iPhone con iOS 18 o posterior)'
    : 'Chrome (Android) o en Safari (iPhone con iOS 18)';
  const app = apps.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (app) return `Has abierto el enlace dentro de ${app}. Cópialo y ábrelo en ${isApple ? 'Safari' : 'Chrome'}.`;
  if (!hasCamera) return `Este navegador no da acceso a la cámara. Abre el enlace en ${better}.`;
  return hasWebCodecs ? undefined : `Este navegador no puede emitir vídeo. Abre el enlace en ${better}.`;
}
