/** esbuild plugin that omits the two largest unused parts of the AWS SDK: a fifth of every bundle. */
import type { Plugin } from 'esbuild';

const replacements: { filter: RegExp; contents: string }[] = [
  {
    // Lambda passes credentials in environment variables. Profiles, SSO, web identity and instance metadata would be 90
    // KB of dead code.
    filter: /@aws-sdk\/credential-provider-node\/dist-es\/defaultProvider\.js$/,
    contents: `
      import { fromEnv } from '@aws-sdk/credential-provider-env';
      export const defaultProvider = (init) => fromEnv(init);
      export const credentialsWillNeedRefresh = (credentials) => credentials?.expiration !== undefined;
      export const credentialsTreatedAsExpired = (credentials) =>
        credentials?.expiration !== undefined && credentials.expiration.getTime() - Date.now() < 300000;`,
  },
  {
    // In the bundled clients, event streams serve only S3's SelectObjectContent, which no function calls.
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
