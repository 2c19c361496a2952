/** The parts of hls.js that the player uses. */

type Listener = (name: string, details: unknown) => void;

const policy = () => ({ default: { errorRetry: { maxNumRetry: 1 } } });

export class FakeHls {
  static instances: FakeHls[] = [];
  static isSupported = () => true;
  static Events = {
    MANIFEST_PARSED: 'parsed',
    MEDIA_ATTACHED: 'attached',
    FRAG_BUFFERED: 'buffered',
    LEVEL_LOADED: 'level',
    ERROR: 'error',
  };
  static ErrorTypes = { NETWORK_ERROR: 'network', MEDIA_ERROR: 'media' };
  static ErrorDetails = { LEVEL_LOAD_ERROR: 'levelLoadError', KEY_LOAD_ERROR: 'keyLoadError' };
  static DefaultConfig = {
    loader: class {},
    fragLoadPolicy: policy(),
    keyLoadPolicy: policy(),
    playlistLoadPolicy: policy(),
  };
  config: { startPosition: number; maxMaxBufferLength: number; xhrSetup: (xhr: unknown, address: string) => void };
  listeners: { name: string; listener: Listener }[] = [];
  source = '';
  nextLevel = -1;
  startLevel = -1;
  maxAutoLevel = 9;
  starts = 0;
  startedAt: number | undefined;
  playingDate: Date | null = null;
  recoveries = 0;
  destroyed = false;
  levels: { details: unknown }[] = [{ details: {} }];
  constructor(config: FakeHls['config']) {
    this.config = config;
    FakeHls.instances.push(this);
  }
  on(name: string, listener: Listener) {
    this.listeners.push({ name, listener });
  }
  once(name: string, listener: Listener) {
    this.listeners.push({ name, listener });
  }
  emit(name: string, details: unknown = {}) {
    for (const one of this.listeners) if (one.name === name) one.listener(name, details);
  }
  loadSource(source: string) {
    this.source = source;
  }
  attachMedia() {}
  startLoad(position?: number) {
    this.starts += 1;
    this.startedAt = position;
  }
  recoverMediaError() {
    this.recoveries += 1;
  }
  destroy() {
    this.destroyed = true;
  }
}
