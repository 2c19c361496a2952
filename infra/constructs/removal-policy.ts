/**
 * Removal policy of stateful resources: production retains them on update and deletion. A failed creation still removes
 * them, so that the deployment can be repeated with the same names.
 */
import { RemovalPolicy } from 'aws-cdk-lib';

export const chooseRemovalPolicy = (production: boolean) =>
  production ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
