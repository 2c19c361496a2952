/**
 * The published versions of the legal documents, whose texts are in shared/documents. A version is never edited: a
 * change is a new file with the next number, added here; the fingerprint is the SHA-256 of its file.
 */
import { longDate } from './madrid-text.ts';

export interface DocumentVersion {
  version: number;
  /** Day of publication, `YYYY-MM-DD`. */
  date: string;
  fingerprint: string;
}

interface LegalDocument {
  title: string;
  /** Oldest first; the last one is in force. */
  versions: readonly [DocumentVersion, ...DocumentVersion[]];
}

export const documents = {
  'condiciones-compra': {
    title: 'Condiciones de compra',
    versions: [
      {
        version: 1,
        date: '2026-11-29',
        fingerprint: '521e2fc050fede618b73373cb4b0f8a91e3c36d54376fbee2d024bd9ecfdb551',
      },
      {
        version: 2,
        date: '2026-11-29',
        fingerprint: '400d6b173959e94797bd5cba5b0e95f3b6b7f8e13ed98308d9c1675faa5bf066',
      },
      {
        version: 3,
        date: '2026-11-30',
        fingerprint: '0f194e449e73b041fb7e5f2b7f7f07b0b98d8edd70afc337207ea2ee3b55cf90',
      },
      {
        version: 4,
        date: '2026-11-30',
        fingerprint: '0a05417b8de0ab2f3ff50f77e598d907dfc36e4da70062084959bd6e548e94ca',
      },
    ],
  },
  'aviso-legal': {
    title: 'Aviso legal',
    versions: [
      {
        version: 1,
        date: '2026-11-29',
        fingerprint: '54e0e36575f5cbff9304bc64fd3115992e742f85ef3d23e754c9fd3850dac194',
      },
      {
        version: 2,
        date: '2026-11-30',
        fingerprint: 'e6da70e6057ff62ca0a91774682311f6684986dc25e60188f5b18eaca3531f5b',
      },
    ],
  },
  privacidad: {
    title: 'Política de privacidad',
    versions: [
      {
        version: 1,
        date: '2026-11-29',
        fingerprint: '6eca7659fe6ac2ab2f2ce0d489a90b8678d928e666c62944d23a8fae31b24062',
      },
      {
        version: 2,
        date: '2026-11-30',
        fingerprint: 'd8ae7c996b8011c3b9d1e2d551ace387465734ffc2da925b9ee7499820cfe1a1',
      },
    ],
  },
  cookies: {
    title: 'Política de cookies',
    versions: [
      {
        version: 1,
        date: '2026-11-29',
        fingerprint: 'fdfbab3c043e74341213193ec957f85071fea0967b45cc6c8149c2b360e6c098',
      },
    ],
  },
  'autorizacion-menores': {
    title: 'Autorización para menores de edad',
    versions: [
      {
        version: 1,
        date: '2026-11-29',
        fingerprint: 'e196d4a6b1e53efd8016c1547347f92ae1bb330d1841d7619866e277fd315860',
      },
    ],
  },
} as const satisfies Record<string, LegalDocument>;

export type DocumentName = keyof typeof documents;

export const isDocumentName = (name: string): name is DocumentName => Object.hasOwn(documents, name);

export const findVersion = (name: DocumentName, version: number): DocumentVersion | undefined =>
  (documents[name] as LegalDocument).versions.find((one) => one.version === version);

export function currentVersion(name: DocumentName): DocumentVersion {
  const { versions } = documents[name] as LegalDocument;
  return versions.at(-1) ?? versions[0];
}

/** 'Versión 1, del 29 de noviembre de 2026'. */
export const describeVersion = ({ version, date }: Pick<DocumentVersion, 'version' | 'date'>): string =>
  `Versión ${version}, del ${longDate(new Date(`${date}T12:00:00Z`))}`;

/** Name of a version's PDF below `documentos/`; without a version, of the one in force. */
export const toPdfName = (name: DocumentName, version?: number): string =>
  `${name}${version === undefined ? '' : `-${version}`}.pdf`;

/** Fields of a document that an acceptance stores, so that it proves which text was meant. */
export const acceptedVersion = (name: DocumentName) => ({ name, ...currentVersion(name) });

/** Documents that an account accepts when it is made, by the box or line of its form. */
export const acceptAtSignUp = (now: number) => ({
  at: new Date(now).toISOString(),
  documents: [acceptedVersion('condiciones-compra'), acceptedVersion('aviso-legal'), acceptedVersion('privacidad')],
});
