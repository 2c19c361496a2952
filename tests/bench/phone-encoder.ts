/** Runs in a browser's worker: films with the phone's own encoders at one quality, and keeps it in memory. */
import { readSteadyClock, ServerClock } from '../../web/features/broadcast/phone/capture/clocks.ts';
import { readPictures } from '../../web/features/broadcast/phone/capture/read-pictures.ts';
import { Ladder, rungs } from '../../web/features/broadcast/phone/encode/ladder.ts';
import { packSegment } from '../../web/features/broadcast/phone/encode/pack-segment.ts';
import { SecondRendition } from '../../web/features/broadcast/phone/encode/second-rendition.ts';
import { Studio } from '../../web/features/broadcast/phone/encode/studio.ts';
import { createMemoryFiles } from '../../web/features/broadcast/phone/keep/files.ts';
import { SegmentStore } from '../../web/features/broadcast/phone/keep/segment-store.ts';

interface Start {
  height: number;
  hasSmall: boolean;
  stream: ReadableStream<VideoFrame>;
}

addEventListener('message', async ({ data }: MessageEvent<Start>) => {
  const { height, hasSmall, stream } = data;
  const index = rungs.findIndex((rung) => rung.height === height);
  const clock = new ServerClock();
  const now = readSteadyClock();
  clock.add({ sentAt: now, receivedAt: now, serverNow: Date.now() });
  const store: SegmentStore = await SegmentStore.open(createMemoryFiles(), () => void packNewest());
  const packNewest = async () => {
    const newest = store.segments.at(-1);
    if (newest) await packSegment(await store.read(newest));
  };
  const ladder = new Ladder(index);
  // Whatever the encoder delivers, the quality stays.
  ladder.observe = () => ladder.rung;
  const second = new SecondRendition();
  second.observe = () => hasSmall;
  const studio = new Studio('avc1.42E01F', { store, clock, ladder, second, observeLine: () => ({ isLate: false }) });
  await studio.start('bench', 0);
  readPictures({ stream }, (frame) => studio.addPicture(frame, frame.timestamp / 1_000));
  setInterval(() => postMessage({ rate: studio.state.rate, delayMs: studio.state.delayMs }), 1_000);
});
