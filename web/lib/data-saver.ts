/** The browser's data-saver setting, if it is exposed. */
export const isDataSaverOn = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
