/** Tests of the phone's page: its texts, and how it gets camera and microphone back. */
import { describe, expect, test } from 'vitest';
import { type CaptureState, decideRepair } from '../../../web/features/broadcast/phone/capture/repair.ts';
import { rungs } from '../../../web/features/broadcast/phone/encode/ladder.ts';
import type { WorkerStatus } from '../../../web/features/broadcast/phone/messages.ts';
import { chooseScreen } from '../../../web/features/broadcast/phone/page/screen.ts';
import {
  adviseBrowser,
  describeTab,
  formatBitrate,
  formatElapsed,
  formatLength,
  listNotices,
  type NoticeState,
} from '../../../web/features/broadcast/phone/page/texts.ts';

const status: WorkerStatus = {
  ability: 'yes',
  hasSound: true,
  isElsewhere: false,
  isStored: true,
  isFull: false,
  connection: 'online',
  reason: '',
  isLive: true,
  isReserve: false,
  isStarting: false,
  pictureAgeMs: 30,
  soundAgeMs: 20,
  rung: rungs[0]!,
  rate: 30,
  waiting: { count: 1, ms: 2_000 },
  sent: 9,
  delay: '',
  refused: 0,
  refusal: '',
};
const shown: NoticeState = {
  status,
  camera: undefined,
  isOpen: true,
  hasSound: true,
  isSilent: false,
  isPortrait: false,
  wasHidden: false,
};
const say = (changes: Partial<Omit<NoticeState, 'status'>>, changed: Partial<WorkerStatus> = {}) =>
  listNotices({ ...shown, ...changes, status: { ...status, ...changed } }).map(({ text }) => text);

describe('notices', () => {
  test('[G-PHONE-6] are none while all is well', () => {
    expect(say({})).toEqual([]);
  });

  test.each([
    ['a call takes the camera', {}, { pictureAgeMs: 9_000 }, /^La cámara se ha parado/],
    ['another app has it', { camera: 'busy' as const }, {}, /^Otra aplicación tiene la cámara/],
    ['permission is refused', { camera: 'refused' as const }, {}, /^No hay permiso para la cámara/],
    ['there is none', { camera: 'missing' as const }, {}, /^Este aparato no tiene cámara/],
    ['the microphone is taken away', { hasSound: false }, {}, /^Sin micrófono/],
    ['the microphone is silent', { isSilent: true }, {}, /^El micrófono no da sonido/],
    ['the microphone stops', {}, { soundAgeMs: 9_000 }, /^El micrófono no da sonido/],
    ['the store is full', {}, { isFull: true }, /^El móvil no tiene espacio/],
    ['nothing is stored', {}, { isStored: false }, /^Este navegador no guarda nada/],
    ['the line is gone', {}, { connection: 'offline' as const }, /^Sin conexión: se sigue grabando/],
    ['the link has ended', {}, { connection: 'gone' as const }, /^Este enlace ya no vale/],
    ['the session has ended', {}, { connection: 'login' as const }, /^Tu sesión ha caducado/],
    ['another tab is live', {}, { isElsewhere: true }, /^Ya emites este partido en otra pestaña/],
    ['the page was hidden', { wasHidden: true }, {}, /^La página estaba oculta/],
    ['the server has segments wait', {}, { delay: 'Según el marcador' }, /^Según el marcador/],
    ['a segment is refused', {}, { refused: 1, refusal: 'SLOT' }, /^No se ha podido usar 1 trozo .* \(SLOT\)/],
    ['the line carries little', {}, { isLive: false, lineBitrate: 5e5 }, /^La línea lleva poco \(0,5 Mb\/s\)/],
    ['the phone is upright', { isPortrait: true }, {}, /^Pon el móvil en horizontal/],
  ])('[G-PHONE-6] say in one sentence what happens when %s', (_, changes, changed, text) => {
    const [first, ...others] = say(changes, changed);
    expect(first).toMatch(text);
    expect(others).toEqual([]);
  });

  test.each([
    ['this phone', { kind: 'PHONE', isMine: true }, { isLive: false }, undefined],
    ['another phone, before the start', { kind: 'PHONE', isMine: false }, { isLive: false }, /^Ya se ve otro móvil\./],
    ['a camera', { kind: 'CAMERA', name: 'norte' }, { isReserve: true }, /^En reserva: se ve la cámara norte\./],
    ['one that is not known yet', null, { isReserve: true }, /^En reserva: se ve la otra cámara\./],
  ])('[G-PHONE-5] say whose picture is shown: %s', (_, onAir, changed, text) => {
    const [first] = say({}, { ...changed, match: { onAir } as unknown as WorkerStatus['match'] });
    if (text) expect(first).toMatch(text);
    else expect(first).toBeUndefined();
  });
});

const state = { advice: undefined, status, isOpen: true, isCounting: false, hasEnded: false };
test.each([
  ['loading', { status: undefined }],
  ['unable', { advice: 'Abre Safari' }],
  ['unable', { status: { ...status, ability: 'none', isLive: false } as const }],
  ['welcome', { isOpen: false, status: { ...status, isLive: false } }],
  ['ready', { status: { ...status, isLive: false } }],
  ['countdown', { isCounting: true, status: { ...status, isLive: false } }],
  ['countdown', { status: { ...status, isLive: false, isStarting: true } }],
  ['live', {}],
  ['rest', { hasEnded: true, status: { ...status, isLive: false } }],
  // The encoders still give the last pictures.
  ['rest', { hasEnded: true }],
  // Kept segments go up from any browser.
  ['rest', { hasEnded: true, advice: 'Abre Safari', status: { ...status, isLive: false } }],
] as const)('[G-PHONE-1] the screen is %s', (screen, changes) => {
  expect(chooseScreen({ ...state, ...changes })).toBe(screen);
});

describe('lengths and rates', () => {
  test.each([
    [40_000, '40 s'],
    [240_000, '4 min'],
    [5_700_000, '1 h 35 min'],
  ])('%i ms is %s', (ms, text) => {
    expect(formatLength(ms)).toBe(text);
  });

  test('read as a viewer would write them', () => {
    expect(formatBitrate(3_240_000)).toBe('3,2 Mb/s');
    expect([formatElapsed(65_000), formatElapsed(3_754_000)]).toEqual(['1:05', '1:02:34']);
  });

  test('[G-PHONE-3] call back users who have left the tab', () => {
    expect(describeTab('Sauce – Encina', 240_000)).toBe('Vuelve a abrir esta página: quedan 4 min por subir');
    expect(describeTab('Sauce – Encina', 0)).toBe('Emite desde aquí · Sauce – Encina · Cantera TV');
  });
});

const able = { userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/147', hasWebCodecs: true, hasCamera: true };
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)';
test.each([
  ['can try', {}, undefined],
  ['lacks WebCodecs', { hasWebCodecs: false }, /Chrome \(Android\) o en Safari/],
  ['lacks a camera', { hasCamera: false }, /no da acceso a la cámara/],
  ['lacks WebCodecs on an iPhone', { userAgent: iPhone, hasWebCodecs: false }, /Safari \(iPhone con iOS 18/],
  ['belongs to an app', { userAgent: `${iPhone} Instagram 300.0` }, /dentro de Instagram. Cópialo y ábrelo en Safari/],
  ['is a WebView', { userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel; wv) Chrome/147' }, /ábrelo en Chrome/],
])('[G-PHONE-9] a browser that %s', (_, changes, text) => {
  const advice = adviseBrowser({ ...able, ...changes });
  if (text) expect(advice).toMatch(text);
  else expect(advice).toBeUndefined();
});

const flowing: CaptureState = {
  isVisible: true,
  pictureAgeMs: 30,
  soundAgeMs: 20,
  repairAgeMs: 90_000,
  hasSound: true,
  zeroMs: 0,
  hasChanged: false,
};
test.each([
  ['flow', {}, 'none'],
  ['wait while the page is hidden', { isVisible: false, pictureAgeMs: 60_000 }, 'none'],
  ['come back when the page is seen again', { pictureAgeMs: 60_000 }, 'reopen'],
  ['come back when a track has ended', { hasChanged: true }, 'reopen'],
  ['are not asked for twice at once', { hasChanged: true, repairAgeMs: 1_000 }, 'none'],
  ['let the sound flow again first', { soundAgeMs: 4_000 }, 'resume'],
  ['are opened anew if that was not enough', { soundAgeMs: 9_000 }, 'reopen'],
  ['are opened anew after a call that left silence', { zeroMs: 11_000 }, 'reopen'],
  ['are seldom asked for by somebody who switched the microphone off', { zeroMs: 30_000, repairAgeMs: 30_000 }, 'none'],
  ['go on without a microphone', { hasSound: false, soundAgeMs: 90_000 }, 'none'],
] as const)('[G-PHONE-6] camera and microphone %s', (_, changes, repair) => {
  expect(decideRepair({ ...flowing, ...changes })).toBe(repair);
});
