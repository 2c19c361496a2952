/** Enforces the step counts of the user tasks, as `npm run tasks` counts them. */
import { type Flow, flows } from './screens/flows.ts';
import { createStage, type Stage } from './screens/stage.ts';
import { expect, nightly, test } from './support/test.ts';

/**
 * Maximum steps of each task: taps and typed fields, by touch on a phone and by mouse. With a remote control each task of a
 * television takes at most `maxRemoteKeys`.
 */
const maxSteps: Record<keyof typeof flows, [number, number]> = {
  find: [3, 3],
  // The consent to the loss of the right of withdrawal is a box of its own, which the law wants unticked.
  buy: [5, 5],
  saturday: [3, 3],
  table: [2, 2],
  clip: [5, 5],
  slow: [5, 5],
  // The same box, beside the order's summary after the login, with its button.
  account: [20, 20],
  goal: [2, 2],
  publish: [6, 6],
  camera: [1, 1],
  leave: [3, 3],
  create: [3, 3],
};

const maxRemoteKeys = 30;

let stage: Stage | undefined;
test.afterAll(() => stage?.end());

test(
  '[H-BUY-1][H-FIND-1] keeps the taps and fields of twelve tasks within their limits',
  nightly,
  async ({ browser }) => {
    stage = await createStage(browser);
    const { run } = stage;
    for (const [id, flow] of Object.entries(flows) as [keyof typeof flows, Flow][]) {
      await test.step(flow.name, async () => {
        const [onPhone, onDesktop] = maxSteps[id];
        expect((await run(flow, 'finger')).steps).toBeLessThanOrEqual(onPhone);
        expect((await run(flow, 'mouse')).steps).toBeLessThanOrEqual(onDesktop);
        if (flow.onTelevision) expect((await run(flow, 'remote')).steps).toBeLessThanOrEqual(maxRemoteKeys);
      });
    }
  },
);
