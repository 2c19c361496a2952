/**
 * Renders the counted steps of the user tasks as a Markdown page, beside the counts of earlier versions and other
 * products.
 */

import { type FlowResult, flows } from './flows.ts';
import type { InputDevice } from './user-actions.ts';

export type Row = readonly [
  keyof typeof flows,
  Record<Exclude<InputDevice, 'remote'>, FlowResult> & { remote?: FlowResult },
];

export function report(rows: readonly Row[]): string {
  return `# Steps of twelve user tasks

Counted by \`npm run tasks\` in the running product, using only what is on the screen. A tap or click, a tick, a typed field
(of any length) and a file choice count one each; a choice from a list counts two; scrolling counts nothing. With the keyboard
alone each press of Tab, Enter, Space or an arrow counts one, and a typed field one; the same with a television's remote control,
which has arrows and Enter. The seconds are machine time on two cores, without time to think or type.

| task | from | phone, 390 px | desktop, 1440 px | keyboard alone | remote control, 1920 px | before: phone, desktop, keyboard | the best we know |
|---|---|---|---|---|---|---|---|
${rows.map(line).join('\n')}

*Before* is the product of 22 November 2026, before its screens were redesigned (commit 8dc19eb), counted once by the same
rules. It sold only with a full account, and the recording had to be opened after the purchase. *The best we know* is an
estimate by the same rules, from memory of the published flows of such products, not measured. A television is for finding and
watching: who logs in there does it by a code on the phone, and pays on the phone.

${Object.entries(notes)
  .map(([id, note]) => `- **${flows[id as keyof typeof flows].name}**: ${note}`)
  .join('\n')}

\`tests/e2e/tasks.spec.ts\` (\`npm run test:nightly\`) enforces these numbers, so that no task becomes longer unnoticed.
`;
}

function line([id, { finger, mouse, keyboard, remote }]: Row): string {
  const { name, who } = flows[id];
  const formatSteps = ({ taps, fields, steps, seconds }: FlowResult) =>
    `**${steps}**${fields > 0 ? ` (${taps} + ${fields} typed)` : ''}, ${seconds} s`;
  return `| ${name} | ${begins[id]}, ${who} | ${formatSteps(finger)} | ${formatSteps(mouse)} | ${keyboard.steps}, ${keyboard.seconds} s | ${remote ? `${remote.steps}, ${remote.seconds} s` : '–'} | ${before[id].join(', ')} | ${best[id]} |`;
}

const begins: Record<keyof typeof flows, string> = {
  find: 'landing page',
  buy: "the match's page",
  saturday: 'home',
  table: 'home',
  clip: "the clip's page",
  slow: "the clip's page",
  account: "the match's page",
  goal: 'home',
  publish: 'home',
  camera: "'Hoy' of the back office",
  leave: 'the profile',
  create: 'the form',
};

/** Counts of an earlier version; '–' where none was possible, for lack of focus management or of demo moments. */
const before: Record<keyof typeof flows, [phone: number | '–', desktop: number | '–', keyboard: number | '–']> = {
  find: [5, 4, '–'],
  buy: [21, 21, 80],
  saturday: ['–', '–', '–'],
  table: ['–', '–', '–'],
  clip: ['–', '–', '–'],
  slow: ['–', '–', '–'],
  account: [21, 21, 80],
  goal: [2, 2, '–'],
  publish: [7, 6, 30],
  camera: [5, 3, 26],
  leave: ['–', '–', '–'],
  create: ['–', '–', '–'],
};

const best: Record<keyof typeof flows, string> = {
  find: '3 (1 typed): a general video platform',
  buy: '10 (6 typed): pay-per-view of a sports platform, with a card',
  saturday: '5 (1 typed): a federation’s results page',
  table: '2: a sports results site',
  clip: '11 (6 typed): pay-per-view of a sports platform, with a card',
  slow: '11 (6 typed): pay-per-view of a sports platform, with a card',
  account: '10 (6 typed): pay-per-view of a sports platform, with a card',
  goal: '2: a sports broadcaster with key moments',
  publish: "6 (1 typed): a general video platform's app",
  camera: "3: a video platform's studio",
  leave: '3: the payment provider’s portal',
  create: '4 (3 typed): a calendar',
};

const notes: Partial<Record<keyof typeof flows, string>> = {
  leave: `the page is right within 5 s of the return, whenever the provider's event arrives.`,
  create: `the rival and the start; the title, the end two hours later, and the rest follow from them.`,
  find: `the club's name in the search. With the club in *Mi equipo* its match is first on the
  home page: one tap.`,
  buy: `the local payment page asks for no card. On AWS its four fields, or one or two taps of a wallet, add to our number
  (10 with a card); the compared product's number includes the card. The payment needs the email; the button that pays accepts
  the terms, as the line above it says. The box about the right of
  withdrawal is a tick of its own, because the law allows no other way. The receipt links to setting a password for other
  devices.`,
  saturday: `what a parent remembers, in any order: the category and one of the clubs.`,
  table: `each competition in a list of matches leads to its table; *Clasificación*, the first tab of *Partidos*, shows all.`,
  clip: `the clip itself plays without an account; its offer leads to the sheet of its match.`,
  slow: `500 kbit/s, 400 ms, and a captcha that takes 7 s: nothing is refused, and no tap is repeated. Four taps and
  fields, and one for the box that the law wants.`,
  account: `the specification requires name, favourite club, phone, identity number and address for a
  full account and for the subscription. After the sign-up, email and password are not typed again (12 fields before). Browser
  autofill fills eight of the ten fields with two taps. The order is confirmed after the login, by a box and a button (18 taps
  and fields before the law's box).`,
  goal: 'the moments are beside the picture on a desktop and below it on a phone, one tap each.',
  publish: `counted until the file has arrived; an admin publishes what club staff upload. The title comes from the
  match, so nobody types it (8 before, with the title and the way through the menu).`,
  camera: `'Hoy' shows the cameras of today's matches with their problem; the tap leads to the advice. From
  the home page 'Hoy' is one tap more on a desktop, two on a phone (5 and 3 before).`,
};
