import { cx } from '../../../lib/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';

export function ClubCrest({
  club: { name, thumbnail },
  chosen,
  onChange,
  large = false,
}: {
  club: { name: string; thumbnail: string | null };
  chosen: boolean;
  onChange: (chosen: boolean) => void;
  /** Makes the crest as tall as a match card. */
  large?: boolean;
}) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={() => onChange(!chosen)}
      className={cx(
        'relative flex min-w-0 grow flex-col items-center rounded-md border bg-surface text-center transition-colors',
        large ? 'gap-4 px-4 py-6' : 'gap-3 p-4',
        chosen ? 'border-text' : 'border-line hover:border-line-strong',
      )}
    >
      <Thumbnail
        src={thumbnail}
        kind="club"
        className={cx('aspect-square! shrink-0 bg-transparent!', large ? 'w-34 sm:w-36' : 'w-16 sm:w-20')}
      />
      <span className="line-clamp-2 max-w-full text-small font-semibold break-words">{name}</span>
      {chosen && (
        <span className="absolute top-2 right-2 text-success">
          <Icon name="check" />
        </span>
      )}
    </button>
  );
}
