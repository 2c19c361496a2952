/** `npm run tasks`: counts the steps of the user tasks, and writes web/docs/tasks.md. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../infra/local/config.ts';
import { readArguments } from '../../../infra/toolchain/arguments.ts';
import { launchChromium } from '../../support/browser.ts';
import startTestPlatform from '../support/global-platform.ts';
import { type Flow, flows } from './flows.ts';
import { type Row, report } from './tasks-report.ts';

const usage = `npm run tasks

Does the user tasks in the product as it is, as somebody would by a finger on a phone, a mouse, a keyboard alone and, where it
is watched, a television's remote control, counts the steps of each, and writes web/docs/tasks.md.

  --help  this text`;

readArguments(usage, {});

const stop = await startTestPlatform();
// This module is imported after the environment is set, because it reads it on import.
const { createStage } = await import('./stage.ts');
const browser = await launchChromium();
const stage = await createStage(browser);
try {
  const rows: Row[] = [];
  for (const [id, flow] of Object.entries(flows) as [keyof typeof flows, Flow][]) {
    const results = {} as Row[1];
    for (const device of ['finger', 'mouse', 'keyboard', 'remote'] as const) {
      if (device === 'remote' && !flow.onTelevision) continue;
      results[device] = await stage.run(flow, device);
      console.log(flow.name, device, results[device]);
    }
    rows.push([id, results]);
  }
  const table = join(root, 'web/docs/tasks.md');
  await writeFile(table, report(rows));
  console.log(table);
} finally {
  await stage.end();
  await browser.close();
  await stop();
}
