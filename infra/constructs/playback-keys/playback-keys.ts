/**
 * Playback signing keys: a custom resource generates them, one secret holds the private keys, CloudFront and IVS the
 * public ones. Raising `keyGeneration` rotates them; CloudFront still accepts the previous generation.
 */
import { type CfnResource, CustomResource } from 'aws-cdk-lib';
import { type CfnPublicKey, KeyGroup, PublicKey } from 'aws-cdk-lib/aws-cloudfront';
import { CfnPlaybackKeyPair } from 'aws-cdk-lib/aws-ivs';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { keysFunction } from '../../build.ts';
import { playbackSecretName, resourcePrefix } from '../../names.ts';
import type { DeployConfig } from '../../settings.ts';
import { acknowledge } from '../acknowledge.ts';
import { BundledFunction } from '../bundled-function.ts';
import { chooseRemovalPolicy } from '../removal-policy.ts';

export class PlaybackKeys extends Construct {
  readonly secret: Secret;
  readonly keyGroup: KeyGroup;

  constructor(scope: Construct, id: string, { stage, production, keyGeneration }: DeployConfig) {
    super(scope, id);
    const prefix = resourcePrefix(stage);
    this.secret = new Secret(this, 'Secret', {
      secretName: playbackSecretName(stage),
      description: 'Private keys of playback tokens, CloudFront signatures and IVS tokens',
      removalPolicy: chooseRemovalPolicy(production),
    });
    acknowledge(this.secret, {
      SMG4: 'Rotation also replaces the public keys at CloudFront and IVS and is a deployment (keyGeneration in config.ts).',
    });
    const keyFunction = new BundledFunction(this, 'Maker', {
      stage,
      name: keysFunction.name,
      lambdaName: keysFunction.name,
      memoryMb: 256,
      // A rotation waits until the functions' cached secrets have expired.
      timeoutSeconds: 450,
      environment: {},
    });
    this.secret.grantRead(keyFunction.role);
    this.secret.grantWrite(keyFunction.role);
    const createStep = (name: 'generate' | 'activate', properties: Record<string, unknown>) => {
      const resource = new CustomResource(this, name, {
        serviceToken: keyFunction.functionArn,
        properties: { step: name, secretId: this.secret.secretArn, generation: String(keyGeneration), ...properties },
      });
      // Seconds that CloudFormation waits for an answer, instead of an hour.
      (resource.node.defaultChild as CfnResource).addPropertyOverride('ServiceTimeout', 480);
      resource.node.addDependency(keyFunction, keyFunction.role);
      return resource;
    };

    const generated = createStep('generate', {});
    // CloudFront keys are immutable: each generation is a resource of its own.
    const publicKeys = [keyGeneration, keyGeneration - 1]
      .filter((generation) => generation > 0)
      .map((generation) => {
        const publicKeyName = `${prefix}playback-${generation}`;
        const encodedKey = generated.getAttString(`cloudFrontKey${generation}`);
        const key = new PublicKey(this, `Key${generation}`, { publicKeyName, encodedKey });
        // The reference must be unique in the account; CDK would derive it from a path that all stages share.
        (key.node.defaultChild as CfnPublicKey).addPropertyOverride('PublicKeyConfig.CallerReference', publicKeyName);
        return key;
      });
    this.keyGroup = new KeyGroup(this, 'KeyGroup', { keyGroupName: `${prefix}playback`, items: publicKeys });
    const ivsKey = new CfnPlaybackKeyPair(this, `IvsKey${keyGeneration}`, {
      name: `${prefix}playback-${keyGeneration}`,
      publicKeyMaterial: generated.getAttString('ivsPublicKey'),
    });
    const activated = createStep('activate', { cloudFrontKeyId: publicKeys[0]?.publicKeyId });
    activated.node.addDependency(this.keyGroup, ivsKey);
  }
}
