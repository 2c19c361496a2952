/** The phone's camera and microphone, and the two ways in which their pictures and sound reach the worker. */
import type { ToWorker } from '../messages.ts';
import { findTrackProcessor } from './read-pictures.ts';
import { sampleRate } from './sound-line.ts';
import soundTapUrl from './sound-tap.ts?worker&url';

export interface Zoom {
  min: number;
  max: number;
  step: number;
  value: number;
}

type Post = (message: ToWorker, transfer: Transferable[]) => void;

/** Missing in TypeScript's DOM types. */
type ZoomCapabilities = MediaTrackCapabilities & { zoom?: { min: number; max: number; step: number } };
type ZoomSettings = MediaTrackSettings & { zoom?: number };

/** The sound is not filtered: a pitch is not a telephone call. */
const sound: MediaTrackConstraints = {
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: true,
  channelCount: { ideal: 2 },
};

export class Camera {
  readonly #post: Post;
  readonly #onEvent: () => void;
  readonly #onLevel: (level: number) => void;
  #context: AudioContext | undefined;
  #tap: AudioWorkletNode | undefined;
  #source: MediaStreamAudioSourceNode | undefined;
  stream: MediaStream | undefined;

  /** `onEvent`: something happened to a track. `onLevel`: the loudest sample of the last moment, from 0 to 1. */
  constructor(post: Post, onEvent: () => void, onLevel: (level: number) => void) {
    this.#post = post;
    this.#onEvent = onEvent;
    this.#onLevel = onLevel;
  }

  get hasSound(): boolean {
    return (this.stream?.getAudioTracks().length ?? 0) > 0;
  }

  get deviceId(): string | undefined {
    return this.stream?.getVideoTracks()[0]?.getSettings().deviceId;
  }

  /** Opens camera and microphone, or both again; a camera without a microphone is better than none. */
  async open(deviceId?: string): Promise<MediaStream> {
    // Many phones open one camera at a time.
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    const size = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };
    const chosen = deviceId ? { ...size, deviceId: { exact: deviceId } } : undefined;
    const back = { ...size, facingMode: { ideal: 'environment' } };
    const stream = await openFirst([
      ...(chosen ? [{ video: chosen, audio: sound }] : []),
      { video: back, audio: sound },
      { video: chosen ?? back },
    ]);
    this.stream = stream;
    for (const track of stream.getTracks())
      for (const event of ['ended', 'mute', 'unmute']) track.addEventListener(event, this.#onEvent);
    this.#sendPictures(stream);
    await this.#sendSound(stream).catch((error: unknown) => console.warn('No sound', error));
    return stream;
  }

  /** Lets sound flow again, which a call has stopped. */
  async resume(): Promise<void> {
    await this.#context?.resume().catch(() => undefined);
  }

  async listCameras(): Promise<MediaDeviceInfo[]> {
    const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
    return devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId);
  }

  readZoom(): Zoom | undefined {
    const [track] = this.stream?.getVideoTracks() ?? [];
    const { zoom } = (track?.getCapabilities?.() ?? {}) as ZoomCapabilities;
    if (!zoom || zoom.max <= zoom.min) return undefined;
    return { ...zoom, value: (track?.getSettings() as ZoomSettings | undefined)?.zoom ?? zoom.min };
  }

  async setZoom(zoom: number): Promise<void> {
    const [track] = this.stream?.getVideoTracks() ?? [];
    const constraint: object = { zoom };
    await track?.applyConstraints({ advanced: [constraint] }).catch(() => undefined);
  }

  close(): void {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = undefined;
    void this.#context?.suspend();
  }

  /** The preview keeps its own track, because a transferred one is gone here. */
  #sendPictures(stream: MediaStream): void {
    const track = stream.getVideoTracks()[0]?.clone();
    if (!track) return;
    const Processor = findTrackProcessor();
    if (Processor) {
      const { readable } = new Processor({ track });
      this.#post({ is: 'pictures', stream: readable }, [readable]);
    } else this.#post({ is: 'pictures', track }, [track as unknown as Transferable]);
  }

  async #sendSound(stream: MediaStream): Promise<void> {
    this.#source?.disconnect();
    if (stream.getAudioTracks().length === 0) return;
    this.#context ??= new AudioContext({ sampleRate });
    const context = this.#context;
    if (!this.#tap) {
      await context.audioWorklet.addModule(soundTapUrl);
      this.#tap = new AudioWorkletNode(context, 'sound-tap');
      this.#tap.port.onmessage = ({ data }) => this.#onLevel(data);
      // Its output is silence: some browsers run only what leads somewhere.
      this.#tap.connect(context.destination);
      context.onstatechange = this.#onEvent;
    }
    const { port1, port2 } = new MessageChannel();
    this.#tap.port.postMessage(port1, [port1]);
    this.#post({ is: 'sound', port: port2 }, [port2]);
    this.#source = context.createMediaStreamSource(stream);
    this.#source.connect(this.#tap);
    await this.resume();
  }
}

/** Opens the first camera that the phone has. After a denied permission, it does not ask again. */
async function openFirst([wanted, ...others]: MediaStreamConstraints[]): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia(wanted);
  } catch (error) {
    if (isRefusal(error) || others.length === 0) throw error;
    return openFirst(others);
  }
}

export const isRefusal = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(error.name);
