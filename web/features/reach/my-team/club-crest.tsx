/** A club to be chosen by its crest. */
import { cx } from '../../../lib/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';

export function ClubCrest({
  club: { name, thumbnail },
  chosen,
  onChange,
}: {
  club: { name: string; thumbnail: string | null };
  chosen: boolean;
  onChange: (chosen: boolean) => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={() => onChange(!chosen)}
      className={cx(
        'relative flex min-w-0 grow flex-col items-center gap-3 rounded-md border bg-surface p-4 text-center transition-colors',
        chosen ? 'border-text' : 'border-line hover:border-line-strong',
      )}
    >
      <Thumbnail src={thumbnail} kind="club" className="aspect-square! w-16 shrink-0 bg-transparent! sm:w-20" />
      <span className="line-clamp-2 max-w-full text-small font-semibold break-words">{name}</span>
      {chosen && (
        <span className="absolute top-2 right-2 text-success">
          <Icon name="check" />
        </span>
      )}
    </button>
  );
}
