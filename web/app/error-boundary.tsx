/**
 * The error boundary around the app and around each page. A chunk that fails to load means a newer release (reload) or
 * no network (wait); all other errors show a message with a way out.
 */
import { Component, type ReactNode } from 'react';
import { genericErrorText } from '../lib/api.ts';
import { ErrorState } from '../ui/empty-state.tsx';

interface Props {
  children: ReactNode;
  /** Path of the page, whose change resets the boundary; missing around the whole app. */
  page?: string;
}

export class ErrorBoundary extends Component<Props, { text?: string }> {
  override state: { text?: string } = {};

  static getDerivedStateFromError(error: Error) {
    return { text: isPartMissing(error) ? 'No hemos podido cargar esta página. Comprueba tu red.' : genericErrorText };
  }

  override componentDidCatch(error: Error) {
    console.error(error);
    if (!isPartMissing(error)) return;
    const release = document.querySelector<HTMLMetaElement>('meta[name=release]')?.content ?? '';
    if (!navigator.onLine) addEventListener('online', reload, { once: true });
    else if (noteReload(release)) reload();
  }

  override componentDidUpdate({ page }: Props) {
    if (page !== this.props.page && this.state.text) this.setState({ text: undefined });
  }

  override render() {
    const { children, page } = this.props;
    const { text } = this.state;
    if (!text) return children;
    const error = <ErrorState heading message={text} onRetry={reload} />;
    if (page) return error;
    return (
      <main data-theme="viewer" className="grid min-h-dvh place-items-center">
        {error}
      </main>
    );
  }
}

const isPartMissing = ({ message }: Error) => /dynamically imported module|module script|preload/i.test(message);
const reload = () => location.reload();

/**
 * Returns true once per release and page, to avoid a loop. The history entry remembers it: it survives a reload, and
 * works where the browser blocks all storage.
 */
function noteReload(release: string): boolean {
  const entry = history.state as { reloaded?: string } | null;
  if (entry?.reloaded === release) return false;
  try {
    history.replaceState({ ...entry, reloaded: release }, '');
    return true;
  } catch {
    // Safari refuses more than a hundred changes in half a minute.
    return false;
  }
}
