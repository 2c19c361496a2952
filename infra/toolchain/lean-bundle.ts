/**
 * An esbuild plugin that leaves out of a Lambda bundle the two largest parts of the AWS SDK that no function can use:
 * together a fifth of all bundles.
 */
import type { Plugin } from 'esbuild';

const replacements: { filter: RegExp; contents: string }[] = [
  {
    // Lambda gives a function its credentials in environment variables. Profiles, single sign-on, web identity and
    // instance metadata would be 90 KB that never run.
    filter: /@aws-sdk\/credential-provider-node\/dist-es\/defaultProvider\.js$/,
    contents: `
      import { fromEnv } from '@aws-sdk/credential-provider-env';
      export const defaultProvider = (init) => fromEnv(init);
      export const credentialsWillNeedRefresh = (credentials) => credentials?.expiration !== undefined;
      export const credentialsTreatedAsExpired = (credentials) =>
        credentials?.expiration !== undefined && credentials.expiration.getTime() - Date.now() < 300000;`,
  },
  {
    // Only S3's SelectObjectContent answers with an event stream.
    filter: /@smithy\/core\/dist-es\/submodules\/event-streams\/index\.js$/,
    contents: `
      export const eventStreamSerdeProvider = () => undefined;
      export const resolveEventStreamSerdeConfig = (config) => config;
      export class EventStreamSerde {
        constructor() { throw new Error('Event streams are left out of this bundle (infra/toolchain/lean-bundle.ts)'); }
      }`,
  },
];

export const leanBundle: Plugin = {
  name: 'lean-bundle',
  setup(build) {
    for (const { filter, contents } of replacements) build.onLoad({ filter }, () => ({ contents, loader: 'js' }));
  },
};
