export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers read the blob only once the user has chosen a folder.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Turns a title into a file name that is valid on every system. */
export const toFileName = (title: string, ending: string): string =>
  `${
    title
      .replace(/[\\/:*?"<>|\s]+/g, ' ')
      .trim()
      .slice(0, 120) || 'Cantera TV'
  }.${ending}`;
