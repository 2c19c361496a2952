/** esbuild plugin that omits large unused parts of packages: of the AWS SDK a fifth of every bundle, of PDFKit a half. */
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
  {
    // Node's build of PDFKit loads its fonts from files beside it. The one for browsers takes those that a bundle has.
    filter: /pdfkit\/js\/pdfkit\.node\.mjs$/,
    contents: `
      import PDFDocument, { registerStdFonts } from './pdfkit.browser.mjs';
      import Helvetica from './standard-fonts/Helvetica.mjs';
      import HelveticaBold from './standard-fonts/HelveticaBold.mjs';
      registerStdFonts(Helvetica, HelveticaBold);
      export default PDFDocument;`,
  },
  {
    // Reads font files: 760 KB with its decompression. PDFs here use the standard fonts, which readers have.
    filter: /\/fontkit\/dist\/\w+\.(mjs|cjs)$/,
    contents: `
      export const create = () => { throw new Error('Font files are left out of this bundle (infra/toolchain/lean-bundle.ts)'); };`,
  },
];

export const leanBundle: Plugin = {
  name: 'lean-bundle',
  setup(build) {
    for (const { filter, contents } of replacements) build.onLoad({ filter }, () => ({ contents, loader: 'js' }));
  },
};
