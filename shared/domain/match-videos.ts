/** What a video shows of its match. */
/** Its best minutes, as its title says; otherwise it is the match itself, or a part of it. Asked of every row of a list. */
export const isSummary = ({ title }: { title: string }): boolean => /^\s*res[uú]men\b/i.test(title);
