/** Synthesises the stacks offline, without bundles and validation. */
import { readFileSync } from 'node:fs';
import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { createStacks } from '../../../infra/app.ts';

/** Context that the CDK CLI passes to the app. */
const settings = JSON.parse(readFileSync('cdk.json', 'utf8')).context as Record<string, unknown>;

export type StackName = 'data' | 'media' | 'web' | 'jobs' | 'api' | 'operations' | 'edgeAlarms' | 'firewall';

// biome-ignore lint/suspicious/noExplicitAny: CloudFormation properties have no type here.
type Properties = Record<string, any>;

export const productionContext = {
  stage: 'prod',
  domain: 'cantera.example',
  certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/1',
  hostedZoneId: 'Z000000000000',
  captchaSiteKey: 'site-key',
  alarmEmail: 'guardia@cantera.example',
  company: '{"name":"Cantera SL","taxId":"B12345674","address":"Murcia","email":"hola@cantera.example"}',
  maker: '{"name":"Autor SL","taxId":"B12345674","address":"Murcia","email":"autor@cantera.example"}',
  termsAddress: 'https://cantera.example/documento/condiciones-compra',
  legal: JSON.stringify({
    registry: 'Registro Mercantil de Murcia, hoja MU-1',
    contactPoint: 'avisos@cantera.example',
    complaints: 'En la calle Mayor 1, Murcia',
    accessibilityReview: '2026-11-30',
    consentAge: 14,
  }),
};

const cache = new Map<string, ReturnType<typeof synthesize>>();

/** Synthesises once per context, which takes 1.5 s. */
export function templates(context: Record<string, unknown> = {}) {
  const key = JSON.stringify(context);
  const synthesis = cache.get(key) ?? synthesize(context);
  cache.set(key, synthesis);
  return synthesis;
}

export function synthesize(context: Record<string, unknown>) {
  process.env.CDK_VALIDATION = 'false';
  const app = new App({ context: { ...settings, 'aws:cdk:bundling-stacks': [], ...context } });
  const { config, ...stacks } = createStacks(app);
  const ofStacks = Object.fromEntries(
    Object.entries(stacks).map(([name, stack]) => [name, Template.fromStack(stack as Stack)]),
  ) as Record<StackName, Template>;
  const nested = stacks.api.moduleStacks.map((stack) => Template.fromStack(stack));
  const moduleNames = stacks.api.moduleStacks.map(({ node }) => node.id);
  /** Properties of a stack's resources of a type; those of the API's nested stacks are among its own. */
  const resources = (name: StackName, type: string): Properties[] =>
    [ofStacks[name], ...(name === 'api' ? nested : [])]
      .flatMap((template) => Object.values<{ Properties?: Properties }>(template.findResources(type)))
      .map(({ Properties = {} }) => Properties);
  return { config, app, templates: ofStacks, nested, moduleNames, resources };
}

/** Renders a CloudFormation value as text, with `<…>` for values known only at deployment. */
export function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return String(value);
  const [[name, inner] = ['', '']] = Object.entries(value);
  if (name === 'Fn::Join') return (inner as [string, unknown[]])[1].map(text).join((inner as [string])[0]);
  if (name === 'Fn::Sub') return text(inner);
  if (name === 'Fn::GetStackOutput') {
    const { StackName, OutputName } = inner as { StackName: string; OutputName: string };
    return `<${StackName}.${OutputName}>`;
  }
  return `<${name === 'Fn::GetAtt' ? (inner as string[]).join('.') : text(inner)}>`;
}
