/** `npm run tasks`: counts the steps of the user tasks, and prints them as rows of web/docs/tasks.md. */
import { readArguments } from '../../../infra/toolchain/arguments.ts';
import { launchChromium } from '../../support/browser.ts';
import startTestPlatform from '../support/global-platform.ts';
import { type Flow, type FlowResult, flows } from './flows.ts';

const usage = `npm run tasks

Does the user tasks in the product as it is, as somebody would by a finger on a phone, a mouse, a keyboard alone and, where it
is watched, a television's remote control, counts the steps of each, and prints the counted columns of web/docs/tasks.md.

  --help  this text`;

readArguments(usage, {});

const stop = await startTestPlatform();
// This module is imported after the environment is set, because it reads it on import.
const { createStage } = await import('./stage.ts');
const browser = await launchChromium();
const stage = await createStage(browser);
try {
  for (const flow of Object.values(flows) as Flow[]) {
    const counts: string[] = [];
    for (const device of ['finger', 'mouse', 'keyboard', 'remote'] as const) {
      if (device === 'remote' && !flow.onTelevision) counts.push('–');
      else counts.push(formatCount(await stage.run(flow, device)));
    }
    console.log(`| ${flow.name}, ${flow.who} | ${counts.join(' | ')} |`);
  }
} finally {
  await stage.end();
  await browser.close();
  await stop();
}

function formatCount({ taps, fields, steps, seconds }: FlowResult): string {
  return `${steps}${taps > 0 && fields > 0 ? ` (${taps} + ${fields} typed)` : ''}, ${seconds} s`;
}
