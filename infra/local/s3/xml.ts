import { XMLParser } from 'fast-xml-parser';
import { ServiceError } from '../wire/http-server.ts';

export type XmlValue = string | number | boolean | undefined | XmlValue[] | { [name: string]: XmlValue };

export function writeXml(root: string, content: XmlValue): string {
  const namespace = root === 'Error' ? '' : ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${namespace}>${writeChildren(content)}</${root}>`;
}

function writeChildren(content: XmlValue): string {
  if (content === undefined) return '';
  if (typeof content !== 'object' || Array.isArray(content)) return escapeXml(String(content));
  return Object.entries(content)
    .map(([name, value]) => {
      if (value === undefined) return '';
      const values = Array.isArray(value) ? value : [value];
      return values.map((one) => `<${name}>${writeChildren(one)}</${name}>`).join('');
    })
    .join('');
}

function escapeXml(text: string): string {
  // S3 writes control characters as references, although XML 1.0 forbids them.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must be escaped
  return text.replace(/[&<>"'\x00-\x1f\x7f]/g, (c) => `&#${c.charCodeAt(0)};`);
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
