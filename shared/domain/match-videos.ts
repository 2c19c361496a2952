/** True if the title names a summary. Runs for every row of a list. */
export const isSummary = ({ title }: { title: string }): boolean => /^\s*res[uú]men\b/i.test(title);
