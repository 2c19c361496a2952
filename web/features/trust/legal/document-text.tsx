/** The text of a legal document, from its Markdown, and the addresses of all its versions. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { currentVersion, type DocumentName, describeVersion, documents } from '../../../../shared/domain/documents.ts';
import { type Block, parseMarkdown, type Span } from '../../../../shared/domain/markdown.ts';
import { errorText } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { FailureText } from '../../../ui/failure-text.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextLink } from '../../../ui/text-link.tsx';

const files = import.meta.glob<string>('../../../../shared/documents/*/*.md', { query: '?raw', import: 'default' });

interface Props {
  name: DocumentName;
  version?: number;
}

export function DocumentText({ name, version = currentVersion(name).version }: Props) {
  const text = useQuery({
    queryKey: ['document-text', name, version],
    queryFn: () => readText(name, version),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (text.error) return <FailureText text={errorText(text.error)} />;
  // The page goes on below the screen, so that the text pushes nothing down.
  if (!text.data)
    return (
      <div className="min-h-dvh">
        <Spinner label="Cargando el texto" />
      </div>
    );
  return groupItems(parseMarkdown(text.data)).map((group, index) => (
    // The parts of a version never change their order.
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <Part key={index} blocks={group} />
  ));
}

function readText(name: DocumentName, version: number): Promise<string> {
  const load = files[`../../../../shared/documents/${name}/${version}.md`];
  if (!load) throw new Error(`There is no text of ${name}, version ${version}`);
  return load();
}

/** Consecutive items become one list. */
function groupItems(blocks: Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind === 'item' && last?.[0]?.kind === 'item') last.push(block);
    else groups.push([block]);
  }
  return groups;
}

function Part({ blocks }: { blocks: Block[] }) {
  const [first] = blocks;
  if (first?.kind === 'item')
    return (
      <ul>
        {blocks.map(({ spans }) => (
          <li key={spans.map(({ text }) => text).join('')}>
            <Spans spans={spans} />
          </li>
        ))}
      </ul>
    );
  const content = <Spans spans={first?.spans ?? []} />;
  return first?.kind === 'heading' ? <h2>{content}</h2> : <p>{content}</p>;
}

const Spans = ({ spans }: { spans: Span[] }) =>
  spans.map(({ text, bold, href }) => {
    if (href)
      return (
        <TextLink key={text} to={href}>
          {text}
        </TextLink>
      );
    return bold ? (
      <strong key={text} className="font-semibold text-text">
        {text}
      </strong>
    ) : (
      text
    );
  });

/** The version that is shown, its PDF, and all others. */
export function DocumentVersions({ name, version }: { name: DocumentName; version?: number }) {
  const { versions } = documents[name];
  const current = currentVersion(name);
  const chosen = versions.find((one) => one.version === version) ?? current;
  return (
    <footer className="mt-6 border-t border-line pt-4 text-small text-muted">
      <p>
        {describeVersion(chosen)}
        {chosen.version === current.version ? ', la vigente.' : '. Ya no es la vigente.'}
      </p>
      <nav aria-label="Versiones" className="flex flex-wrap gap-x-6">
        {versions.toReversed().map((one) => (
          <Link
            key={one.version}
            to={paths.documentVersion(name, one.version)}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {describeVersion(one)}
          </Link>
        ))}
      </nav>
    </footer>
  );
}
