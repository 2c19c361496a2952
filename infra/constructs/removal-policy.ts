/**
 * Removal policy of resources with data. Production keeps them on update and deletion, but not after a failed creation,
 * so that a deployment can be repeated with the same names.
 */
import { RemovalPolicy } from 'aws-cdk-lib';

export const chooseRemovalPolicy = (production: boolean) =>
  production ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
