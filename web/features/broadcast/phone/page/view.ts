/** The page's screen: the picture as viewers get it, the state, and the controls. */
import { createButton, createElement, replaceChildren, setText } from '../../../league/scorer/dom.ts';
import type { Zoom } from '../capture/camera.ts';
import type { WorkerStatus } from '../messages.ts';
import { CameraChoice, createFact, mainLook, NoticeList, quietLook, SoundMeter, ZoomSlider } from './controls.ts';
import { BlackScreen, createEndQuestion } from './dialogs.ts';
import type { Screen } from './screen.ts';
import { describeTab, formatBitrate, formatElapsed, formatLength, type Notice } from './texts.ts';

export interface Actions {
  openCamera: () => void;
  chooseCamera: (deviceId: string) => void;
  zoom: (zoom: number) => void;
  start: () => void;
  cancel: () => void;
  end: () => void;
  show: () => void;
  again: () => void;
  copyLink: () => void;
}

export interface ViewState {
  screen: Screen;
  status: WorkerStatus | undefined;
  notices: Notice[];
  advice: string | undefined;
  /** Seconds of the countdown that are left. */
  countdown: number;
  /** Milliseconds on air. */
  elapsedMs: number;
  /** True if a killed page was live. */
  isResumed: boolean;
  /** True while the browser asks for permission and the camera starts, which takes seconds. */
  isOpening: boolean;
  /** End of the time in which kept segments may be sent. */
  until: string | undefined;
}

const layout =
  'camera mx-auto grid h-dvh max-w-[1320px] grid-rows-[auto_minmax(0,1fr)] ' +
  'landscape:grid-cols-[minmax(0,1fr)_minmax(272px,360px)] landscape:grid-rows-[minmax(0,1fr)] landscape:max-h-[820px]';
const chooseLook =
  'min-h-11 rounded-md border border-line-strong bg-surface px-3 text-small font-bold active:bg-raised';
const crestLook = 'size-16 object-contain sm:size-24';

export class PhoneView {
  readonly meter = new SoundMeter();
  readonly black = new BlackScreen();
  readonly cameras: CameraChoice;
  readonly zoom: ZoomSlider;
  readonly #actions: Actions;
  readonly #video = createElement('video', {
    muted: true,
    playsinline: true,
    autoplay: true,
    'aria-label': 'Lo que ve la cámara',
    class: 'size-full object-contain',
  });
  readonly #cover = createElement('div', {
    class: 'absolute inset-0 grid content-center justify-items-center gap-3 bg-surface p-4 text-center',
  });
  readonly #state = createElement('p', { class: 'font-heading text-title font-extrabold empty:hidden' });
  readonly #crests = createElement('div', { class: 'flex items-center gap-6' });
  readonly #countdown = createElement('p', {
    class: 'camera-countdown absolute inset-0 grid place-items-center bg-scrim text-text',
    'aria-live': 'assertive',
    hidden: true,
  });
  readonly #badge = createElement('p', {
    class:
      'absolute top-3 left-3 flex items-center gap-2 rounded-full bg-live px-3 py-1 text-small font-bold text-on-live tabular-nums',
    hidden: true,
  });
  readonly #kicker = createElement('p', { class: 'text-note font-semibold text-muted' }, 'Emite desde aquí');
  readonly #title = createElement('h1', { class: 'text-lead leading-tight' }, 'Tu móvil, la cámara del partido');
  readonly #lead = createElement('p', { class: 'text-small text-muted' });
  readonly #line = createElement('span', {}, '—');
  readonly #kept = createElement('span', {}, '—');
  readonly #quality = createElement('span', {}, '—');
  readonly #facts: HTMLElement;
  readonly #notices = new NoticeList();
  readonly #tips = createTips();
  readonly #choose: HTMLButtonElement;
  readonly #buttons = createElement('div', { class: 'flex gap-3 p-4 pt-3' });
  readonly #fallback = createElement('div', { class: 'flex flex-col gap-2 text-small', hidden: true });
  readonly #question: HTMLDialogElement;
  #shownButtons = '';
  #shownCrests = '';

  constructor(root: HTMLElement, actions: Actions) {
    this.#actions = actions;
    this.cameras = new CameraChoice(actions.chooseCamera);
    this.zoom = new ZoomSlider(actions.zoom);
    this.#question = createEndQuestion(actions.end);
    this.#choose = createButton(chooseLook, 'Mostrar esta cámara', actions.show);
    // The property, unlike the attribute, mutes a video that is made by script.
    this.#video.muted = true;
    this.#cover.append(this.#crests, this.#state);
    this.#facts = createElement(
      'dl',
      { class: 'flex flex-col text-small' },
      createFact('Sonido', this.meter.element),
      createFact('Subida', this.#line),
      createFact('Calidad', this.#quality),
      createFact('Por subir', this.#kept),
    );
    const stage = createElement(
      'div',
      { class: 'grid min-h-0 place-items-center bg-black' },
      createElement(
        'div',
        { class: 'relative aspect-video max-h-full w-full overflow-hidden' },
        ...[this.#video, this.#cover, this.#badge, this.#countdown],
      ),
    );
    const panel = createElement(
      'div',
      { class: 'flex min-h-0 flex-col' },
      createElement(
        'section',
        // Two notices are more than some screens have room for: the keyboard scrolls them too.
        {
          class: 'flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 pt-4',
          'aria-label': 'Estado de la emisión',
          tabindex: '0',
        },
        createElement('header', { class: 'flex flex-col gap-1' }, this.#kicker, this.#title, this.#lead),
        ...[
          this.#notices.element,
          this.#choose,
          this.#tips,
          this.#facts,
          this.cameras.element,
          this.zoom.element,
          this.#fallback,
        ],
      ),
      this.#buttons,
    );
    root.replaceChildren(createElement('main', { class: layout }, stage, panel), this.#question, this.black.element);
  }

  /** Shows the picture; a black screen saves the battery that it costs. */
  showStream(stream: MediaStream | undefined): void {
    this.#video.srcObject = stream ?? null;
    if (stream) void this.#video.play().catch(() => undefined);
  }

  showCameras(cameras: readonly MediaDeviceInfo[], chosen: string | undefined, zoom: Zoom | undefined): void {
    this.cameras.show(cameras, chosen);
    this.zoom.show(zoom);
  }

  update(state: ViewState): void {
    const { screen, status, notices, countdown, elapsedMs } = state;
    const isFilming = screen === 'ready' || screen === 'countdown' || screen === 'live';
    this.#showMatch(state);
    this.#cover.hidden = isFilming;
    this.#facts.classList.toggle('hidden', !isFilming);
    this.#tips.classList.toggle('hidden', screen !== 'welcome');
    for (const element of [this.cameras.element, this.zoom.element])
      element.classList.toggle('hidden!', !isFilming || screen === 'countdown');
    this.#countdown.hidden = screen !== 'countdown';
    setText(this.#countdown, countdown > 0 ? String(countdown) : '…');
    this.#badge.hidden = screen !== 'live';
    const isReserve = status?.isReserve === true;
    for (const look of ['bg-live', 'text-on-live']) this.#badge.classList.toggle(look, !isReserve);
    for (const look of ['bg-raised', 'text-text']) this.#badge.classList.toggle(look, isReserve);
    setText(this.#badge, `${isReserve ? 'EN RESERVA' : 'EN DIRECTO'} ${formatElapsed(elapsedMs)}`);
    this.#choose.classList.toggle('hidden', screen !== 'live' || !isReserve || !status?.match?.mayChoose);
    this.#notices.show(notices.slice(0, 2));
    if (status) this.#showFacts(status, screen);
    this.#showButtons(state);
    const worst = notices.find(({ kind }) => kind === 'danger');
    const label = isReserve ? 'En reserva' : 'En directo';
    this.black.show(worst?.text ?? `${label} · ${formatElapsed(elapsedMs)}`);
  }

  #showMatch({ screen, status, advice, isResumed, isOpening, until }: ViewState): void {
    const match = status?.match?.match;
    if (match) {
      document.title = describeTab(match.title, document.hidden ? (status?.waiting.ms ?? 0) : 0);
      setText(this.#title, match.title.replaceAll(' – ', '\u00a0– '));
      this.#showCrests([match.crests.home, match.crests.away].filter((crest) => crest !== null));
    }
    const waiting = status?.waiting.ms ?? 0;
    const texts: Record<Screen, string> = {
      loading: 'Cargando…',
      unable:
        advice ?? 'Este navegador no puede emitir vídeo. Prueba con Chrome (Android) o Safari (iPhone con iOS 18).',
      welcome: isResumed
        ? 'La emisión se cortó, pero lo grabado sigue en este móvil y se está subiendo. Puedes seguir donde estabas.'
        : 'Tu móvil hace de cámara. Si se va la cobertura, sigue grabando y lo sube después: no se pierde nada.',
      ready: 'Así te verán. Cuando quieras, empieza: pasan tres segundos hasta el directo.',
      countdown: 'Empieza el directo…',
      live: 'Deja esta página en pantalla. Puedes poner la pantalla negra: se sigue grabando.',
      rest:
        waiting > 0 || status?.isLive
          ? `Emisión terminada. Si cierras esta página, vuelve a abrirla${until ? ` antes del ${until}` : ''} para subir lo que queda.`
          : 'Emisión terminada. Ya puedes cerrar la página.',
    };
    const isAsking = isOpening && screen === 'welcome';
    setText(this.#lead, isAsking ? 'Si el móvil te pregunta, permite usar la cámara y el micrófono.' : texts[screen]);
    const last = status?.isLive ? 'Guardando lo último…' : 'Todo subido';
    const rest = waiting > 0 ? `Quedan ${formatLength(waiting)} por subir` : last;
    const isEmpty = screen === 'welcome' && this.#shownCrests === '';
    setText(this.#state, screen === 'rest' ? rest : isEmpty ? 'Aquí verás tu cámara' : '');
  }

  #showCrests(addresses: string[]): void {
    const key = addresses.join(' ');
    if (key === this.#shownCrests) return;
    this.#shownCrests = key;
    this.#crests.replaceChildren(...addresses.map((src) => createElement('img', { src, alt: '', class: crestLook })));
  }

  #showFacts({ lineBitrate, rung, waiting, isLive, match, connection }: WorkerStatus, screen: Screen): void {
    setText(this.#line, lineBitrate ? formatBitrate(lineBitrate) : screen === 'ready' ? 'Midiendo…' : '—');
    setText(this.#quality, isLive ? `${rung.height}p · ${rung.rate} fps` : '—');
    // The newest segments are always on their way.
    const isBehind = waiting.count > (isLive && connection === 'online' ? 2 : 0);
    setText(this.#kept, isBehind ? formatLength(waiting.ms) : 'Nada');
    const fallback = screen === 'unable' ? match?.fallback : undefined;
    this.#fallback.hidden = !fallback;
    if (!fallback || this.#fallback.childElementCount > 0) return;
    this.#fallback.append(
      createElement('p', {}, 'O emite con una aplicación de cámara (RTMP) y estos datos:'),
      createElement('p', { class: 'select-text break-all rounded-sm bg-raised p-2' }, fallback.server),
      createElement('p', { class: 'select-text break-all rounded-sm bg-raised p-2' }, fallback.key),
    );
  }

  #showButtons({ screen, status, isResumed, isOpening: isCameraOpening }: ViewState): void {
    const isTrying = status?.ability !== 'yes';
    const isRefused = status?.connection === 'login' || status?.connection === 'gone';
    const isOpening = isCameraOpening && (screen === 'welcome' || screen === 'rest');
    const isEnding = screen === 'rest' && status?.isLive === true;
    const key = [screen, isTrying, isRefused, isResumed, isOpening, isEnding].join();
    if (key === this.#shownButtons) return;
    this.#shownButtons = key;
    replaceChildren(this.#buttons, ...this.#createButtons(screen, isResumed));
    const main = this.#buttons.querySelector('button');
    const isStart = screen === 'ready';
    if (main)
      main.disabled =
        isOpening || isEnding || (isStart && isTrying) || (isRefused && (isStart || screen === 'welcome'));
    if (main && isStart && isTrying) setText(main, 'Probando la cámara…');
    if (main && isOpening) setText(main, 'Abriendo la cámara…');
    const path = location.pathname;
    if (status?.connection === 'login')
      this.#buttons.append(createLink(`/login?redirectTo=${encodeURIComponent(path)}`, 'Entrar'));
    else if (isRefused && screen === 'welcome')
      this.#buttons.append(createLink(path.replace('/emitir/', '/evento/'), 'Ver el partido'));
  }

  #createButtons(screen: Screen, isResumed: boolean): HTMLElement[] {
    const { openCamera, start, cancel, again, copyLink } = this.#actions;
    switch (screen) {
      case 'welcome':
        return [createButton(mainLook, isResumed ? 'Seguir emitiendo' : 'Activar la cámara', openCamera)];
      case 'ready':
        return [createButton(mainLook, 'Emitir en directo', start)];
      case 'countdown':
        return [createButton(quietLook, 'Cancelar', cancel)];
      case 'live':
        return [
          createButton(quietLook, 'Pantalla negra', () => this.black.open()),
          createButton(quietLook, 'Terminar', () => this.#question.showModal()),
        ];
      case 'rest':
        return [createButton(quietLook, 'Emitir otra vez', again)];
      case 'unable':
        return [createButton(mainLook, 'Copiar el enlace', copyLink)];
      default:
        return [];
    }
  }
}

const createLink = (href: string, text: string) =>
  createElement('a', { href, class: `${quietLook} grid place-items-center` }, text);

/** Advice for a volunteer before the match. */
function createTips(): HTMLElement {
  const tips = [
    'Móvil en horizontal y bien sujeto, a la altura del centro del campo.',
    'Con el cargador o una batería a mano.',
    'En modo «No molestar»: una llamada para la cámara.',
  ];
  return createElement(
    'ul',
    { class: 'flex list-disc flex-col gap-2 pl-5 text-small' },
    ...tips.map((tip) => createElement('li', {}, tip)),
  );
}
