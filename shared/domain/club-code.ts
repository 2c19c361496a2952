/** Three letters for a club, as on a scoreboard. */
import { foldText } from './fold-text.ts';

/** Words that most club names contain. */
const common =
  /^(a|ac|ad|at|ath|athletic|atl|atletico|balompie|baloncesto|basket|c|cb|cd|cf|club|cp|d|de|del|deportiva|deportivo|e|ef|el|escuela|f|fc|futbol|la|las|los|pena|racing|rc|real|s|sad|sd|sporting|u|ud|union|y)$/;

/** 'CD Sauce' and 'Atlético Norte' → SAU and NOR; equal codes are changed to differ. */
export function clubCodes(home: string, away: string): [string, string] {
  const [one, two] = [listClubCodes(home), listClubCodes(away)];
  const first = one[0] ?? '';
  return [first, two.find((code) => code !== first) ?? two[0] ?? ''];
}

/** Lists the codes that a club may have, the usual one first. */
export function listClubCodes(name: string): string[] {
  const words = foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const telling = words.filter((word) => !common.test(word));
  const [first = '', second = ''] = telling.length > 0 ? telling : words;
  const [prefix = ''] = words;
  return [
    first.slice(0, 3),
    first.slice(0, 1) + (second.slice(0, 2) || first.slice(2, 4)),
    prefix.slice(0, 1) + first.slice(0, 2),
  ]
    .filter((code) => code.length >= 2)
    .map((code) => code.toUpperCase());
}
