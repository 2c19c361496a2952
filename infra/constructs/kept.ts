/**
 * What a production stage never loses: it survives its stack and every replacement. Only a creation that fails takes it
 * away again, so that the deployment can be repeated under the same names.
 */
import { RemovalPolicy } from 'aws-cdk-lib';

export const keptIn = (production: boolean) =>
  production ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
