/** Forms with files, as clients send them, and as nobody should. */
import { describe, expect, test } from 'vitest';
import { readForm } from '../../../functions/platform/http/form.ts';

const fields = { film: { bytes: 1_000_000, types: [] } } as never;
const disposition = 'Content-Disposition: form-data; ';
const type = 'multipart/form-data; boundary=x';
const read = (text: string | Buffer, contentType = type) => readForm(Buffer.from(text), contentType, fields);
const part = (header: string, body: string) => `--x\r\n${header}\r\n\r\n${body}\r\n`;
const field = (name: string, value: string) => part(`${disposition}name="${name}"`, value);
const film = (more: string, body = 'abc') => part(`${disposition}name="film"${more}`, body);

describe('a form is read', () => {
  test.each([
    ['as browsers send it', `${field('title', 'Ñu')}--x--\r\n`, type, { title: 'Ñu' }],
    ['without a line break at the end', `${field('title', 'a')}--x--`, type, { title: 'a' }],
    ['after a preamble, before an epilogue', `Hola\r\n${field('title', 'a')}--x--\r\nAdiós`, type, { title: 'a' }],
    ['with an unquoted name', `${part(`${disposition}name=title`, 'a')}--x--\r\n`, type, { title: 'a' }],
    [
      'with lower-case headers',
      `${part('content-disposition: form-data; name="title"', 'a')}--x--\r\n`,
      type,
      { title: 'a' },
    ],
    [
      'with a type, length and encoding of each field',
      `${part(`Content-Type: text/plain; charset=UTF-8\r\nContent-Length: 1\r\nContent-Transfer-Encoding: 8bit\r\n${disposition}name="title"`, 'a')}--x--\r\n`,
      type,
      { title: 'a' },
    ],
    ['with a quoted boundary', `${field('title', 'a')}--x--\r\n`, 'multipart/form-data; boundary="x"', { title: 'a' }],
    [
      'with lists',
      `${field('ids[]', '1')}${field('tag', 'a')}${field('tag', 'b')}--x--\r\n`,
      type,
      { ids: ['1'], tag: ['a', 'b'] },
    ],
    ['without names that are no fields', `${field('__proto__', 'a')}${field('a b', 'c')}--x--\r\n`, type, {}],
    ['when it is empty', '--x--\r\n', type, {}],
  ])('%s', async (_, text, contentType, body) => {
    expect(await read(text as string, contentType as string)).toEqual({ body, files: {} });
  });

  test.each([
    ['; filename="camión.mp4"\r\nContent-Type: video/mp4', 'camión.mp4', 'video/mp4'],
    ['; filename="a.mp4"; filename*=UTF-8\'\'cami%C3%B3n.mp4\r\nContent-Type: video/mp4', 'a.mp4', 'video/mp4'],
    ['; filename="C:\\videos\\a.mp4"\r\nContent-Type: video/mp4', 'a.mp4', 'video/mp4'],
    ['; filename="../../a.mp4"\r\nContent-Type: video/mp4', 'a.mp4', 'video/mp4'],
    ['; filename=""\r\nContent-Type: application/octet-stream', '', 'application/octet-stream'],
    ['; filename="a"', 'a', 'text/plain'],
  ])('with the file %s', async (header, name, fileType) => {
    const { files } = await read(`${film(header)}--x--\r\n`);
    expect(files).toEqual({ film: { name, type: fileType, bytes: Buffer.from('abc') } });
  });

  test('with any bytes of a file', async () => {
    const bytes = Buffer.from(Array.from({ length: 900_000 }, (_, at) => (at * 7 + (at >> 8)) % 256));
    const head = Buffer.from(`--x\r\n${disposition}name="film"; filename="a"\r\n\r\n`);
    const { files } = await read(Buffer.concat([head, bytes, Buffer.from('\r\n--x--\r\n')]));
    expect(files.film?.bytes).toEqual(bytes);
  });
});

describe('a form is refused', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => field(`a${at}`, 'b')).join('');
  test.each([
    ['without a boundary', field('a', 'b'), 'multipart/form-data', 'REQ4000'],
    ['with a broken type', field('a', 'b'), 'multipart/form-data; boundary=', 'REQ4000'],
    ['without an end', field('a', 'b'), type, 'REQ4000'],
    ['without anything', '', type, 'REQ4000'],
    ['with line feeds alone', `${field('a', 'b')}--x--\r\n`.replaceAll('\r', ''), type, 'REQ4000'],
    ['with a nameless field', `${part('Content-Disposition: form-data', 'b')}--x--\r\n`, type, 'REQ4000'],
    ['with an empty name', `${field('', 'b')}--x--\r\n`, type, 'REQ4000'],
    [
      'with a file that the endpoint does not take',
      `${part(`${disposition}name="other"; filename="a"`, 'b')}--x--\r\n`,
      type,
      'REQ4000',
    ],
    ['with a file over its limit', `${film('; filename="a"', 'b'.repeat(1_000_001))}--x--\r\n`, type, 'REQ4130'],
    ['with a text over its limit', `${field('a', 'b'.repeat(100_001))}--x--\r\n`, type, 'REQ4000'],
    ['with too many parts', `${many(111)}--x--\r\n`, type, 'REQ4000'],
  ])('%s', async (_, text, contentType, code) => {
    await expect(read(text, contentType)).rejects.toMatchObject({ code });
  });

  test('with 80,000 parts within some milliseconds', async () => {
    expect((await read(`${many(110)}--x--\r\n`)).body).toHaveProperty('a109');
    const hostile = `${many(80_000)}--x--\r\n`;
    const before = process.cpuUsage();
    await expect(read(hostile)).rejects.toMatchObject({ code: 'REQ4000' });
    // Processor time: the machine may be busy with other tests.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(200);
  });
});
