/** Names and ARNs derived from the stage. Unlike exported values, they do not couple the updates of two stacks. */
import { Aws } from 'aws-cdk-lib';
import type { TableName } from '../../functions/platform/aws/dynamo-client.ts';
import type { BucketName } from '../grants.ts';
import { resourcePrefix } from '../names.ts';

/** Bucket names are global in AWS: the account id makes them unique. */
export const bucketName = (stage: string, bucket: BucketName) => `cantera-${stage}-${bucket}-${Aws.ACCOUNT_ID}`;

export const bucketArn = (stage: string, bucket: BucketName) =>
  `arn:${Aws.PARTITION}:s3:::${bucketName(stage, bucket)}`;

export const toObjectsArn = (bucket: string) => `${bucket}/*`;

export const tableArn = (stage: string, table: TableName) => arn('dynamodb', `table/${resourcePrefix(stage)}${table}`);

export const queueUrl = (name: string) => `https://sqs.${Aws.REGION}.${Aws.URL_SUFFIX}/${Aws.ACCOUNT_ID}/${name}`;

export const arn = (service: string, resource: string) =>
  `arn:${Aws.PARTITION}:${service}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`;

/** Replaces CDK tokens as cdk-nag does, for example with `<AWS::AccountId>`. */
export function replaceTokens(text: string): string {
  const tokens: [string, string][] = [
    [Aws.PARTITION, 'AWS::Partition'],
    [Aws.REGION, 'AWS::Region'],
    [Aws.ACCOUNT_ID, 'AWS::AccountId'],
  ];
  return tokens.reduce((result, [token, name]) => result.replaceAll(token, `<${name}>`), text);
}
