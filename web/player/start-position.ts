/**
 * Returns the start position of a video in seconds; undefined for the beginning. A shared time (`?t=`) has priority,
 * and a video watched to its end starts again.
 */
export function getStartPosition(
  shared: string | null,
  progress: { position: number; watched: boolean } | null,
): number | undefined {
  const begun = progress && !progress.watched && progress.position > 0 ? progress.position : undefined;
  return parseSharedStart(shared) ?? begun;
}

function parseSharedStart(given: string | null): number | undefined {
  const seconds = Number(given);
  return given && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
