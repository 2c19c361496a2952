/**
 * The keys that sign playback: made by a function of the stack, their private halves in one secret, their public halves
 * with CloudFront and IVS. Raising `keyGeneration` renews them; CloudFront goes on accepting the generation before.
 */
import { type CfnResource, CustomResource } from 'aws-cdk-lib';
import { KeyGroup, PublicKey } from 'aws-cdk-lib/aws-cloudfront';
import { CfnPlaybackKeyPair } from 'aws-cdk-lib/aws-ivs';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { keysFunction } from '../../build.ts';
import type { DeployConfig } from '../../config.ts';
import { playbackSecretName, tablePrefix } from '../../names.ts';
import { acknowledge } from '../acknowledge.ts';
import { BundledFunction } from '../bundled-function.ts';
import { keptIn } from '../kept.ts';

export class PlaybackKeys extends Construct {
  readonly secret: Secret;
  readonly keyGroup: KeyGroup;

  constructor(scope: Construct, id: string, { stage, production, keyGeneration }: DeployConfig) {
    super(scope, id);
    const prefix = tablePrefix(stage);
    this.secret = new Secret(this, 'Secret', {
      secretName: playbackSecretName(stage),
      description: 'Private keys of playback tokens, CloudFront signatures and IVS tokens',
      removalPolicy: keptIn(production),
    });
    acknowledge(this.secret, {
      SMG4: 'Public halves lie with CloudFront and IVS: renewing them is a deployment (keyGeneration in config.ts).',
    });
    const maker = new BundledFunction(this, 'Maker', {
      stage,
      name: keysFunction.name,
      lambdaName: keysFunction.name,
      memoryMb: 256,
      // A renewal waits until every function has read it.
      timeoutSeconds: 450,
      environment: {},
    });
    this.secret.grantRead(maker.role);
    this.secret.grantWrite(maker.role);
    const step = (name: 'generate' | 'activate', properties: Record<string, unknown>) => {
      const resource = new CustomResource(this, name, {
        serviceToken: maker.functionArn,
        properties: { step: name, secretId: this.secret.secretArn, generation: String(keyGeneration), ...properties },
      });
      // Seconds until CloudFormation gives up on an answer; it would wait for an hour.
      (resource.node.defaultChild as CfnResource).addPropertyOverride('ServiceTimeout', 480);
      resource.node.addDependency(maker, maker.role);
      return resource;
    };

    const generated = step('generate', {});
    // CloudFront never changes a key: each generation is a resource of its own.
    const publicKeys = [keyGeneration, keyGeneration - 1]
      .filter((generation) => generation > 0)
      .map(
        (generation) =>
          new PublicKey(this, `Key${generation}`, {
            publicKeyName: `${prefix}playback-${generation}`,
            encodedKey: generated.getAttString(`cloudFrontKey${generation}`),
          }),
      );
    this.keyGroup = new KeyGroup(this, 'KeyGroup', { keyGroupName: `${prefix}playback`, items: publicKeys });
    const ivsKey = new CfnPlaybackKeyPair(this, `IvsKey${keyGeneration}`, {
      name: `${prefix}playback-${keyGeneration}`,
      publicKeyMaterial: generated.getAttString('ivsPublicKey'),
    });
    const activated = step('activate', { cloudFrontKeyId: publicKeys[0]?.publicKeyId });
    activated.node.addDependency(this.keyGroup, ivsKey);
  }
}
