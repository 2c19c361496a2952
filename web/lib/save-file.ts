/** Keeps what is in memory as a file of this device. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers read it only after they have asked where to.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A title as the name of a file, on every system. */
export const fileName = (title: string, ending: string): string =>
  `${
    title
      .replace(/[\\/:*?"<>|\s]+/g, ' ')
      .trim()
      .slice(0, 120) || 'Cantera TV'
  }.${ending}`;
