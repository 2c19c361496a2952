/** Parses and formats a moment's time as mm:ss; minutes may exceed 60. */
export const timeFormat = 'El tiempo debe tener el formato mm:ss';

/** Converts, for example, '83:05' to 4,985,000 ms; undefined for any other form. */
export function parseTime(text: string): number | undefined {
  const [, minutes, seconds] = /^(\d{1,4}):([0-5]\d)$/.exec(text.trim()) ?? [];
  return minutes === undefined || seconds === undefined ? undefined : (Number(minutes) * 60 + Number(seconds)) * 1000;
}

/** Converts, for example, 4,985,400 ms to '83:05'. */
export function formatTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}
