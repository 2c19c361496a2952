/**
 * A stack changes together with the stacks that it refers to, so that it never keeps the value of a replaced resource.
 */
import { App, type CfnResource, CrossStackReferences, ReferenceStrength, Stack } from 'aws-cdk-lib';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import { expect, test } from 'vitest';
import { hashStacks, markFoundations } from '../../../infra/constructs/foundations.ts';
import { productionContext, type StackName, synthesize, templates } from './support.ts';
import { findStaleReferences, type StackTemplate } from './upgrade.ts';

/** Two stacks: a queue whose name is a setting, so that another name replaces it, and one that refers to its address. */
function synthesizePair(queueName: string, isMarked: boolean): StackTemplate[] {
  const createProducer = (app: App) => {
    const producer = new Stack(app, 'Producer');
    return { producer, queue: new CfnQueue(producer, 'Queue', { queueName }) };
  };
  const app = new App();
  CrossStackReferences.of(app).consume(ReferenceStrength.WEAK);
  const { producer, queue } = createProducer(app);
  const consumer = new Stack(app, 'Consumer');
  const reader: CfnResource = new CfnQueue(consumer, 'Reader', { queueName: 'reader' });
  reader.addPropertyOverride('RedrivePolicy.deadLetterTargetArn', queue.attrArn);
  const hashes = hashStacks(app, (twin) => ({ producer: createProducer(twin).producer }));
  if (isMarked) markFoundations(consumer, [hashes.producer]);
  return app
    .synth()
    .stacks.filter(({ stackName }) => [producer.stackName, consumer.stackName].includes(stackName))
    .map(({ stackName, template }) => ({ name: stackName, template }));
}

test('a replaced resource changes the stack that refers to it, which would be stale otherwise', () => {
  const [before, after] = [synthesizePair('first', true), synthesizePair('second', true)];
  expect(findStaleReferences(before, after)).toEqual([]);
  expect(synthesizePair('first', true)).toEqual(before);
  const unmarked = findStaleReferences(synthesizePair('first', false), synthesizePair('second', false));
  expect(unmarked).toEqual(['Consumer keeps the value of the replaced Producer/Queue']);
});

test.each([
  ['Data', { requestsPerSecond: '5000' }, ['media', 'web', 'jobs', 'api', 'operations']],
  ['Media', { keyGeneration: '2' }, ['web', 'jobs', 'api', 'operations']],
] as const)('a change of %s reaches all stacks that refer to it', (_, setting, consumers) => {
  const readMark = (stacks: ReturnType<typeof templates>, name: StackName) =>
    /\{"Key":"foundations","Value":"(\w+)"\}/.exec(JSON.stringify(stacks.templates[name].toJSON()))?.[1] ?? '';
  const [plain, changed, again] = [templates(), templates(setting), synthesize({})];
  for (const name of consumers) {
    expect(readMark(plain, name), name).toMatch(/^\w{12}$/);
    expect(readMark(changed, name), name).not.toBe(readMark(plain, name));
    expect(readMark(again, name), name).toBe(readMark(plain, name));
  }
});

test('protecting the tables, a deployment of its own, changes no other stack', () => {
  const production = { ...productionContext, domain: '', certificateArn: '' };
  const [first, second] = [templates({ ...production, existingResources: '-' }), templates(production)];
  for (const name of ['media', 'web', 'jobs', 'operations'] as const)
    expect(second.templates[name].toJSON(), name).toEqual(first.templates[name].toJSON());
});
