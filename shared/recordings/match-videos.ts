/** What a video shows of its match. */
import { fold } from '../fold.ts';

/** Its best minutes, as its title says; otherwise it is the match itself, or a part of it. */
export const isSummary = ({ title }: { title: string }): boolean => /^resumen\b/.test(fold(title));
