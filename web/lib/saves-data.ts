/** Whether somebody has asked for little to be loaded, in browsers that say so. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
