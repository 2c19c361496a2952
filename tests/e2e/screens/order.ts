/** `npm run order`: every text of an order as the buyer reads it, from the paywall to the withdrawal, in web/docs. */
import { fork } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../infra/local/config.ts';
import { readArguments } from '../../../infra/toolchain/arguments.ts';
import { managedSeller, type SellerKind } from '../../../shared/domain/seller.ts';
import { folder, nameFile, sizes } from './order-files.ts';

const usage = `npm run order

Buys, reads and withdraws in the product as it is, and writes what the buyer reads into web/docs/order.md and its pictures.

  --help  this text`;

readArguments(usage, {});

await rm(folder, { recursive: true });
await mkdir(folder);
const [own, managed] = [await photograph('own'), await photograph('managed')];
await writeFile(join(root, 'web/docs/order.md'), writePage(own, managed));
console.log(`${own.length + managed.length} screens at ${sizes.length} sizes are in ${folder}`);

/** A seller has a platform of its own, in a process of its own; returns the titles of the pictures. */
function photograph(seller: SellerKind): Promise<string[]> {
  const child = fork(join(import.meta.dirname, 'photograph-order.ts'), {
    env: { ...process.env, CANTERA_SELLER: seller },
  });
  return new Promise((resolve, reject) => {
    let titles: string[] = [];
    child.once('message', (message) => {
      titles = message as string[];
      child.disconnect();
    });
    child.once('exit', (code) =>
      code === 0 ? resolve(titles) : reject(new Error(`The pictures of ${seller} failed`)),
    );
  });
}

function writePage(own: string[], managed: string[]): string {
  return `# Every text of an order

For a lawyer to read, from the paywall to the withdrawal, on the local platform with its invented company. \`npm run order\` takes
these pictures anew. The conditions that the emails attach are \`shared/documents/condiciones-compra\`. On AWS the payment page is
the provider's own: we choose the word on its button and the text below it.

${writeTable('own', own)}

## Where the provider is the seller

With \`seller: 'managed'\`, ${managedSeller}, stands in place of the company. The provider's page has neither our text nor Bizum;
its own invoice follows.

${writeTable('managed', managed)}
`;
}

function writeTable(seller: SellerKind, titles: string[]): string {
  const rows = titles.map((title, index) => {
    const cells = sizes.map(({ width }) => `![${title}, ${width} px](order/${nameFile(seller, index + 1, width)})`);
    return `| ${title} | ${cells.join(' | ')} |`;
  });
  return `| step | ${sizes.map(({ width }) => `${width} px`).join(' | ')} |
|---|${sizes.map(() => '---|').join('')}
${rows.join('\n')}`;
}
