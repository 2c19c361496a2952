/**
 * Uploads the built web app: assets first, named by their content, then the HTML that references them. Assets of
 * earlier releases stay for open pages.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Aws, Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, type BucketDeploymentProps, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { webFolder } from '../build.ts';
import { webBehaviours } from '../cdn.ts';
import { acknowledge, createAnyObjectFinding, toWildcardId } from './acknowledge.ts';
import { bucketName } from './names.ts';

export class WebRelease extends Construct {
  /** `config` becomes /config.json, so that one build serves every stage. */
  constructor(scope: Construct, id: string, stage: string, config: object) {
    super(scope, id);
    const bucket = Bucket.fromBucketName(this, 'Bucket', bucketName(stage, 'web'));
    const createDeployment = (name: string, path: string, props: Omit<BucketDeploymentProps, 'destinationBucket'>) =>
      new BucketDeployment(this, name, {
        destinationBucket: bucket,
        prune: false,
        memoryLimit: 512,
        cacheControl: [CacheControl.fromString(findCacheControl(path))],
        ...props,
      });
    const build = this.#findBuild();
    const assets =
      build &&
      createDeployment('Assets', '/assets/*', {
        sources: [Source.asset(join(build, 'assets'))],
        destinationKeyPrefix: 'assets',
      });
    const page = createDeployment('Page', '*.*', {
      sources: [
        ...(build ? [Source.asset(build, { exclude: ['assets', 'config.json'] })] : []),
        Source.jsonData('config.json', config),
      ],
    });
    if (assets) page.node.addDependency(assets);
    this.#acknowledgeDeployer(bucket.bucketArn);
  }

  /** Returns the built app's folder; undefined in template tests, which disable bundling by CDK context. */
  #findBuild(): string | undefined {
    if (!Stack.of(this).bundlingRequired) return undefined;
    if (!existsSync(join(webFolder, 'index.html')))
      throw new Error(`${webFolder} is missing: run "npm run build" first`);
    return webFolder;
  }

  /** Acknowledges findings about CDK's copy function, of which the stack has one. */
  #acknowledgeDeployer(bucketArn: string): void {
    const deployer = Stack.of(this).node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'));
    if (!deployer) throw new Error('CDK’s function for bucket deployments was not found under its known name');
    const { region } = Stack.of(this);
    const staging = `arn:${Aws.PARTITION}:s3:::cdk-hnb659fds-assets-${Aws.ACCOUNT_ID}-${region}`;
    const reason = "CDK's function, which only runs to copy a release.";
    acknowledge(deployer, {
      'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]': reason,
      'IAM5[Action::s3:GetBucket*]': reason,
      'IAM5[Action::s3:GetObject*]': reason,
      'IAM5[Action::s3:List*]': reason,
      'IAM5[Action::s3:Abort*]': reason,
      'IAM5[Action::s3:DeleteObject*]': reason,
      L1: reason,
      ...createAnyObjectFinding(bucketArn),
      [toWildcardId(`${staging}/*`)]: "CDK's asset bucket, where releases are staged.",
    });
  }
}

function findCacheControl(path: string): string {
  const cacheControl = webBehaviours.find((behaviour) => behaviour.path === path)?.cacheControl;
  if (!cacheControl) throw new Error(`No behaviour ${path} with a Cache-Control`);
  return cacheControl;
}
