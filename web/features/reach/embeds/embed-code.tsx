/** The code by which a club embeds a page in its own site, with a link to a preview. */
import { type Embed, embedCode, embedPath } from '../../../../shared/domain/embeds.ts';
import { CopyField } from '../../../ui/copy-field.tsx';

export function EmbedCode({ embed, title, label }: { embed: Embed; title: string; label: string }) {
  return (
    <div className="flex flex-col gap-1">
      <CopyField label={label} value={embedCode(location.origin, embed, title)} />
      <a
        href={embedPath(embed)}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-11 items-center self-start text-small font-semibold underline underline-offset-4"
      >
        Ver cómo queda
      </a>
    </div>
  );
}
