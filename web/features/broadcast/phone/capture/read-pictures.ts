/** Reads a camera's pictures in the worker, from a stream that the window has opened or from the track itself. */

/** Missing in TypeScript's DOM types. */
interface TrackProcessor {
  readable: ReadableStream<VideoFrame>;
}
export type TrackProcessorConstructor = new (options: { track: MediaStreamTrack }) => TrackProcessor;

export const findTrackProcessor = (): TrackProcessorConstructor | undefined =>
  (globalThis as { MediaStreamTrackProcessor?: TrackProcessorConstructor }).MediaStreamTrackProcessor;

/** Returns how to stop. Each picture is closed after `take`, because a camera has few. */
export function readPictures(
  { stream, track }: { stream?: ReadableStream<VideoFrame>; track?: MediaStreamTrack },
  take: (frame: VideoFrame) => void,
): () => void {
  const Processor = findTrackProcessor();
  const readable = stream ?? (track && Processor && new Processor({ track }).readable);
  const reader = readable?.getReader();
  let isStopped = false;
  const read = async () => {
    for (;;) {
      const { value, done } = await (reader?.read() ?? { value: undefined, done: true });
      if (!value || done) return;
      try {
        if (!isStopped) take(value);
      } finally {
        value.close();
      }
    }
  };
  void read().catch(() => undefined);
  return () => {
    isStopped = true;
    void reader?.cancel().catch(() => undefined);
    track?.stop();
  };
}
