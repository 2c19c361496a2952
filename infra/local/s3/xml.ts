import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { ServiceError } from '../wire/http-server.ts';

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@' });
const declaration = { '@version': '1.0', '@encoding': 'UTF-8' };

export function writeXml(root: string, content: object): string {
  const namespace = root === 'Error' ? {} : { '@xmlns': 'http://s3.amazonaws.com/doc/2006-03-01/' };
  return builder.build({ '?xml': declaration, [root]: { ...namespace, ...content } });
}

const parser = new XMLParser({ parseTagValue: false, trimValues: false, ignoreAttributes: true, htmlEntities: true });

/** Reads the `item` elements directly below `root`; ignores everything else. */
export function readList(document: Buffer, root: string, item: string): Record<string, unknown>[] {
  let parsed: unknown;
  try {
    parsed = parser.parse(document);
  } catch {
    throw createMalformedXmlError();
  }
  const body = isRecord(parsed) ? parsed[root] : undefined;
  if (!isRecord(body) || body[item] === undefined) throw createMalformedXmlError();
  const items: unknown[] = Array.isArray(body[item]) ? body[item] : [body[item]];
  if (!items.every(isRecord)) throw createMalformedXmlError();
  return items;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const createMalformedXmlError = () =>
  new ServiceError('MalformedXML', 'The XML you provided was not well-formed or did not fit the published schema');
