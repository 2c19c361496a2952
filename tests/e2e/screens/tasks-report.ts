/** What five tasks take as a page of Markdown, beside the best that we know. */
import type { Means } from './hand.ts';
import { type Walk, ways } from './ways.ts';

export type Row = readonly [keyof typeof ways, Record<Means, Walk>];

export function report(rows: readonly Row[]): string {
  return `# What five tasks take

Counted by \`npm run tasks\` in the running product: it goes by what is on the screen, as a person does. A tap or click, a
tick, a field that is typed (whatever its length) and the choice of a file count one each, a list to choose from two;
scrolling counts nothing. With a keyboard alone each press of Tab, Enter, Space or an arrow counts, and a field one. The
seconds are the machine's, on two cores: nobody thinks or types in them.

| task | from | phone, 390 px | desktop, 1440 px | keyboard alone | before: phone, desktop, keyboard | the best we know |
|---|---|---|---|---|---|---|
${rows.map(line).join('\n')}

*Before* is the product of 22 November 2026, before its screens were made anew (commit 8dc19eb), counted once by the same
rules: its only way to buy was by a full account, and the recording had to be opened after it. *The best we know* is an estimate: counted by hand from memory of the published flows of products of that kind, not measured.
The same rules hold for it.

${Object.entries(notes)
  .map(([id, note]) => `- **${ways[id as keyof typeof ways].name}**: ${note}`)
  .join('\n')}

\`tests/e2e/tasks.spec.ts\` (\`npm test -- --all\`) keeps these numbers: nobody makes a way longer unseen.
`;
}

function line([id, { finger, mouse, keyboard }]: Row): string {
  const { name, who } = ways[id];
  const counted = ({ taps, fields, steps, seconds }: Walk) =>
    `**${steps}**${fields > 0 ? ` (${taps} + ${fields} typed)` : ''}, ${seconds} s`;
  return `| ${name} | ${begins[id]}, ${who} | ${counted(finger)} | ${counted(mouse)} | ${keyboard.steps}, ${keyboard.seconds} s | ${before[id].join(', ')} | ${best[id]} |`;
}

const begins: Record<keyof typeof ways, string> = {
  find: 'landing page',
  buy: "the match's page",
  account: "the match's page",
  goal: 'home',
  publish: 'home',
  camera: 'home',
};

/** '–' where it could not be counted: its pages did not take the focus along, and its demo league had no moments. */
const before: Record<keyof typeof ways, [phone: number, desktop: number, keyboard: number | '–']> = {
  find: [5, 4, '–'],
  buy: [21, 21, 80],
  account: [21, 21, 80],
  goal: [2, 2, '–'],
  publish: [7, 6, 30],
  camera: [5, 3, 26],
};

const best: Record<keyof typeof ways, string> = {
  find: '3 (1 typed): a general video platform',
  buy: '10 (6 typed): pay-per-view of a sports platform, with a card',
  account: '10 (6 typed): pay-per-view of a sports platform, with a card',
  goal: '2: a sports broadcaster with key moments',
  publish: "6 (1 typed): a general video platform's app",
  camera: "3: a video platform's studio",
};

const notes: Partial<Record<keyof typeof ways, string>> = {
  find: 'the club by its name in the search of *Partidos*. Whoever has chosen it in *Mi equipo* has its match first on the home page: one tap.',
  buy: `the local payment page asks for no card: on AWS its four fields, or a tap or two of a wallet, come on top of ours (9 with
  a card); the others' number has the card in it. The payment needs the email, and the law the consent to the terms: nothing
  else is asked for. The receipt brings a link to a password, for other devices.`,
  account: `name, favourite club, phone, identity number and address stand in this product's specification, for whoever wants a full
  account at once or the subscription. What could be spared without them was: whoever has just signed up types email and
  password no second time (12 typed before). A browser that knows its owner fills eight of the ten by two taps.`,
  goal: 'the moments stand beside the picture on a desktop and below it on a phone, and each is one tap.',
  publish: `until the file has arrived; what the club's staff send is published by an admin. The title comes from the match, so
  that nobody types it (8 before, with the title and the way over the menu).`,
  camera: `the list of cameras says what is wrong and what to do (5 before on a phone: over two menus and the camera's page).`,
};
