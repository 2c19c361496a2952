/** Says 'Retirado' for a second where something was taken out of the video. */
import { type RefObject, useEffect, useState } from 'react';

const shownMs = 1_200;
/** A larger step between two updates is a seek, which has skipped nothing that the viewer would miss. */
const longestStep = 2;

export function WithdrawnNotice({ video, at }: { video: RefObject<HTMLVideoElement | null>; at: readonly number[] }) {
  const [isShown, setShown] = useState(false);
  const places = at.join();
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const seconds = places.split(',').map(Number);
    let before = element.currentTime;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const now = element.currentTime;
      const isPassed = seconds.some((second) => before <= second && now > second && now - before < longestStep);
      before = now;
      if (!isPassed || element.seeking) return;
      setShown(true);
      clearTimeout(timer);
      timer = setTimeout(() => setShown(false), shownMs);
    };
    element.addEventListener('timeupdate', look);
    return () => {
      element.removeEventListener('timeupdate', look);
      clearTimeout(timer);
    };
  }, [video, places]);
  // The region stays, so that screen readers announce its text.
  return (
    <p role="status" className={isShown ? 'player-withdrawn' : 'sr-only'}>
      {isShown && 'Retirado'}
    </p>
  );
}
