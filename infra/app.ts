/** The CDK application (`npx cdk synth`, `npm run deploy`). */
import { App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { createContextReader, readDeployConfig } from './config.ts';
import { hashStacks, markFoundations } from './constructs/foundations.ts';
import { hasWebAcl } from './costs/edge-plans.ts';
import type { DeployConfig } from './settings.ts';
import { ApiStack } from './stacks/api.ts';
import { DataStack } from './stacks/data.ts';
import { DeployerStack } from './stacks/deployer.ts';
import { EdgeAlarmsStack } from './stacks/edge-alarms.ts';
import { FirewallStack } from './stacks/firewall.ts';
import { JobsStack } from './stacks/jobs.ts';
import { MediaStack } from './stacks/media.ts';
import { OperationsStack } from './stacks/operations.ts';
import { WebStack } from './stacks/web.ts';

export function createStacks(app: App) {
  const config = readDeployConfig(createContextReader(app.node));
  const { data, media, firewall, web } = createReferencedStacks(app, config);
  const foundations = { config, data, media, web };
  const jobs = new JobsStack(app, 'Jobs', foundations);
  const api = new ApiStack(app, 'Api', foundations);
  api.addStackDependency(jobs, 'consumers of events must exist before their publishers');
  const operations = new OperationsStack(app, 'Operations', config, data);
  const edgeAlarms = config.alarmEmail ? new EdgeAlarmsStack(app, 'EdgeAlarms', config) : undefined;
  const hashes = hashStacks(app, (twin) => createReferencedStacks(twin, config));
  markFoundations(media, [hashes.data, ...(config.edgePlans.media ? [hashes.firewall] : [])]);
  markFoundations(web, [hashes.data, hashes.media, hashes.firewall]);
  for (const stack of [jobs, api, operations]) markFoundations(stack, [hashes.data, hashes.media, hashes.web]);
  const [repository, staging, production] = ['repository', 'stagingStage', 'productionStage'].map(
    (name): string | undefined => app.node.tryGetContext(name),
  );
  if (repository) new DeployerStack(app, 'Deployer', { repository, region: config.region, staging, production });
  Tags.of(app).add('product', 'cantera');
  Tags.of(app).add('stage', config.stage);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return {
    config,
    data,
    media,
    ...(firewall && { firewall }),
    web,
    jobs,
    api,
    operations,
    ...(edgeAlarms && { edgeAlarms }),
  };
}

function createReferencedStacks(app: App, config: DeployConfig) {
  const data = new DataStack(app, 'Data', config);
  const firewall = hasWebAcl(config) ? new FirewallStack(app, 'Firewall', config) : undefined;
  const media = new MediaStack(app, 'Media', config, data, firewall);
  const web = new WebStack(app, 'Web', config, { data, media, firewall });
  return { data, media, firewall, web };
}

if (import.meta.main) {
  const app = new App();
  createStacks(app);
  app.synth();
}
